-- Runs outside a transaction.

-- The newest finished deliveries of a receiver, without reading those of other receivers. It does not begin with the merchant: to a plan
-- of a nearly empty table such an index once seemed as good as the primary key (0010). Its order has nulls last, so that only this index
-- serves a query with that order: the planner would otherwise walk deliveries_finished, past the deliveries of all other receivers.
CREATE INDEX CONCURRENTLY IF NOT EXISTS deliveries_finished_by_lane ON webhook_deliveries (lane_id, finished_at DESC NULLS LAST)
  WHERE finished_at IS NOT NULL;
