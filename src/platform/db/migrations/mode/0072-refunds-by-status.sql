-- Runs outside a transaction.

-- Refunds of one status: a list of those that failed read all refunds of the merchant, or all failed payments. Payments are not in it, so
-- only a refund costs an entry.
CREATE INDEX CONCURRENTLY IF NOT EXISTS transactions_of_refunds ON transactions (merchant_id, status, id) WHERE type = 'refund';
