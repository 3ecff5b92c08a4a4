-- Runs outside a transaction.

-- The newest subscriptions of a plan, without reading those of other plans. The generic plan of that list read all subscriptions of a
-- merchant for a plan that few have. The new index also answers what the old one did.
CREATE INDEX CONCURRENTLY IF NOT EXISTS subscriptions_by_plan ON subscriptions (merchant_id, plan_id, id);
DROP INDEX CONCURRENTLY IF EXISTS subscriptions_of_plan;
