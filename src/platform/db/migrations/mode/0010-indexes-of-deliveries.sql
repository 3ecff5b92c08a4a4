-- Runs outside a transaction.

-- Before the deliveries that it is for: when a delivery ends, the next of its resource is found in it.
CREATE INDEX CONCURRENTLY IF NOT EXISTS deliveries_waiting ON webhook_deliveries (lane_id, resource_id, destination, sequence)
  WHERE state = 'waiting';

-- Instead of deliveries_of_event, which began with the merchant. To a plan that was made while the table was nearly empty it seemed as
-- good as the primary key to find a delivery by its id. With that plan a worker read all deliveries of the merchant for each attempt.
CREATE INDEX CONCURRENTLY IF NOT EXISTS deliveries_by_event ON webhook_deliveries (event_id);
DROP INDEX CONCURRENTLY IF EXISTS deliveries_of_event;
