-- As in 0006, but for what it costs: thousands of changes of one resource that wait for the first of them were looked at one by one,
-- at every claim, and everybody waited for that. Now the oldest few are, and where these are blocked, the first of each resource is
-- found in one go. Rows are not locked any more before they are taken: who claims holds the lane.
-- What belongs to a paused app waits, uses up no attempt, and takes no place among the lanes that are looked at. `walked` bounds what one
-- claim looks through to find them; the next one begins elsewhere.
-- Sessions keep the plans they made when there was nothing to do. So no plan may read a whole table, and what is taken is found by its
-- key: a condition that the index of due rows knows (hence the empty string) made a claim look through all of them for each it took.
-- Of two indexes of what is being sent the wrong one was taken, once for each lane; the sweep reads the other one as well.
DROP INDEX deliveries_leased;

CREATE OR REPLACE FUNCTION claim_deliveries(free_slots int, lease interval, token uuid, after_lane uuid) RETURNS SETOF webhook_deliveries
LANGUAGE plpgsql SET search_path FROM CURRENT SET enable_seqscan = off AS $$
DECLARE
  share CONSTANT int := 16;                                         -- of the 256 of a worker
  look CONSTANT int := 16;                                          -- rows of a lane, where most are not blocked
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
    CROSS JOIN LATERAL (SELECT FROM webhook_deliveries d WHERE d.lane_id = s.lane_id AND d.state = 'due' AND d.next_attempt_at <= now() LIMIT 1) ready
    WHERE NOT EXISTS (SELECT FROM busy b WHERE b.merchant_id = s.merchant_id) LIMIT 256),
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
      WITH oldest AS MATERIALIZED (
        SELECT d.merchant_id, d.delivery_id, d.next_attempt_at,
          d.trigger = 'replay' OR NOT EXISTS (SELECT FROM webhook_deliveries e WHERE e.resource_id = d.resource_id AND e.lane_id = d.lane_id
            AND e.destination = d.destination AND e.trigger = 'event' AND e.state IN ('due', 'sending') AND e.sequence < d.sequence) AS is_next
        FROM webhook_deliveries d WHERE d.lane_id = l.lane_id AND d.state = 'due' AND d.next_attempt_at <= now()
        ORDER BY d.next_attempt_at LIMIT look),
      blocked AS MATERIALIZED (
        SELECT count(*) = look AND count(*) FILTER (WHERE o.is_next) < l.max_in_flight - busy.n AS mostly FROM oldest o),
      heads AS MATERIALIZED (                                       -- one look at all, instead of one for each
        SELECT u.resource_id, u.destination, min(u.sequence) AS sequence FROM (
          SELECT d.resource_id, d.destination, d.sequence FROM webhook_deliveries d WHERE d.lane_id = l.lane_id AND d.state = 'due' AND d.trigger = 'event'
          UNION ALL
          SELECT d.resource_id, d.destination, d.sequence FROM webhook_deliveries d WHERE d.lane_id = l.lane_id AND d.state = 'sending' AND d.trigger = 'event') u
        GROUP BY u.resource_id, u.destination)
      SELECT o.merchant_id, o.delivery_id, o.next_attempt_at FROM oldest o WHERE o.is_next AND NOT (SELECT mostly FROM blocked)
      UNION ALL
      SELECT d.merchant_id, d.delivery_id, d.next_attempt_at FROM webhook_deliveries d
      WHERE (SELECT mostly FROM blocked) AND d.lane_id = l.lane_id AND d.state = 'due' AND d.next_attempt_at <= now()
        AND (d.trigger = 'replay' OR (d.resource_id, d.destination, d.sequence) IN (SELECT h.resource_id, h.destination, h.sequence FROM heads h))
      ORDER BY next_attempt_at LIMIT greatest(0, l.max_in_flight - busy.n)) d),
  pick AS (
    SELECT due.merchant_id, due.delivery_id FROM due LEFT JOIN sending USING (merchant_id)
    WHERE due.place + coalesce(sending.n, 0) <= share ORDER BY due.next_attempt_at LIMIT free_slots)
  UPDATE webhook_deliveries x SET state = 'sending', attempts = x.attempts + 1, lease_until = now() + lease, lease_token = token
  FROM pick WHERE x.merchant_id = pick.merchant_id AND x.delivery_id = pick.delivery_id AND x.state || '' = 'due' RETURNING x.*;
END $$;
