-- Runs outside a transaction.

-- Operators list what waits for their decision, open a submission by its id, and see the jobs that used up their attempts.
CREATE INDEX CONCURRENTLY IF NOT EXISTS submissions_by_status ON kyc_submissions (status, id);
CREATE INDEX CONCURRENTLY IF NOT EXISTS submissions_by_id ON kyc_submissions (id);
CREATE INDEX CONCURRENTLY IF NOT EXISTS jobs_failed ON jobs (kind) WHERE state = 'failed';
CREATE INDEX CONCURRENTLY IF NOT EXISTS lanes_failing ON webhook_lanes (failing_since) WHERE failing_since IS NOT NULL;
