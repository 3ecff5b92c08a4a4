-- A run that failed half-way keeps what it had found, so that the alert does not wait for one that ends.
COMMENT ON COLUMN jobs.findings IS 'How many faults the job has found: of the audit of the ledger. Null for jobs that look for none, and until one has ended or found any.';
