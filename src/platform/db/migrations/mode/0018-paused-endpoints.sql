-- As before, and besides whether the app is paused; and what was changed in the settings of this mode's apps and nobody was told of yet.
DO $$
BEGIN
  EXECUTE format($view$
    CREATE OR REPLACE VIEW app_endpoints WITH (security_barrier) AS
      SELECT e.app_id, e.merchant_id, e.url, e.event_types, a.api_version, e.secret_sealed, e.previous_secret_sealed, e.previous_secret_until,
        e.paused_at IS NOT NULL AS paused
      FROM platform.webhook_endpoints e JOIN platform.api_apps a ON a.id = e.app_id
      WHERE a.mode = %L $view$, current_schema());
  EXECUTE format($view$
    CREATE VIEW settings_changes WITH (security_barrier) AS
      SELECT c.merchant_id, c.change_id, c.app_id, c.changed, c.due_at
      FROM platform.settings_changes c JOIN platform.api_apps a ON a.id = c.app_id
      WHERE a.mode = %L AND c.told_at IS NULL $view$, current_schema());
  EXECUTE format('GRANT SELECT ON settings_changes TO %I', current_setting('mps.role'));
END $$;
COMMENT ON VIEW app_endpoints IS 'Where the apps of this mode receive events, what signs them, and whether they are to wait.';
COMMENT ON VIEW settings_changes IS 'Changes in the settings of this mode''s apps that no event tells of yet.';

-- As in 0006, and besides: what belongs to a paused app waits, uses up no attempt, and takes no place among the lanes that are looked at.
-- `walked` bounds what one claim looks through to find them; the next one begins elsewhere.
CREATE OR REPLACE FUNCTION claim_deliveries(free_slots int, lease interval, token uuid, after_lane uuid) RETURNS SETOF webhook_deliveries
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  share CONSTANT int := 16;                                         -- of the 64 of a worker
  whose uuid[];
  mine uuid[];
BEGIN
  WITH RECURSIVE busy AS MATERIALIZED (
    SELECT merchant_id FROM webhook_deliveries WHERE state = 'sending' GROUP BY merchant_id HAVING count(*) >= share),
  paused AS MATERIALIZED (
    SELECT l.lane_id FROM app_endpoints e JOIN webhook_lanes l ON l.merchant_id = e.merchant_id AND l.app_id = e.app_id WHERE e.paused),
  hot AS (                                                          -- skip scan: one index probe per lane that has something due
    (SELECT merchant_id, lane_id FROM webhook_deliveries WHERE state = 'due' AND lane_id > after_lane ORDER BY lane_id LIMIT 1)
    UNION ALL
    SELECT n.merchant_id, n.lane_id FROM hot h CROSS JOIN LATERAL (
      SELECT d.merchant_id, d.lane_id FROM webhook_deliveries d WHERE d.state = 'due' AND d.lane_id > h.lane_id ORDER BY d.lane_id LIMIT 1) n),
  walked AS (SELECT merchant_id, lane_id FROM hot LIMIT 8192),
  seen AS (SELECT merchant_id, lane_id FROM walked WHERE lane_id NOT IN (SELECT lane_id FROM paused) LIMIT 1024),
  chosen AS (
    SELECT s.merchant_id, s.lane_id FROM seen s
    WHERE NOT EXISTS (SELECT FROM busy b WHERE b.merchant_id = s.merchant_id)
      AND EXISTS (SELECT FROM webhook_deliveries d WHERE d.lane_id = s.lane_id AND d.state = 'due' AND d.next_attempt_at <= now())
    LIMIT 256),
  locked AS (SELECT l.merchant_id, l.lane_id FROM webhook_lanes l JOIN chosen USING (merchant_id, lane_id) FOR NO KEY UPDATE OF l SKIP LOCKED)
  SELECT array_agg(merchant_id), array_agg(lane_id) INTO whose, mine FROM locked;
  RETURN QUERY                                                      -- a second statement: its snapshot is taken after the lane locks
  WITH sending AS MATERIALIZED (
    SELECT merchant_id, count(*) AS n FROM webhook_deliveries WHERE state = 'sending' GROUP BY merchant_id),
  due AS (
    SELECT d.merchant_id, d.delivery_id, d.next_attempt_at, row_number() OVER (PARTITION BY d.merchant_id ORDER BY d.next_attempt_at) AS place
    FROM unnest(whose, mine) AS m (merchant_id, lane_id) JOIN webhook_lanes l USING (merchant_id, lane_id)
    CROSS JOIN LATERAL (SELECT count(*) AS n FROM webhook_deliveries s WHERE s.lane_id = l.lane_id AND s.state = 'sending') busy
    CROSS JOIN LATERAL (
      SELECT d.merchant_id, d.delivery_id, d.next_attempt_at FROM webhook_deliveries d
      WHERE d.lane_id = l.lane_id AND d.state = 'due' AND d.next_attempt_at <= now()
        AND (d.trigger = 'replay' OR NOT EXISTS (SELECT FROM webhook_deliveries e WHERE e.resource_id = d.resource_id AND e.lane_id = d.lane_id
             AND e.destination = d.destination AND e.trigger = 'event' AND e.state IN ('due', 'sending') AND e.sequence < d.sequence))
      ORDER BY d.next_attempt_at LIMIT greatest(0, l.max_in_flight - busy.n) FOR NO KEY UPDATE OF d SKIP LOCKED) d),
  pick AS (
    SELECT due.merchant_id, due.delivery_id FROM due LEFT JOIN sending USING (merchant_id)
    WHERE due.place + coalesce(sending.n, 0) <= share ORDER BY due.next_attempt_at LIMIT free_slots)
  UPDATE webhook_deliveries x SET state = 'sending', attempts = x.attempts + 1, lease_until = now() + lease, lease_token = token
  FROM pick WHERE x.merchant_id = pick.merchant_id AND x.delivery_id = pick.delivery_id RETURNING x.*;
END $$;
