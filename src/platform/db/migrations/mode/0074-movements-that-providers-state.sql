-- Runs outside a transaction.

-- Providers also state the money of a lost dispute that a bank gives back. The release before this one asks for the movements that it
-- knows; these indexes have all of them, and answer that too.
CREATE INDEX CONCURRENTLY IF NOT EXISTS stated_by_source ON ledger_journals (source_id)
  WHERE movement IN ('payment.captured', 'payment.unwanted', 'refund.completed', 'payout.completed', 'payout.returned', 'dispute.lost', 'dispute.reinstated');
CREATE INDEX CONCURRENTLY IF NOT EXISTS stated_by_time ON ledger_journals (effective_at, merchant_id, number)
  WHERE movement IN ('payment.captured', 'payment.unwanted', 'refund.completed', 'payout.completed', 'payout.returned', 'dispute.lost', 'dispute.reinstated');
DROP INDEX CONCURRENTLY IF EXISTS clearing_by_source;
DROP INDEX CONCURRENTLY IF EXISTS clearing_by_time;
ALTER TABLE disputes VALIDATE CONSTRAINT dispute_reinstated;
