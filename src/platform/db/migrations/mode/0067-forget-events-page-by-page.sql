-- Events that still have a delivery are kept, and forget_events walked past all of them in every batch. A batch now looks at the events
-- after those that the batch before looked at, however many of them are kept. The functions of the release before stay for it.

-- The settings keep the planner on the index of the order. With few statistics it would read all old events, and sort them.
CREATE FUNCTION forget_events_after(batch int, after text, OUT seen int, OUT last text) LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT SET enable_seqscan = off SET enable_bitmapscan = off AS $$
DECLARE
  after_at timestamptz := coalesce(substr(after, 38), '-infinity');
  after_id uuid := coalesce(left(after, 36), '00000000-0000-0000-0000-000000000000');
  owners uuid[];
  old_ids uuid[];
BEGIN
  -- A subquery with a LIMIT looks each delivery up by its index: NOT EXISTS may be planned as a scan of all deliveries.
  SELECT count(*), (array_agg(event_id || ' ' || created_at ORDER BY created_at DESC, event_id DESC))[1],
      array_agg(merchant_id) FILTER (WHERE NOT is_kept), array_agg(event_id) FILTER (WHERE NOT is_kept)
    INTO seen, last, owners, old_ids FROM (
      SELECT merchant_id, event_id, created_at,
        (SELECT true FROM webhook_deliveries d WHERE d.merchant_id = e.merchant_id AND d.event_id = e.event_id LIMIT 1) IS NOT NULL AS is_kept
      FROM events e
      WHERE created_at >= after_at AND (created_at, event_id) > (after_at, after_id) AND created_at < now() - interval '90 days'
      ORDER BY created_at, event_id LIMIT batch) page;
  DELETE FROM event_bodies b USING unnest(owners, old_ids) AS old (owner, id) WHERE b.merchant_id = old.owner AND b.event_id = old.id;
  DELETE FROM listen_reports r USING unnest(owners, old_ids) AS old (owner, id) WHERE r.merchant_id = old.owner AND r.event_id = old.id;
  DELETE FROM events e USING unnest(owners, old_ids) AS old (owner, id) WHERE e.merchant_id = old.owner AND e.event_id = old.id;
END $$;
COMMENT ON FUNCTION forget_events_after(int, text) IS 'Looks at up to `batch` events that are older than 90 days, in the order of their time, and deletes those that have no delivery left. Begins after the event that the call before gave as `last`, or with the oldest if `after` is null. Runs with the owner''s rights, as forget_deliveries does.';

CREATE FUNCTION forget_events_of_after(merchant uuid, batch int, after text, OUT seen int, OUT last text) LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  after_at timestamptz := coalesce(substr(after, 38), '-infinity');
  after_id uuid := coalesce(left(after, 36), '00000000-0000-0000-0000-000000000000');
  old_ids uuid[];
BEGIN
  SELECT count(*), (array_agg(event_id || ' ' || created_at ORDER BY created_at DESC, event_id DESC))[1],
      array_agg(event_id) FILTER (WHERE NOT is_kept)
    INTO seen, last, old_ids FROM (
      SELECT event_id, created_at,
        (SELECT true FROM webhook_deliveries d WHERE d.merchant_id = merchant AND d.event_id = e.event_id LIMIT 1) IS NOT NULL AS is_kept
      FROM events e
      WHERE e.merchant_id = merchant AND (created_at, event_id) > (after_at, after_id) AND created_at < now() - interval '90 days'
      ORDER BY created_at, event_id LIMIT batch) page;
  DELETE FROM event_bodies WHERE merchant_id = merchant AND event_id = ANY (old_ids);
  DELETE FROM listen_reports WHERE merchant_id = merchant AND event_id = ANY (old_ids);
  DELETE FROM events WHERE merchant_id = merchant AND event_id = ANY (old_ids);
END $$;
COMMENT ON FUNCTION forget_events_of_after(uuid, int, text) IS 'As forget_events_after, for the events of one merchant: on a cluster a transaction writes on one node.';

REVOKE ALL ON FUNCTION forget_events_after(int, text), forget_events_of_after(uuid, int, text) FROM PUBLIC;
DO $$
DECLARE app text := current_setting('mps.role');
BEGIN
  EXECUTE format('GRANT EXECUTE ON FUNCTION forget_events_after(int, text), forget_events_of_after(uuid, int, text) TO %I', app);
END $$;
