-- Lanes are made last in a transaction, after the deliveries that name them: whoever makes one waits for nobody then.
ALTER TABLE webhook_deliveries ALTER CONSTRAINT delivery_lane DEFERRABLE INITIALLY DEFERRED;

-- Blanking the external id of a customer is no change of a key: who locks the customer for it lets others point to him.
DROP INDEX customer_external_id_once;
CREATE UNIQUE INDEX customer_external_id_once ON customers (merchant_id, external_id) WHERE external_id IS NOT NULL;

-- One card at a time: the next one is taken when the gateway has answered, or was silent for too long.
ALTER TABLE payment_methods ADD COLUMN trying_until timestamptz;
COMMENT ON COLUMN payment_methods.trying_until IS 'Until when a card that was given is waited for; null: none is being asked.';
