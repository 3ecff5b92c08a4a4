-- Onboarding: what a merchant submits, with its documents, and what the operator says to it. Also: events that were made up for a test.

ALTER TABLE kyc_submissions
  ADD COLUMN form_sealed text,
  ADD COLUMN submitted_by text,
  ADD COLUMN decided_by text,
  ADD COLUMN decided_at timestamptz,
  ADD COLUMN note text;
COMMENT ON COLUMN kyc_submissions.form_sealed IS 'The answers to the form, JSON, encrypted. Null: made by setTestKyc, without a form.';
COMMENT ON COLUMN kyc_submissions.submitted_by IS 'Who handed it in: the user of the operating system, or null for setTestKyc.';
COMMENT ON COLUMN kyc_submissions.note IS 'What the operator answered: why it was rejected, or what is missing. For the merchant.';

CREATE TABLE kyc_documents (
  merchant_id uuid,
  id uuid,
  submission_id uuid NOT NULL,
  kind text NOT NULL,
  media_type text NOT NULL,
  size int NOT NULL,
  sha256 bytea NOT NULL,
  name_sealed text NOT NULL,
  content_sealed text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (merchant_id, id),
  CONSTRAINT document_submission FOREIGN KEY (merchant_id, submission_id) REFERENCES kyc_submissions DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT document_once UNIQUE (merchant_id, submission_id, sha256),
  CONSTRAINT document_kind CHECK (kind IN ('identity', 'proof_of_address', 'registration', 'tax', 'bank', 'other')),
  CONSTRAINT document_media_type CHECK (media_type IN ('application/pdf', 'image/png', 'image/jpeg')),
  CONSTRAINT document_size CHECK (size BETWEEN 1 AND 5242880),
  CONSTRAINT document_hash CHECK (length(sha256) = 32));
COMMENT ON TABLE kyc_documents IS 'The files of a submission, never changed. Name and content are encrypted.';
COMMENT ON COLUMN kyc_documents.sha256 IS 'Of the content before it was encrypted: the same file is stored once for each submission.';

ALTER TABLE events ADD COLUMN synthetic boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN events.synthetic IS 'triggerTestEvent made it up: nothing happened. Never true in live.';

DO $$
BEGIN
  EXECUTE format('GRANT SELECT, INSERT ON kyc_documents TO %I', current_setting('mps.role'));
  IF current_schema() = 'sandbox' THEN
    EXECUTE format('GRANT TRUNCATE ON kyc_documents TO %I', current_setting('mps.role'));
  END IF;
END $$;
