CREATE TABLE idempotency_keys (                                     -- fingerprint: sha256 of the raw body; body: sealed text, never jsonb
  merchant_id uuid, method text, path text, key text, fingerprint bytea NOT NULL, state text NOT NULL, intention_id uuid, lease_until timestamptz,
  status smallint, headers text, body text, created_at timestamptz NOT NULL DEFAULT now(), expires_at timestamptz NOT NULL,
  PRIMARY KEY (merchant_id, method, path, key), CONSTRAINT key_state CHECK (state IN ('started', 'answered')),
  CONSTRAINT key_length CHECK (char_length(key) BETWEEN 1 AND 255), CONSTRAINT answered_has_body CHECK ((state = 'answered') = (body IS NOT NULL)));
CREATE INDEX keys_by_age ON idempotency_keys (expires_at);
COMMENT ON TABLE idempotency_keys IS 'The answer of every writing call that was sent with an Idempotency-Key, kept 24 hours. `started`: begun, its outcome not yet known.';
DO $$
BEGIN
  EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON idempotency_keys TO %I', current_setting('mps.role'));
END $$;
