-- Runs outside a transaction.

-- The newest invoices and subscriptions of a customer, without sorting all of theirs.
CREATE INDEX CONCURRENTLY IF NOT EXISTS invoices_by_customer ON invoices (merchant_id, customer_id, id) WHERE customer_id IS NOT NULL;
CREATE INDEX CONCURRENTLY IF NOT EXISTS subscriptions_by_customer ON subscriptions (merchant_id, customer_id, id) WHERE customer_id IS NOT NULL;
