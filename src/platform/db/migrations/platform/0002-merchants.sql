-- Merchants, with their apps, keys and second factors: the same in both modes.

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
COMMENT ON TABLE merchants IS 'The businesses that are paid through the service. What only one mode knows of a merchant is in that mode''s merchant_states.';

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
COMMENT ON TABLE api_apps IS 'One integration of a merchant. No other table stores a mode: the keys of an app open the mode of the app.';

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
COMMENT ON TABLE api_keys IS 'The keys of apps, each as a SHA-256 hash: a key is shown once and cannot be read back.';

CREATE TABLE two_factor (
  merchant_id uuid PRIMARY KEY,
  secret_sealed text NOT NULL,
  last_step bigint NOT NULL DEFAULT 0,
  failures smallint NOT NULL DEFAULT 0,
  locked_until timestamptz,
  enrolled_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT two_factor_merchant FOREIGN KEY (merchant_id) REFERENCES merchants);
COMMENT ON TABLE two_factor IS 'The sealed TOTP seed of a merchant and the last step that was used: a code is accepted once. Outside the modes, so that a wrong code counts although the refused call rolls back.';

-- Merchants, apps and keys are never deleted.
DO $$
DECLARE app text := current_setting('mps.role');
BEGIN
  EXECUTE format('GRANT SELECT, INSERT, UPDATE ON merchants, api_apps, api_keys TO %I', app);
  EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON two_factor TO %I', app);
END $$;
