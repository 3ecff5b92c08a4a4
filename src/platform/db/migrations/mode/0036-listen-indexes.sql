-- Runs outside a transaction.

-- What was written since a snapshot, for each merchant that somebody listens for.
CREATE INDEX CONCURRENTLY IF NOT EXISTS events_by_transaction ON events (merchant_id, written_in, event_id);
CREATE INDEX CONCURRENTLY IF NOT EXISTS replays_by_transaction ON webhook_deliveries (merchant_id, written_in, event_id) WHERE written_in IS NOT NULL;
