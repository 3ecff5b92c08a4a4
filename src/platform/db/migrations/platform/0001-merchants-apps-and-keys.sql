CREATE TABLE merchants (
  id uuid PRIMARY KEY,
  business_name text NOT NULL,
  email text NOT NULL,
  country char(2) NOT NULL,
  status text NOT NULL DEFAULT 'active',
  kyc_tier smallint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT merchant_status CHECK (status IN ('active', 'suspended')),
  CONSTRAINT merchant_kyc_tier CHECK (kyc_tier BETWEEN 0 AND 2));
COMMENT ON TABLE merchants IS 'Who is paid. What a mode knows of a merchant besides is in that mode''s merchant_states.';

CREATE TABLE api_apps (
  id uuid PRIMARY KEY,
  merchant_id uuid NOT NULL,
  name text NOT NULL,
  mode text NOT NULL,
  features text[] NOT NULL DEFAULT '{}',
  api_version text NOT NULL,
  rate_limit int NOT NULL DEFAULT 60,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT app_merchant FOREIGN KEY (merchant_id) REFERENCES merchants,
  CONSTRAINT app_mode CHECK (mode IN ('sandbox', 'live')),
  CONSTRAINT app_rate_limit CHECK (rate_limit > 0),
  CONSTRAINT app_of_merchant UNIQUE (merchant_id, id));
COMMENT ON TABLE api_apps IS 'One integration of a merchant. The only place where a mode is written down: the keys of an app open that mode.';

CREATE TABLE api_keys (
  id uuid PRIMARY KEY,
  merchant_id uuid NOT NULL,
  app_id uuid NOT NULL,
  kind text NOT NULL,
  hash bytea NOT NULL,
  prefix text NOT NULL,
  last4 text NOT NULL,
  permissions text[] NOT NULL DEFAULT '{}',
  revoked_at timestamptz,
  expires_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT key_app FOREIGN KEY (merchant_id, app_id) REFERENCES api_apps (merchant_id, id),
  CONSTRAINT key_kind CHECK (kind IN ('secret', 'restricted', 'public')),
  CONSTRAINT key_hash UNIQUE (hash),
  CONSTRAINT key_hash_is_sha256 CHECK (octet_length(hash) = 32));
CREATE INDEX keys_of_app ON api_keys (app_id);
COMMENT ON TABLE api_keys IS 'Keys of apps as SHA-256: a key is shown once and cannot be read back.';

CREATE TABLE webhook_endpoints (
  app_id uuid PRIMARY KEY,
  merchant_id uuid NOT NULL,
  url text,
  event_types text[] NOT NULL DEFAULT '{}',
  secret_sealed text NOT NULL,
  previous_secret_sealed text,
  previous_secret_until timestamptz,
  CONSTRAINT endpoint_app FOREIGN KEY (merchant_id, app_id) REFERENCES api_apps (merchant_id, id),
  CONSTRAINT endpoint_rotation CHECK ((previous_secret_sealed IS NULL) = (previous_secret_until IS NULL)));
CREATE INDEX endpoints_of_merchant ON webhook_endpoints (merchant_id);
COMMENT ON TABLE webhook_endpoints IS 'Where an app receives events, which ones, and the sealed secrets that sign them. The modes read it through their view app_endpoints.';

CREATE TABLE two_factor (
  merchant_id uuid PRIMARY KEY,
  secret_sealed text NOT NULL,
  last_step bigint NOT NULL DEFAULT 0,
  failures smallint NOT NULL DEFAULT 0,
  locked_until timestamptz,
  enrolled_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT two_factor_merchant FOREIGN KEY (merchant_id) REFERENCES merchants);
COMMENT ON TABLE two_factor IS 'The sealed TOTP seed, and the last step that was spent: a code passes once. Here, so wrong codes count although the refused call rolls back.';

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
COMMENT ON TABLE jobs IS 'What runs once a day; the key is the UTC date. Kept when done: the row is what makes a second run impossible. Here, because the sandbox''s own tables are emptied at night.';

DO $$
DECLARE app text := current_setting('mps.role');
BEGIN
  EXECUTE format('GRANT USAGE ON SCHEMA platform TO %I', app);
  EXECUTE format('GRANT SELECT, INSERT, UPDATE ON merchants, api_apps, api_keys TO %I', app);
  EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON webhook_endpoints, two_factor, jobs TO %I', app);
END $$;
