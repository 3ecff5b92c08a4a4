-- Runs outside a transaction.

-- A line of a statement names a transaction by our id or by the gateway's, and no merchant. A day's journals are those that a statement should have.
CREATE INDEX CONCURRENTLY IF NOT EXISTS clearing_by_source ON ledger_journals (source_id)
  WHERE movement IN ('payment.captured', 'payment.unwanted', 'refund.completed', 'payout.completed', 'payout.returned', 'dispute.lost');
CREATE INDEX CONCURRENTLY IF NOT EXISTS clearing_by_time ON ledger_journals (effective_at, merchant_id, number)
  WHERE movement IN ('payment.captured', 'payment.unwanted', 'refund.completed', 'payout.completed', 'payout.returned', 'dispute.lost');
CREATE INDEX CONCURRENTLY IF NOT EXISTS transactions_by_gateway_reference ON transactions (gateway, gateway_reference) WHERE gateway_reference IS NOT NULL;
