-- Runs outside a transaction.

-- Before the deliveries that it is for: when a delivery ends, the next of its resource is found in it.
CREATE INDEX CONCURRENTLY IF NOT EXISTS deliveries_waiting ON webhook_deliveries (lane_id, resource_id, destination, sequence)
  WHERE state = 'waiting';

-- One index instead of two. An event goes to each URL once, and any number of replays may follow. It does not begin with the merchant:
-- for a plan that was made while the table was nearly empty, such an index seemed as good as the primary key to find a delivery by its
-- id. With that plan, a worker read all deliveries of the merchant for each attempt that it recorded.
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS event_once ON webhook_deliveries (event_id, url, (CASE WHEN trigger = 'replay' THEN delivery_id END))
  NULLS NOT DISTINCT;
DROP INDEX CONCURRENTLY IF EXISTS delivered_once;
DROP INDEX CONCURRENTLY IF EXISTS deliveries_of_event;
