-- What any call, job, move or event needs: each merchant's clock in this mode, jobs, idempotency keys, status changes and events.

CREATE TABLE merchant_states (
  merchant_id uuid PRIMARY KEY,
  clock_offset_ms bigint NOT NULL DEFAULT 0,
  kyc_tier_override smallint,
  draining_until timestamptz,
  CONSTRAINT clock_goes_forward CHECK (clock_offset_ms BETWEEN 0 AND 3660 * 86400000::bigint),
  CONSTRAINT state_kyc_tier CHECK (kyc_tier_override BETWEEN 0 AND 2));
COMMENT ON TABLE merchant_states IS 'What only this mode knows of a merchant. Without a row the merchant has no clock offset and no KYC override. Until draining_until, workers leave the merchant''s jobs to the call that moves the clock.';

CREATE TABLE jobs (
  merchant_id uuid,
  job_id uuid,
  kind text NOT NULL,
  key text NOT NULL,                                                -- the resource, and the period when the job recurs
  payload jsonb NOT NULL DEFAULT '{}',
  state text NOT NULL DEFAULT 'due',
  due_at timestamptz NOT NULL,
  attempts smallint NOT NULL DEFAULT 0,
  max_attempts smallint NOT NULL DEFAULT 10,
  lease_until timestamptz,
  lease_token uuid,
  last_error text,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (merchant_id, job_id),
  CONSTRAINT job_once UNIQUE (merchant_id, kind, key),
  CONSTRAINT job_state CHECK (state IN ('due', 'running', 'failed'))
) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 200);
CREATE INDEX jobs_due ON jobs (due_at) WHERE state = 'due';
CREATE INDEX jobs_running ON jobs (lease_until) WHERE state = 'running';
COMMENT ON TABLE jobs IS 'Work to do later. A job is inserted in the transaction that calls for it, and deleted in the transaction of its effect.';

CREATE TABLE idempotency_keys (
  merchant_id uuid,
  method text,
  path text,
  key text,
  fingerprint bytea NOT NULL,                                       -- SHA-256 of the raw request body
  state text NOT NULL,
  intention_id uuid,
  lease_until timestamptz,
  status smallint,
  headers text,
  body text,                                                        -- sealed text, never jsonb: the same bytes are answered again
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (merchant_id, method, path, key),
  CONSTRAINT key_state CHECK (state IN ('started', 'answered')),
  CONSTRAINT key_length CHECK (char_length(key) BETWEEN 1 AND 255),
  CONSTRAINT answered_has_body CHECK ((state = 'answered') = (body IS NOT NULL)));
CREATE INDEX keys_by_age ON idempotency_keys (expires_at);
COMMENT ON TABLE idempotency_keys IS 'The answer to every writing call that was sent with an Idempotency-Key, kept for 24 hours. A call that is `started` has begun, and its outcome is not known yet.';

CREATE TABLE status_changes (
  merchant_id uuid,
  id uuid,
  resource text NOT NULL,
  resource_id uuid NOT NULL,
  from_status text NOT NULL,
  to_status text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (merchant_id, id));
CREATE INDEX changes_of_resource ON status_changes (merchant_id, resource_id, id);
COMMENT ON TABLE status_changes IS 'One row for each change of a status; append-only. `resource` is the name of the table.';

CREATE TABLE event_sequences (
  merchant_id uuid,
  resource_id uuid,
  last bigint NOT NULL,
  PRIMARY KEY (merchant_id, resource_id));
COMMENT ON TABLE event_sequences IS 'The last event number of a resource. Its row lock makes the events of one resource commit in the order of their numbers.';

CREATE TABLE events (
  merchant_id uuid,
  event_id uuid,
  type text NOT NULL,
  resource_id uuid NOT NULL,
  sequence bigint NOT NULL,
  data text NOT NULL,
  request_id uuid,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (merchant_id, event_id),
  CONSTRAINT one_place UNIQUE (merchant_id, resource_id, sequence));
CREATE INDEX events_by_type ON events (merchant_id, type, event_id);
CREATE INDEX events_by_age ON events (created_at);
CREATE INDEX events_of_resource ON events (merchant_id, resource_id, event_id);
CREATE INDEX events_by_time ON events (merchant_id, created_at, event_id);
COMMENT ON TABLE events IS 'What happened: one row per fact, numbered per resource without gaps; append-only. Kept for 90 days.';

CREATE TABLE event_bodies (
  merchant_id uuid,
  event_id uuid,
  api_version text,
  body text NOT NULL,
  PRIMARY KEY (merchant_id, event_id, api_version),
  CONSTRAINT body_event FOREIGN KEY (merchant_id, event_id) REFERENCES events);
COMMENT ON TABLE event_bodies IS 'The bytes of an event as every attempt sends them, one row for each API version that a destination is pinned to; append-only.';

CREATE FUNCTION append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = '0A000'; END $$;
COMMENT ON FUNCTION append_only() IS 'Refuses the statement. Grants alone would not stop the owner or a superuser.';

-- Nobody rewrites what happened.
CREATE TRIGGER append_only BEFORE UPDATE ON status_changes FOR EACH STATEMENT EXECUTE FUNCTION append_only();
CREATE TRIGGER append_only BEFORE UPDATE ON events FOR EACH STATEMENT EXECUTE FUNCTION append_only();
CREATE TRIGGER append_only BEFORE UPDATE ON event_bodies FOR EACH STATEMENT EXECUTE FUNCTION append_only();

DO $$
DECLARE app text := current_setting('mps.role');
BEGIN
  EXECUTE format('GRANT USAGE ON SCHEMA %I TO %I', current_schema(), app);
  EXECUTE format('GRANT SELECT, INSERT, UPDATE ON merchant_states, event_sequences TO %I', app);
  EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON jobs, idempotency_keys TO %I', app);
  EXECUTE format('GRANT SELECT, INSERT ON status_changes, events, event_bodies TO %I', app);
  IF current_schema() = 'live' THEN
    -- In live nobody removes a status change. Events older than 90 days may be deleted, but the table cannot be truncated.
    CREATE TRIGGER never_removed BEFORE DELETE OR TRUNCATE ON status_changes FOR EACH STATEMENT EXECUTE FUNCTION append_only();
    CREATE TRIGGER never_removed BEFORE TRUNCATE ON events FOR EACH STATEMENT EXECUTE FUNCTION append_only();
  END IF;
END $$;
