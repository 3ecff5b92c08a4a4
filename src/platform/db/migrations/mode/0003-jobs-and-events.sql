CREATE TABLE jobs (
  merchant_id uuid, job_id uuid, kind text NOT NULL, key text NOT NULL, payload jsonb NOT NULL DEFAULT '{}', state text NOT NULL DEFAULT 'due',
  due_at timestamptz NOT NULL, attempts smallint NOT NULL DEFAULT 0, max_attempts smallint NOT NULL DEFAULT 10,
  lease_until timestamptz, lease_token uuid, last_error text, created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (merchant_id, job_id), CONSTRAINT job_once UNIQUE (merchant_id, kind, key),   -- key: the resource, and the period where it recurs
  CONSTRAINT job_state CHECK (state IN ('due', 'running', 'failed'))
) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 200);
CREATE INDEX jobs_due ON jobs (due_at) WHERE state = 'due';
CREATE INDEX jobs_running ON jobs (lease_until) WHERE state = 'running';
CREATE TABLE event_sequences (merchant_id uuid, resource_id uuid, last bigint NOT NULL, PRIMARY KEY (merchant_id, resource_id));
CREATE TABLE events (
  merchant_id uuid, event_id uuid, type text NOT NULL, resource_id uuid NOT NULL, sequence bigint NOT NULL, data text NOT NULL, request_id uuid,
  created_at timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (merchant_id, event_id), CONSTRAINT one_place UNIQUE (merchant_id, resource_id, sequence));
CREATE TABLE event_bodies (                                         -- one per version that some destination is pinned to: the frozen bytes of every attempt
  merchant_id uuid, event_id uuid, api_version text, body text NOT NULL, PRIMARY KEY (merchant_id, event_id, api_version),
  CONSTRAINT body_event FOREIGN KEY (merchant_id, event_id) REFERENCES events);
CREATE TABLE webhook_lanes (                                        -- one per app and origin (scheme, host, port) of a receiver
  merchant_id uuid, lane_id uuid, app_id uuid NOT NULL, origin text NOT NULL, max_in_flight smallint NOT NULL DEFAULT 4, failing_since timestamptz,
  PRIMARY KEY (merchant_id, lane_id), CONSTRAINT lane_once UNIQUE (merchant_id, app_id, origin));
CREATE TABLE webhook_deliveries (
  merchant_id uuid, delivery_id uuid, event_id uuid NOT NULL, api_version text NOT NULL, lane_id uuid NOT NULL, destination text NOT NULL, url text NOT NULL, trigger text NOT NULL,
  resource_id uuid NOT NULL, sequence bigint NOT NULL, state text NOT NULL DEFAULT 'due', attempts smallint NOT NULL DEFAULT 0, max_attempts smallint NOT NULL,
  next_attempt_at timestamptz NOT NULL DEFAULT now(), lease_until timestamptz, lease_token uuid, finished_at timestamptz,
  PRIMARY KEY (merchant_id, delivery_id),
  CONSTRAINT delivery_body FOREIGN KEY (merchant_id, event_id, api_version) REFERENCES event_bodies, CONSTRAINT delivery_lane FOREIGN KEY (merchant_id, lane_id) REFERENCES webhook_lanes,
  CONSTRAINT known_destination CHECK (destination IN ('app', 'notification_url')), CONSTRAINT known_trigger CHECK (trigger IN ('event', 'replay')),
  CONSTRAINT delivery_state CHECK (state IN ('due', 'sending', 'delivered', 'exhausted')),
  CONSTRAINT attempts_within_budget CHECK (attempts <= max_attempts),
  CONSTRAINT lease_while_sending CHECK ((state = 'sending') = (lease_token IS NOT NULL))
) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 200);
CREATE UNIQUE INDEX delivered_once ON webhook_deliveries (merchant_id, event_id, url) WHERE trigger = 'event';
CREATE INDEX deliveries_due ON webhook_deliveries (lane_id, next_attempt_at) WHERE state = 'due';
CREATE INDEX deliveries_sending ON webhook_deliveries (lane_id) WHERE state = 'sending';
CREATE INDEX deliveries_unfinished ON webhook_deliveries (resource_id, lane_id, destination, sequence) WHERE state IN ('due', 'sending') AND trigger = 'event';
CREATE TABLE webhook_attempts (                                     -- append-only
  merchant_id uuid, delivery_id uuid, attempt_id uuid, attempt smallint NOT NULL, started_at timestamptz NOT NULL, duration_ms int NOT NULL,
  address inet, status smallint, failure text, late boolean NOT NULL DEFAULT false, response_headers text, response_start text,
  PRIMARY KEY (merchant_id, delivery_id, attempt_id),
  CONSTRAINT known_failure CHECK (failure IN ('http', 'dns', 'address', 'connect', 'tls', 'timeout', 'reset', 'worker_lost')));

CREATE FUNCTION claim_deliveries(free_slots int, lease interval, token uuid, after_lane uuid) RETURNS SETOF webhook_deliveries
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE mine uuid[];
BEGIN
  WITH RECURSIVE hot AS (                                           -- skip scan: one index probe per lane that has something due
    (SELECT lane_id FROM webhook_deliveries WHERE state = 'due' AND lane_id > after_lane ORDER BY lane_id LIMIT 1)
    UNION ALL
    SELECT (SELECT d.lane_id FROM webhook_deliveries d WHERE d.state = 'due' AND d.lane_id > h.lane_id ORDER BY d.lane_id LIMIT 1)
    FROM hot h WHERE h.lane_id IS NOT NULL),
  chosen AS (SELECT lane_id FROM hot WHERE lane_id IS NOT NULL LIMIT 256),
  locked AS (SELECT l.lane_id FROM webhook_lanes l JOIN chosen USING (lane_id) FOR NO KEY UPDATE OF l SKIP LOCKED)
  SELECT array_agg(lane_id) INTO mine FROM locked;
  RETURN QUERY                                                      -- a second statement: its snapshot is taken after the lane locks
  WITH pick AS (
    SELECT d.merchant_id, d.delivery_id FROM webhook_lanes l
    CROSS JOIN LATERAL (SELECT count(*) AS n FROM webhook_deliveries s WHERE s.lane_id = l.lane_id AND s.state = 'sending') busy
    CROSS JOIN LATERAL (
      SELECT d.merchant_id, d.delivery_id, d.next_attempt_at FROM webhook_deliveries d
      WHERE d.lane_id = l.lane_id AND d.state = 'due' AND d.next_attempt_at <= now()
        AND (d.trigger = 'replay' OR NOT EXISTS (SELECT FROM webhook_deliveries e WHERE e.resource_id = d.resource_id AND e.lane_id = d.lane_id
             AND e.destination = d.destination AND e.trigger = 'event' AND e.state IN ('due', 'sending') AND e.sequence < d.sequence))
      ORDER BY d.next_attempt_at LIMIT greatest(0, l.max_in_flight - busy.n) FOR NO KEY UPDATE OF d SKIP LOCKED) d
    WHERE l.lane_id = ANY (mine) ORDER BY d.next_attempt_at LIMIT free_slots)
  UPDATE webhook_deliveries x SET state = 'sending', attempts = x.attempts + 1, lease_until = now() + lease, lease_token = token
  FROM pick WHERE x.merchant_id = pick.merchant_id AND x.delivery_id = pick.delivery_id RETURNING x.*;
END $$;

CREATE INDEX events_by_type ON events (merchant_id, type, event_id);
CREATE INDEX events_by_age ON events (created_at);
CREATE INDEX events_of_resource ON events (merchant_id, resource_id, event_id);
CREATE INDEX deliveries_leased ON webhook_deliveries (lease_until) WHERE state = 'sending';
CREATE INDEX deliveries_finished ON webhook_deliveries (finished_at) WHERE finished_at IS NOT NULL;
CREATE INDEX deliveries_of_event ON webhook_deliveries (merchant_id, event_id);
CREATE TRIGGER append_only BEFORE UPDATE ON events FOR EACH STATEMENT EXECUTE FUNCTION append_only();
CREATE TRIGGER append_only BEFORE UPDATE ON event_bodies FOR EACH STATEMENT EXECUTE FUNCTION append_only();
CREATE TRIGGER append_only BEFORE UPDATE ON webhook_attempts FOR EACH STATEMENT EXECUTE FUNCTION append_only();
COMMENT ON TABLE jobs IS 'What is to be done later, each a row written in the transaction of the fact it follows from. Done: deleted, in the transaction of its effect.';
COMMENT ON TABLE event_sequences IS 'The last event number of a resource; its row lock orders the commits of that resource''s events.';
COMMENT ON TABLE events IS 'What happened, once per fact, numbered per resource without gaps. Kept 90 days.';
COMMENT ON TABLE event_bodies IS 'The frozen bytes of an event, one per API version that some destination is pinned to.';
COMMENT ON TABLE webhook_lanes IS 'One per app and origin of a receiver: bounds what is in flight to it. lane_id is random, so a claim can start anywhere.';
COMMENT ON TABLE webhook_deliveries IS 'One event to one address: its schedule, lease and outcome. Kept 30 days after it is finished.';
COMMENT ON TABLE webhook_attempts IS 'Every attempt of a delivery as it went; never changed.';

-- The mode's role may not delete what happened; it may ask to forget what is old enough. Both take `batch` rows at a time and answer how many went.
CREATE FUNCTION forget_deliveries(batch int) RETURNS int LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE gone int;
BEGIN
  WITH old AS MATERIALIZED (SELECT merchant_id, delivery_id FROM webhook_deliveries WHERE finished_at < now() - interval '30 days' LIMIT batch FOR UPDATE SKIP LOCKED),
  attempts AS (DELETE FROM webhook_attempts a USING old WHERE a.merchant_id = old.merchant_id AND a.delivery_id = old.delivery_id)
  DELETE FROM webhook_deliveries d USING old WHERE d.merchant_id = old.merchant_id AND d.delivery_id = old.delivery_id;
  GET DIAGNOSTICS gone = ROW_COUNT;
  RETURN gone;
END $$;
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
REVOKE ALL ON FUNCTION forget_deliveries(int), forget_events(int) FROM PUBLIC;
DO $$
DECLARE app text := current_setting('mps.role');
BEGIN
  EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON jobs TO %I', app);
  EXECUTE format('GRANT SELECT, INSERT, UPDATE ON event_sequences, webhook_lanes, webhook_deliveries TO %I', app);
  EXECUTE format('GRANT SELECT, INSERT ON events, event_bodies, webhook_attempts TO %I', app);
  EXECUTE format('GRANT EXECUTE ON FUNCTION forget_deliveries(int), forget_events(int) TO %I', app);
  IF current_schema() = 'live' THEN                                 -- what happened stays: no TRUNCATE, not even by the owner
    CREATE TRIGGER never_removed BEFORE TRUNCATE ON events FOR EACH STATEMENT EXECUTE FUNCTION append_only();
    CREATE TRIGGER never_removed BEFORE TRUNCATE ON webhook_attempts FOR EACH STATEMENT EXECUTE FUNCTION append_only();
  END IF;
END $$;
