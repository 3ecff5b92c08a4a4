-- Runs outside a transaction.

-- Jobs that somebody waits for, found without reading a backlog of others: a month's end makes 100,000 renewals due at once. It lists the
-- kinds, because an index of all would be one more for each job to be written to. Workers ask with the same list (across-merchants.ts).
CREATE INDEX CONCURRENTLY IF NOT EXISTS jobs_prompt ON jobs (due_at)
  WHERE state = 'due' AND kind IN ('payments.callback', 'payments.confirm', 'payments.requery');
