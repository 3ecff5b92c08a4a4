-- An operator erases the answers and documents of a merchant whom they need not know any longer. Decision 0077. The release before this
-- one shows such a submission as one without a form.

ALTER TABLE kyc_submissions ADD COLUMN erased_at timestamptz,
  ADD CONSTRAINT submission_erased CHECK (erased_at IS NULL OR (form_sealed IS NULL AND status IN ('approved', 'rejected'))) NOT VALID;
COMMENT ON COLUMN kyc_submissions.erased_at IS 'When an operator erased its answers and documents; the decision stays.';
COMMENT ON TABLE kyc_documents IS 'The files of a submission, never changed, and deleted with its answers. Name and content are encrypted.';
COMMENT ON COLUMN kyc_documents.sha256 IS 'Of the kind, and of the content before it was encrypted: the same file is stored once for each kind.';

DO $$
BEGIN
  EXECUTE format('GRANT DELETE ON kyc_documents TO %I', current_setting('mps.role'));
END $$;
