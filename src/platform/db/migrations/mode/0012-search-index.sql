-- Runs outside a transaction.

-- Transactions by any part of their reference, or of the customer's name, email or phone. Decision 0051.
-- The first column confines a search: to a merchant, or to spans of 50 days, 3 days and 5 hours in their list (the first digits of an id).
-- A pending transaction is not in the index, since it changes again soon: so a payment is written here once. A search reads those by status.
-- New rows first go to a list that every search reads through: 512 kB are about 350 payments, and 2 ms.
CREATE INDEX CONCURRENTLY IF NOT EXISTS transactions_by_text ON transactions USING gin (
  (ARRAY[merchant_id::text, merchant_id::text || left(id::text, 4), merchant_id::text || left(id::text, 5),
    merchant_id::text || left(id::text, 6)]),
  lower(reference) gin_trgm_ops,
  lower(customer_name) gin_trgm_ops,
  lower(customer_email) gin_trgm_ops,
  customer_phone gin_trgm_ops)
  WITH (gin_pending_list_limit = 512) WHERE status <> 'pending';

-- The transactions of a refund, a payout, a payment link or another source.
CREATE INDEX CONCURRENTLY IF NOT EXISTS transactions_by_source ON transactions (merchant_id, source_id, id) WHERE status <> 'pending';

ANALYZE transactions;
