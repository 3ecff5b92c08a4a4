-- How apps learn of events: where each app receives them, deliveries, and their attempts.

CREATE TABLE webhook_lanes (
  merchant_id uuid,
  lane_id uuid,
  app_id uuid NOT NULL,
  origin text NOT NULL,                                             -- scheme, host and port of the receiver
  max_in_flight smallint NOT NULL DEFAULT 4,
  failing_since timestamptz,
  PRIMARY KEY (merchant_id, lane_id),
  CONSTRAINT lane_once UNIQUE (merchant_id, app_id, origin));
COMMENT ON TABLE webhook_lanes IS 'A lane is one app and one origin of a receiver; it limits how many deliveries are in flight to that origin. lane_id is random, so that a claim can start anywhere.';

-- Inserting a lane locks it. A transaction inserts its lanes last, to avoid a deadlock, so delivery_lane is checked at COMMIT.
CREATE TABLE webhook_deliveries (
  merchant_id uuid,
  delivery_id uuid,
  event_id uuid NOT NULL,
  api_version text NOT NULL,
  lane_id uuid NOT NULL,
  destination text NOT NULL,
  url text NOT NULL,
  trigger text NOT NULL,
  resource_id uuid NOT NULL,
  sequence bigint NOT NULL,
  state text NOT NULL DEFAULT 'due',
  attempts smallint NOT NULL DEFAULT 0,
  max_attempts smallint NOT NULL,
  next_attempt_at timestamptz NOT NULL DEFAULT now(),
  lease_until timestamptz,
  lease_token uuid,
  finished_at timestamptz,
  PRIMARY KEY (merchant_id, delivery_id),
  CONSTRAINT delivery_body FOREIGN KEY (merchant_id, event_id, api_version) REFERENCES event_bodies,
  CONSTRAINT delivery_lane FOREIGN KEY (merchant_id, lane_id) REFERENCES webhook_lanes DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT known_destination CHECK (destination IN ('app', 'notification_url')),
  CONSTRAINT known_trigger CHECK (trigger IN ('event', 'replay')),
  CONSTRAINT delivery_state CHECK (state IN ('due', 'sending', 'delivered', 'exhausted')),
  CONSTRAINT attempts_within_budget CHECK (attempts <= max_attempts),
  CONSTRAINT lease_while_sending CHECK ((state = 'sending') = (lease_token IS NOT NULL))
) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 200);
CREATE UNIQUE INDEX delivered_once ON webhook_deliveries (merchant_id, event_id, url) WHERE trigger = 'event';
CREATE INDEX deliveries_due ON webhook_deliveries (lane_id, next_attempt_at) WHERE state = 'due';
-- The only index of what is being sent. With a second one, by lease, the planner read the wrong one for every lane.
CREATE INDEX deliveries_sending ON webhook_deliveries (lane_id) WHERE state = 'sending';
CREATE INDEX deliveries_unfinished ON webhook_deliveries (resource_id, lane_id, destination, sequence) WHERE state IN ('due', 'sending') AND trigger = 'event';
CREATE INDEX deliveries_finished ON webhook_deliveries (finished_at) WHERE finished_at IS NOT NULL;
CREATE INDEX deliveries_of_event ON webhook_deliveries (merchant_id, event_id);
CREATE INDEX deliveries_exhausted ON webhook_deliveries (merchant_id, event_id) WHERE state = 'exhausted';
COMMENT ON TABLE webhook_deliveries IS 'One event to one address: when it is tried next, its lease and its outcome. Kept for 30 days after it has finished.';

CREATE TABLE webhook_attempts (
  merchant_id uuid,
  delivery_id uuid,
  attempt_id uuid,
  attempt smallint NOT NULL,
  started_at timestamptz NOT NULL,
  duration_ms int NOT NULL,
  address inet,
  status smallint,
  failure text,
  late boolean NOT NULL DEFAULT false,
  response_headers text,
  response_start text,
  PRIMARY KEY (merchant_id, delivery_id, attempt_id),
  CONSTRAINT known_failure CHECK (failure IN ('http', 'dns', 'address', 'connect', 'tls', 'timeout', 'reset', 'worker_lost')));
COMMENT ON TABLE webhook_attempts IS 'Every attempt of a delivery and what the receiver answered; append-only.';

-- How a claim chooses:
-- 1. It walks at most 8192 lanes with due deliveries, beginning after `after_lane`; the next claim begins elsewhere. It passes over the
--    lanes of paused apps, so their deliveries wait, use up no attempt and take no place among the 1024 lanes it considers.
-- 2. It locks at most 256 lanes that have something to send now. Deliveries need no lock of their own: whoever claims holds their lane.
-- 3. Events about one resource go to one destination in order. So in each lane it looks at the `look` oldest due deliveries and checks
--    for each whether an earlier event of its resource is unfinished. When most of them are blocked, as in a long backlog of one
--    resource, it finds the first event of every resource in one pass instead.
-- 4. A merchant has at most `share` deliveries in flight, so receivers that never answer delay their own merchant only.
-- Sessions keep plans that were made while the table was nearly empty. Therefore no plan may read a whole table (enable_seqscan), and
-- the rows to take are found by their key: `state || ''` keeps the planner from searching the index of due rows once for each of them.
CREATE FUNCTION claim_deliveries(free_slots int, lease interval, token uuid, after_lane uuid) RETURNS SETOF webhook_deliveries
LANGUAGE plpgsql SET search_path FROM CURRENT SET enable_seqscan = off AS $$
DECLARE
  share CONSTANT int := 16;                                         -- of the 256 that a worker usually has in flight
  look CONSTANT int := 16;                                          -- due deliveries of a lane that are checked one by one
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
  RETURN QUERY                                                      -- a second statement, so that its snapshot is taken after the lane locks
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
      heads AS MATERIALIZED (                                       -- the first unfinished event of every resource, in one pass
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
COMMENT ON FUNCTION claim_deliveries(int, interval, uuid, uuid) IS 'Leases up to free_slots due deliveries to the worker that holds the token, counts the attempt, and returns them.';

CREATE FUNCTION forget_deliveries(batch int) RETURNS int LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE gone int;
BEGIN
  WITH old AS MATERIALIZED (SELECT merchant_id, delivery_id FROM webhook_deliveries WHERE finished_at < now() - interval '30 days' LIMIT batch FOR UPDATE SKIP LOCKED),
  attempts AS (DELETE FROM webhook_attempts a USING old WHERE a.merchant_id = old.merchant_id AND a.delivery_id = old.delivery_id)
  DELETE FROM webhook_deliveries d USING old WHERE d.merchant_id = old.merchant_id AND d.delivery_id = old.delivery_id;
  GET DIAGNOSTICS gone = ROW_COUNT;
  RETURN gone;
END $$;
COMMENT ON FUNCTION forget_deliveries(int) IS 'Deletes up to `batch` deliveries that finished more than 30 days ago, with their attempts, and returns how many. Runs with the owner''s rights: the mode''s role may not delete them.';

CREATE FUNCTION forget_events(batch int) RETURNS int LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  gone int;
  old_ids uuid[];
BEGIN
  SELECT array_agg(event_id) INTO old_ids FROM (
    SELECT event_id FROM events e WHERE created_at < now() - interval '90 days'
      AND NOT EXISTS (SELECT FROM webhook_deliveries d WHERE d.merchant_id = e.merchant_id AND d.event_id = e.event_id)
    ORDER BY created_at LIMIT batch) old;
  DELETE FROM event_bodies b USING events e WHERE e.event_id = ANY (old_ids) AND b.merchant_id = e.merchant_id AND b.event_id = e.event_id;
  DELETE FROM events e WHERE e.event_id = ANY (old_ids) AND e.created_at < now() - interval '90 days';
  GET DIAGNOSTICS gone = ROW_COUNT;
  RETURN gone;
END $$;
COMMENT ON FUNCTION forget_events(int) IS 'Deletes up to `batch` events that are older than 90 days and have no delivery left, and returns how many. Runs with the owner''s rights, as forget_deliveries does.';

-- Nobody rewrites what a receiver answered.
CREATE TRIGGER append_only BEFORE UPDATE ON webhook_attempts FOR EACH STATEMENT EXECUTE FUNCTION append_only();

-- Two views read schema platform with the owner's rights: the mode's role has none there, and no query has to name the mode.
DO $$
BEGIN
  EXECUTE format($view$
    CREATE VIEW app_endpoints WITH (security_barrier) AS
      SELECT e.app_id, e.merchant_id, e.url, e.event_types, a.api_version, e.secret_sealed, e.previous_secret_sealed, e.previous_secret_until,
        e.paused_at IS NOT NULL AS paused
      FROM platform.webhook_endpoints e JOIN platform.api_apps a ON a.id = e.app_id
      WHERE a.mode = %L $view$, current_schema());
  EXECUTE format($view$
    CREATE VIEW settings_changes WITH (security_barrier) AS
      SELECT c.merchant_id, c.change_id, c.app_id, c.changed, c.due_at
      FROM platform.settings_changes c JOIN platform.api_apps a ON a.id = c.app_id
      WHERE a.mode = %L AND c.told_at IS NULL $view$, current_schema());
END $$;
COMMENT ON VIEW app_endpoints IS 'Where the apps of this mode receive events, the secrets that sign them, and whether the app is paused.';
COMMENT ON VIEW settings_changes IS 'Changed settings of this mode''s apps that have no event yet.';

-- An app may change its address between a delivery and a replay, so a destination is the app itself or the notification URL it gave.
CREATE VIEW event_destinations AS
  SELECT d.merchant_id, d.event_id, l.app_id, d.destination,
    (array_agg(d.url ORDER BY d.delivery_id))[1] AS url,
    (array_agg(d.api_version ORDER BY d.delivery_id))[1] AS api_version,
    CASE WHEN bool_or(d.state = 'delivered') THEN 'delivered' WHEN bool_or(d.state IN ('due', 'sending')) THEN 'pending' ELSE 'exhausted' END AS outcome,
    max(d.finished_at) AS finished_at
  FROM webhook_deliveries d JOIN webhook_lanes l ON l.merchant_id = d.merchant_id AND l.lane_id = d.lane_id
  GROUP BY d.merchant_id, d.event_id, l.app_id, d.destination;
COMMENT ON VIEW event_destinations IS 'The destinations of an event, each with the address and API version of its first delivery and its outcome: `delivered` as soon as one delivery succeeded, the first or a replay.';

REVOKE ALL ON FUNCTION forget_deliveries(int), forget_events(int) FROM PUBLIC;
DO $$
DECLARE app text := current_setting('mps.role');
BEGIN
  EXECUTE format('GRANT SELECT, INSERT, UPDATE ON webhook_lanes, webhook_deliveries TO %I', app);
  EXECUTE format('GRANT SELECT, INSERT ON webhook_attempts TO %I', app);
  EXECUTE format('GRANT SELECT ON app_endpoints, settings_changes, event_destinations TO %I', app);
  EXECUTE format('GRANT EXECUTE ON FUNCTION forget_deliveries(int), forget_events(int) TO %I', app);
  IF current_schema() = 'live' THEN
    -- In live attempts older than 30 days may be deleted, but the table cannot be truncated, not even by the owner.
    CREATE TRIGGER never_removed BEFORE TRUNCATE ON webhook_attempts FOR EACH STATEMENT EXECUTE FUNCTION append_only();
  END IF;
END $$;
