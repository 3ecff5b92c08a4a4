-- What a merchant asks the operator for in this mode. Merchants, apps and keys themselves are in schema platform.

CREATE TABLE kyc_submissions (
  merchant_id uuid,
  id uuid,
  tier smallint NOT NULL,
  status text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (merchant_id, id),
  CONSTRAINT kyc_tier CHECK (tier BETWEEN 0 AND 2),
  CONSTRAINT kyc_status CHECK (status IN ('submitted', 'document_requested', 'approved', 'rejected')));
COMMENT ON TABLE kyc_submissions IS 'A merchant''s requests to be moved to a KYC tier.';

DO $$
BEGIN
  EXECUTE format('GRANT SELECT, INSERT, UPDATE ON kyc_submissions TO %I', current_setting('mps.role'));
END $$;
