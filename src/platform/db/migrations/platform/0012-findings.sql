-- How many faults a daily job has found.

ALTER TABLE jobs ADD COLUMN findings int;
COMMENT ON COLUMN jobs.findings IS 'How many faults the job has found: of the audit of the ledger. Null until it is done, and for jobs that look for none.';
