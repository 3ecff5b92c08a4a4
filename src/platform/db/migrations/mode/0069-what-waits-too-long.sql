-- Runs outside a transaction.

-- Every ten seconds each worker asks how long the oldest job has been put off, and how many refunds, payouts, captures and releases their
-- gateway has left undecided. Each of these indexes holds only what is under way.
CREATE INDEX CONCURRENTLY IF NOT EXISTS jobs_put_off ON jobs (first_due_at) WHERE first_due_at IS NOT NULL AND state <> 'failed';
CREATE INDEX CONCURRENTLY IF NOT EXISTS refunds_pending ON refunds (created_at) WHERE status = 'pending';
CREATE INDEX CONCURRENTLY IF NOT EXISTS payouts_sent ON payouts (sent_at) WHERE status = 'processing' AND sent_at IS NOT NULL;
CREATE INDEX CONCURRENTLY IF NOT EXISTS authorizations_asked ON authorizations (asked_at) WHERE status IN ('capturing', 'voiding');
