-- Runs outside a transaction.

-- Deliveries that were due behind an earlier event of their resource wait from now on. The previous release passes over both.
-- Repeats until it changes no row.
UPDATE webhook_deliveries SET state = 'waiting'
  WHERE state = 'due' AND (merchant_id, delivery_id) IN (
    SELECT d.merchant_id, d.delivery_id FROM webhook_deliveries d WHERE d.state = 'due' AND d.trigger = 'event'
      AND EXISTS (SELECT FROM webhook_deliveries e WHERE e.resource_id = d.resource_id AND e.lane_id = d.lane_id
        AND e.destination = d.destination AND e.trigger = 'event' AND e.state IN ('due', 'sending') AND e.sequence < d.sequence)
    LIMIT 5000);

-- Those whose earlier event ended at the same moment.
-- Repeats until it changes no row.
UPDATE webhook_deliveries SET state = 'due'
  WHERE state = 'waiting' AND (merchant_id, delivery_id) IN (
    SELECT d.merchant_id, d.delivery_id FROM webhook_deliveries d WHERE d.state = 'waiting'
      AND NOT EXISTS (SELECT FROM webhook_deliveries e WHERE e.resource_id = d.resource_id AND e.lane_id = d.lane_id
        AND e.destination = d.destination AND e.trigger = 'event' AND e.state IN ('due', 'sending'))
      AND NOT EXISTS (SELECT FROM webhook_deliveries e WHERE e.resource_id = d.resource_id AND e.lane_id = d.lane_id
        AND e.destination = d.destination AND e.state = 'waiting' AND e.sequence < d.sequence));

ALTER TABLE webhook_deliveries VALIDATE CONSTRAINT delivery_state;
