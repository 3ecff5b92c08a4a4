-- Four busy lanes of a merchant kept a fifth one waiting that may have 4 in flight, because it is new or has failed: the first four of each
-- were sixteen already, for as long as those were busy. So what such a lane may have, and what of it comes before others at a worker, is
-- judged by lanes like it. Decision 0050.

CREATE OR REPLACE VIEW first_deliveries_in_flight AS
  SELECT d.merchant_id, sum(least(d.deliveries, 4))::int AS deliveries,
    coalesce(sum(least(d.deliveries, 4)) FILTER (WHERE l.max_in_flight <= 4), 0)::int AS of_small
  FROM (SELECT merchant_id, lane_id, count(*) AS deliveries FROM webhook_deliveries WHERE state = 'sending' GROUP BY merchant_id, lane_id) d
  CROSS JOIN LATERAL (SELECT max_in_flight FROM webhook_lanes WHERE merchant_id = d.merchant_id AND lane_id = d.lane_id LIMIT 1) l
  GROUP BY d.merchant_id;
COMMENT ON VIEW first_deliveries_in_flight IS 'How many deliveries of each merchant are being sent, of each lane no more than four; and of these, those of lanes that may have no more.';

CREATE OR REPLACE FUNCTION lanes_to_serve(after_lane uuid) RETURNS SETOF webhook_lanes LANGUAGE plpgsql STABLE ROWS 64 SET search_path FROM CURRENT AS $$
BEGIN
  RETURN QUERY
  WITH RECURSIVE busy AS MATERIALIZED (SELECT coalesce(jsonb_object_agg(id, deliveries), '{}') AS by_id FROM deliveries_in_flight),
  firsts AS MATERIALIZED (SELECT coalesce(jsonb_object_agg(merchant_id, deliveries), '{}') AS by_id,
    coalesce(jsonb_object_agg(merchant_id, of_small), '{}') AS small_by_id FROM first_deliveries_in_flight),
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
    AND (coalesce(((SELECT by_id FROM busy) ->> l.merchant_id::text)::int, 0) < 4 * l.max_in_flight
      OR coalesce(((SELECT by_id FROM busy) ->> l.lane_id::text)::int, 0) < 4
        AND coalesce((CASE WHEN l.max_in_flight > 4 THEN (SELECT by_id FROM firsts) ELSE (SELECT small_by_id FROM firsts) END
          ->> l.merchant_id::text)::int, 0) < 4 * l.max_in_flight)
    AND l.lane_id NOT IN (SELECT p.lane_id FROM app_endpoints e JOIN webhook_lanes p USING (merchant_id, app_id) WHERE e.paused)
  LIMIT 256;
END $$;
COMMENT ON FUNCTION lanes_to_serve(uuid) IS 'Up to 256 lanes after `after_lane` that have a due delivery and room for it. A lane has room for max_in_flight deliveries, and its merchant for four times that; for the first four of a lane, only the first four of each lane of the merchant count, and if it may have no more, only those of lanes that may have no more either. Lanes of paused apps have none.';

CREATE OR REPLACE FUNCTION deliveries_in_turn(lanes webhook_lanes[], free_slots int) RETURNS SETOF tid LANGUAGE plpgsql STABLE ROWS 64 SET search_path FROM CURRENT AS $$
DECLARE
  kept_slots CONSTANT int := 128;                                   -- of the 256 that a worker usually has
BEGIN
  RETURN QUERY
  WITH busy AS MATERIALIZED (SELECT coalesce(jsonb_object_agg(id, deliveries), '{}') AS by_id FROM deliveries_in_flight),
  firsts AS MATERIALIZED (SELECT coalesce(jsonb_object_agg(merchant_id, deliveries), '{}') AS by_id,
    coalesce(jsonb_object_agg(merchant_id, of_small), '{}') AS small_by_id FROM first_deliveries_in_flight),
  counted AS MATERIALIZED (                                         -- as numbers: the sorts below would carry the objects along
    SELECT l.merchant_id, l.lane_id, l.max_in_flight, coalesce((busy.by_id ->> l.lane_id::text)::int, 0) AS in_lane,
      coalesce((busy.by_id ->> l.merchant_id::text)::int, 0) AS of_merchant,
      coalesce((firsts.by_id ->> l.merchant_id::text)::int, 0) AS first_of_merchant,
      coalesce((firsts.small_by_id ->> l.merchant_id::text)::int, 0) AS first_of_small
    FROM unnest(lanes) l CROSS JOIN busy CROSS JOIN firsts),
  due AS (
    SELECT l.merchant_id, l.max_in_flight, d.at, d.next_attempt_at, l.in_lane + d.place AS in_lane, l.of_merchant, l.first_of_merchant,
      l.first_of_small
    FROM counted l
    CROSS JOIN LATERAL (                                            -- no more of a lane than may be taken, if no other lane has any
      SELECT ctid AS at, next_attempt_at, row_number() OVER (ORDER BY next_attempt_at) AS place FROM webhook_deliveries
      WHERE lane_id = l.lane_id AND state = 'due' AND next_attempt_at <= now()
      ORDER BY next_attempt_at
      LIMIT greatest(0, least(l.max_in_flight - l.in_lane, greatest(0, 4 - l.in_lane) + greatest(0, free_slots - kept_slots)))) d),
  fair AS (                                                         -- the first four of each lane come before any fifth
    SELECT at, next_attempt_at, max_in_flight, in_lane, of_merchant + row_number() OVER mine AS of_merchant,
      CASE WHEN max_in_flight > 4 THEN first_of_merchant + row_number() OVER mine
        ELSE first_of_small + row_number() OVER small END AS first_of_its_kind FROM due
    WINDOW mine AS (PARTITION BY merchant_id ORDER BY in_lane > 4, next_attempt_at, in_lane),
      small AS (PARTITION BY merchant_id, max_in_flight > 4 ORDER BY in_lane > 4, next_attempt_at, in_lane)),
  turns AS (
    SELECT at, in_lane > 4 OR first_of_its_kind > 16 AS extra,
      row_number() OVER (ORDER BY in_lane > 4 OR first_of_its_kind > 16, next_attempt_at) AS turn
    FROM fair WHERE of_merchant <= 4 * max_in_flight OR in_lane <= 4 AND first_of_its_kind <= 4 * max_in_flight)
  SELECT at FROM turns WHERE turn <= CASE WHEN extra THEN free_slots - kept_slots ELSE free_slots END;
END $$;
COMMENT ON FUNCTION deliveries_in_turn(webhook_lanes[], int) IS 'Where the due deliveries are that these lanes may send now, the oldest of each lane first, up to `free_slots`.';

-- Most claims find no lane.
CREATE OR REPLACE FUNCTION claim_due(free_slots int, lease interval, token uuid, after_lane uuid) RETURNS SETOF webhook_deliveries
LANGUAGE plpgsql SET search_path FROM CURRENT SET enable_seqscan = off SET enable_bitmapscan = off AS $$
DECLARE
  mine webhook_lanes[];
BEGIN
  SELECT array_agg(l) INTO mine FROM (
    SELECT l.* FROM webhook_lanes l JOIN lanes_to_serve(after_lane) s USING (merchant_id, lane_id) FOR NO KEY UPDATE OF l SKIP LOCKED) l;
  IF mine IS NULL THEN RETURN; END IF;
  -- A second statement counts again what is in flight: from now on no other claim takes what is due in these lanes.
  RETURN QUERY
  UPDATE webhook_deliveries d SET state = 'sending', attempts = d.attempts + 1, lease_until = now() + lease, lease_token = token
  WHERE d.ctid = ANY (ARRAY(SELECT deliveries_in_turn(mine, free_slots))) RETURNING d.*;
END $$;
