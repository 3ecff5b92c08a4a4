-- What a bank says of several payouts at once is compared again once the bank has said which of them it rejects.

ALTER TABLE bank_unmatched ADD COLUMN covers text[], ADD COLUMN applied_at timestamptz;
ALTER TABLE statement_lines ADD COLUMN covers text[];
COMMENT ON COLUMN bank_unmatched.covers IS 'The end-to-end ids of the transfers that a sum is of, if the bank names them.';
COMMENT ON COLUMN bank_unmatched.applied_at IS 'When the sum of several transfers fitted after all, and moved them. Null: somebody must look at it.';
COMMENT ON COLUMN statement_lines.covers IS 'The end-to-end ids of the transfers that a line is the sum of, if the bank names them and the line is not yet split.';

DO $$
BEGIN
  EXECUTE format('GRANT UPDATE (applied_at) ON bank_unmatched TO %I', current_setting('mps.role'));
  -- A line that stands for a file is replaced by a line for each of its payouts.
  EXECUTE format('GRANT DELETE ON statement_lines TO %I', current_setting('mps.role'));
END $$;
