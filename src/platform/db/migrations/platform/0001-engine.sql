-- What the engine keeps outside the modes.

CREATE TABLE jobs (
  kind text,
  key text,
  due_at timestamptz NOT NULL DEFAULT now(),
  state text NOT NULL DEFAULT 'due',
  attempts smallint NOT NULL DEFAULT 0,
  lease_until timestamptz,
  lease_token uuid,
  last_error text,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (kind, key),
  CONSTRAINT daily_job_state CHECK (state IN ('due', 'running', 'done', 'failed')),
  CONSTRAINT daily_job_lease CHECK ((state = 'running') = (lease_token IS NOT NULL)));
CREATE INDEX daily_jobs_open ON jobs (due_at) WHERE state IN ('due', 'running');
COMMENT ON TABLE jobs IS 'Jobs that run once a day; the key is the UTC date. A finished job keeps its row, which prevents a second run. Outside the modes, because the sandbox is emptied every night.';

DO $$
DECLARE app text := current_setting('mps.role');
BEGIN
  EXECUTE format('GRANT USAGE ON SCHEMA platform TO %I', app);
  EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON jobs TO %I', app);
END $$;
