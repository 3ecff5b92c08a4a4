-- A bank may give the money of a lost dispute back. Decision 0150. The release before this one never writes the column, and shows such a
-- dispute as lost, which it is.

ALTER TABLE disputes ADD COLUMN reinstated_at timestamptz,
  ADD CONSTRAINT dispute_reinstated CHECK (reinstated_at IS NULL OR status = 'lost') NOT VALID;
COMMENT ON COLUMN disputes.reinstated_at IS 'Of a lost dispute: when the bank gave its money back. It stays lost, and still counts in `disputed` of its payment.';
