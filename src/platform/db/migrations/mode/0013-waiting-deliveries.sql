-- A delivery that must wait for an earlier event of its resource is `waiting`, not `due`. What is due can be sent, so a claim needs to
-- look only at the first due deliveries of each lane. 0010 made the index of waiting ones, and 0014 converts the rows that are there.

ALTER TABLE webhook_deliveries DROP CONSTRAINT delivery_state;
ALTER TABLE webhook_deliveries ADD CONSTRAINT delivery_state CHECK (state IN ('waiting', 'due', 'sending', 'delivered', 'exhausted')) NOT VALID;
COMMENT ON COLUMN webhook_deliveries.state IS '`waiting` for the end of an earlier event of its resource; `due` at next_attempt_at; `sending` while a worker holds its lease; `delivered` or `exhausted` in the end.';

ALTER TABLE webhook_lanes ADD COLUMN steady_since timestamptz NOT NULL DEFAULT now();
COMMENT ON COLUMN webhook_lanes.steady_since IS 'When max_in_flight or failing_since last changed. max_in_flight doubles after a steady second, up to 32, and is 4 again after a failure.';

-- Two triggers keep the order of the events of a resource, whoever writes: recording, workers, the sweep, the previous release.
-- A waiting delivery always has an earlier unfinished one before it. These two may happen at the same moment:
--   recording an event   locks the counter of its resource, sees the earlier delivery unfinished, inserts one that waits, commits
--   ending the earlier   updates it, waits for the counter, then looks for the one that waits
-- If recording is first, the end waits for its commit and finds the new row. If the end is first, recording waits at the counter, and
-- then sees the earlier one finished. Both lock counters in the order of the resources' ids, so they cannot deadlock.

CREATE FUNCTION wait_for_earlier() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM FROM webhook_deliveries e WHERE e.resource_id = NEW.resource_id AND e.lane_id = NEW.lane_id AND e.destination = NEW.destination
    AND e.state IN ('due', 'sending') AND e.trigger = 'event' AND e.sequence < NEW.sequence LIMIT 1;
  IF FOUND THEN NEW.state := 'waiting'; END IF;
  RETURN NEW;
END $$;
COMMENT ON FUNCTION wait_for_earlier() IS 'Lets a new delivery wait while an earlier event of its resource is unfinished in the same lane, for the same destination.';
CREATE TRIGGER wait_for_earlier BEFORE INSERT ON webhook_deliveries FOR EACH ROW
  WHEN (NEW.state = 'due' AND NEW.trigger = 'event' AND NEW.sequence > 1) EXECUTE FUNCTION wait_for_earlier();

CREATE FUNCTION release_next() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT SET enable_seqscan = off SET enable_bitmapscan = off AS $$
BEGIN
  PERFORM FROM changed WHERE finished_at IS NOT NULL AND trigger = 'event' LIMIT 1;
  IF NOT FOUND THEN RETURN NULL; END IF;
  PERFORM FROM (SELECT DISTINCT resource_id, merchant_id FROM changed WHERE finished_at IS NOT NULL AND trigger = 'event' ORDER BY resource_id) c
    CROSS JOIN LATERAL (SELECT FROM event_sequences s WHERE s.merchant_id = c.merchant_id AND s.resource_id = c.resource_id LIMIT 1 FOR SHARE) locked;
  UPDATE webhook_deliveries d SET state = 'due'
    FROM (SELECT DISTINCT lane_id, resource_id, destination FROM changed WHERE finished_at IS NOT NULL AND trigger = 'event') c
    CROSS JOIN LATERAL (
      SELECT w.ctid FROM webhook_deliveries w
      WHERE w.lane_id = c.lane_id AND w.resource_id = c.resource_id AND w.destination = c.destination AND w.state = 'waiting'
        AND NOT EXISTS (SELECT FROM webhook_deliveries e WHERE e.resource_id = c.resource_id AND e.lane_id = c.lane_id
          AND e.destination = c.destination AND e.state IN ('due', 'sending') AND e.trigger = 'event')
      ORDER BY w.sequence LIMIT 1) next
    WHERE d.ctid = next.ctid AND d.state = 'waiting';
  RETURN NULL;
END $$;
COMMENT ON FUNCTION release_next() IS 'Makes the next event of a resource due when the one before it is delivered or exhausted.';
CREATE TRIGGER release_next AFTER UPDATE ON webhook_deliveries REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION release_next();

CREATE VIEW deliveries_in_flight AS
  SELECT lane_id AS id, count(*) AS deliveries FROM webhook_deliveries WHERE state = 'sending' GROUP BY lane_id
  UNION ALL
  SELECT merchant_id, count(*) FROM webhook_deliveries WHERE state = 'sending' GROUP BY merchant_id;
COMMENT ON VIEW deliveries_in_flight IS 'How many deliveries of each lane, and how many of each merchant, are being sent.';

-- How a claim chooses: `lanes_to_serve` names lanes, the claim locks them, and `deliveries_in_turn` picks what is due in them.
-- Sessions keep plans that were made while the table was nearly empty. So no plan may read a whole table, each row is looked up by its
-- key (LIMIT 1), and counts are found in an object. Bitmaps are off because they read dead entries of an index again and again.

-- Each step of the walk is one index probe, to the next lane and when it is first due, so a long backlog costs no more than a short one.
CREATE FUNCTION lanes_to_serve(after_lane uuid) RETURNS SETOF webhook_lanes LANGUAGE plpgsql STABLE ROWS 64 SET search_path FROM CURRENT AS $$
BEGIN
  RETURN QUERY
  WITH RECURSIVE busy AS MATERIALIZED (SELECT coalesce(jsonb_object_agg(id, deliveries), '{}') AS by_id FROM deliveries_in_flight),
  walk AS (
    (SELECT merchant_id, lane_id, next_attempt_at FROM webhook_deliveries WHERE state = 'due' AND lane_id > after_lane
     ORDER BY lane_id, next_attempt_at LIMIT 1)
    UNION ALL
    SELECT next.* FROM walk CROSS JOIN LATERAL (
      SELECT d.merchant_id, d.lane_id, d.next_attempt_at FROM webhook_deliveries d WHERE d.state = 'due' AND d.lane_id > walk.lane_id
      ORDER BY d.lane_id, d.next_attempt_at LIMIT 1) next)
  SELECT l.* FROM (SELECT * FROM walk LIMIT 8192) w
  CROSS JOIN LATERAL (SELECT * FROM webhook_lanes WHERE merchant_id = w.merchant_id AND lane_id = w.lane_id LIMIT 1) l
  WHERE w.next_attempt_at <= now()
    AND coalesce(((SELECT by_id FROM busy) ->> l.lane_id::text)::int, 0) < l.max_in_flight
    AND coalesce(((SELECT by_id FROM busy) ->> l.merchant_id::text)::int, 0) < 4 * l.max_in_flight
    AND l.lane_id NOT IN (SELECT p.lane_id FROM app_endpoints e JOIN webhook_lanes p USING (merchant_id, app_id) WHERE e.paused)
  LIMIT 256;
END $$;
COMMENT ON FUNCTION lanes_to_serve(uuid) IS 'Up to 256 lanes after `after_lane` that have a due delivery and room for it. A lane has room for max_in_flight deliveries, and its merchant for four times that. Lanes of paused apps have none.';

-- Half of a worker's slots are kept for the first 4 of a lane and the first 16 of a merchant. So receivers that never answer delay their
-- own merchant only, even if they were healthy until now and had more in flight.
CREATE FUNCTION deliveries_in_turn(lanes webhook_lanes[], free_slots int) RETURNS SETOF tid LANGUAGE plpgsql STABLE ROWS 64 SET search_path FROM CURRENT AS $$
DECLARE
  kept_slots CONSTANT int := 128;                                   -- of the 256 that a worker usually has
BEGIN
  RETURN QUERY
  WITH busy AS MATERIALIZED (SELECT coalesce(jsonb_object_agg(id, deliveries), '{}') AS by_id FROM deliveries_in_flight),
  due AS (
    SELECT l.merchant_id, l.max_in_flight, d.at, d.next_attempt_at, b.in_lane + d.place AS in_lane, b.of_merchant
    FROM unnest(lanes) l
    CROSS JOIN LATERAL (SELECT coalesce((by_id ->> l.lane_id::text)::int, 0) AS in_lane,
      coalesce((by_id ->> l.merchant_id::text)::int, 0) AS of_merchant FROM busy) b
    CROSS JOIN LATERAL (
      SELECT ctid AS at, next_attempt_at, row_number() OVER (ORDER BY next_attempt_at) AS place FROM webhook_deliveries
      WHERE lane_id = l.lane_id AND state = 'due' AND next_attempt_at <= now()
      ORDER BY next_attempt_at LIMIT greatest(0, l.max_in_flight - b.in_lane)) d),
  fair AS (                                                         -- the first four of each lane come before any fifth
    SELECT at, next_attempt_at, max_in_flight, in_lane,
      of_merchant + row_number() OVER (PARTITION BY merchant_id ORDER BY in_lane > 4, next_attempt_at, in_lane) AS of_merchant FROM due),
  turns AS (
    SELECT at, in_lane > 4 OR of_merchant > 16 AS extra, row_number() OVER (ORDER BY in_lane > 4 OR of_merchant > 16, next_attempt_at) AS turn
    FROM fair WHERE of_merchant <= 4 * max_in_flight)
  SELECT at FROM turns WHERE turn <= CASE WHEN extra THEN free_slots - kept_slots ELSE free_slots END;
END $$;
COMMENT ON FUNCTION deliveries_in_turn(webhook_lanes[], int) IS 'Where the due deliveries are that these lanes may send now, the oldest of each lane first, up to `free_slots`.';

CREATE FUNCTION claim_due(free_slots int, lease interval, token uuid, after_lane uuid) RETURNS SETOF webhook_deliveries
LANGUAGE plpgsql SET search_path FROM CURRENT SET enable_seqscan = off SET enable_bitmapscan = off AS $$
DECLARE
  mine webhook_lanes[];
BEGIN
  SELECT array_agg(l) INTO mine FROM (
    SELECT l.* FROM webhook_lanes l JOIN lanes_to_serve(after_lane) s USING (merchant_id, lane_id) FOR NO KEY UPDATE OF l SKIP LOCKED) l;
  -- A second statement counts again what is in flight: from now on no other claim takes what is due in these lanes.
  RETURN QUERY
  UPDATE webhook_deliveries d SET state = 'sending', attempts = d.attempts + 1, lease_until = now() + lease, lease_token = token
  WHERE d.ctid = ANY (ARRAY(SELECT deliveries_in_turn(mine, free_slots))) RETURNING d.*;
END $$;
COMMENT ON FUNCTION claim_due(int, interval, uuid, uuid) IS 'Leases up to free_slots due deliveries to the worker that holds the token, counts the attempt, and returns them. The next claim begins after another lane. claim_deliveries is how the previous release does it.';

-- A delivery that waits is pending, exactly like one that is due.
CREATE OR REPLACE VIEW event_destinations AS
  SELECT d.merchant_id, d.event_id, l.app_id, d.destination,
    (array_agg(d.url ORDER BY d.delivery_id))[1] AS url,
    (array_agg(d.api_version ORDER BY d.delivery_id))[1] AS api_version,
    CASE WHEN bool_or(d.state = 'delivered') THEN 'delivered' WHEN bool_or(d.state IN ('waiting', 'due', 'sending')) THEN 'pending' ELSE 'exhausted' END AS outcome,
    max(d.finished_at) AS finished_at
  FROM webhook_deliveries d JOIN webhook_lanes l ON l.merchant_id = d.merchant_id AND l.lane_id = d.lane_id
  GROUP BY d.merchant_id, d.event_id, l.app_id, d.destination;

DO $$
BEGIN
  EXECUTE format('GRANT SELECT ON deliveries_in_flight TO %I', current_setting('mps.role'));
END $$;
