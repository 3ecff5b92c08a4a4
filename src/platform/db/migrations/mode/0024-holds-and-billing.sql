-- Hold now, capture later: a checkout may only hold its amount on the customer's card, until the merchant captures or releases it.

CREATE TABLE authorizations (
  merchant_id uuid,
  id uuid,
  checkout_id uuid NOT NULL,
  reference text NOT NULL,
  status text NOT NULL,
  amount bigint NOT NULL,
  captured_amount bigint,
  currency text NOT NULL,
  void_reason text,
  failure text,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  asked_at timestamptz,
  ended_at timestamptz,
  PRIMARY KEY (merchant_id, id),
  CONSTRAINT authorization_status CHECK (status IN ('held', 'capturing', 'captured', 'refused', 'voiding', 'voided')),
  CONSTRAINT authorization_amount CHECK (amount > 0),
  CONSTRAINT authorization_captured CHECK (captured_amount BETWEEN 1 AND amount),
  CONSTRAINT authorization_currency CHECK (currency IN ('USD', 'ZWG')),
  CONSTRAINT authorization_void_reason CHECK (void_reason IN ('requested', 'expired', 'unwanted')),
  CONSTRAINT authorization_capture CHECK ((status IN ('capturing', 'captured', 'refused')) = (captured_amount IS NOT NULL)),
  CONSTRAINT authorization_void CHECK ((status IN ('voiding', 'voided')) = (void_reason IS NOT NULL)),
  CONSTRAINT authorization_asked CHECK ((status = 'held') = (asked_at IS NULL)),
  CONSTRAINT authorization_ended CHECK ((status IN ('captured', 'refused', 'voided')) = (ended_at IS NOT NULL)),
  CONSTRAINT authorization_transaction FOREIGN KEY (merchant_id, id) REFERENCES transactions DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT authorization_checkout FOREIGN KEY (merchant_id, checkout_id) REFERENCES checkouts DEFERRABLE INITIALLY DEFERRED);
CREATE INDEX authorizations_of_checkout ON authorizations (merchant_id, checkout_id, id);
COMMENT ON TABLE authorizations IS 'Amounts held on customers'' cards, each with the id of its payment. An amount is captured at most once, in whole or in part, or released.';
COMMENT ON COLUMN authorizations.reference IS 'The merchant''s own reference, copied from the checkout for the events.';
COMMENT ON COLUMN authorizations.captured_amount IS 'How much the merchant asked to capture; null while nothing was asked.';
COMMENT ON COLUMN authorizations.asked_at IS 'When the capture or the release was asked for. The gateway is asked until it confirms.';

ALTER TABLE checkouts ADD COLUMN capture text NOT NULL DEFAULT 'automatic';
COMMENT ON COLUMN checkouts.capture IS 'manual: the amount is only held when the customer pays, and taken when the merchant captures it.';
ALTER TABLE checkouts ADD CONSTRAINT checkout_capture CHECK (capture IN ('automatic', 'manual')) NOT VALID,
  ADD CONSTRAINT checkout_held CHECK (capture = 'automatic' OR (wallet_type IS NULL AND source_type = 'checkout')) NOT VALID;
ALTER TABLE checkouts DROP CONSTRAINT checkout_status,
  ADD CONSTRAINT checkout_status CHECK (status IN ('pending', 'completed', 'failed', 'expired', 'authorized', 'voided')) NOT VALID;
ALTER TABLE transactions DROP CONSTRAINT transaction_status,
  ADD CONSTRAINT transaction_status CHECK (status IN ('pending', 'completed', 'failed', 'reversed', 'authorized', 'voided')) NOT VALID;

-- Reminders of invoices, on days that the merchant names. And what a period costs, for a change of the plan in the middle of it.
ALTER TABLE invoices ADD COLUMN reminder_days integer[] NOT NULL DEFAULT '{}', ADD COLUMN reminders_sent integer NOT NULL DEFAULT 0,
  ADD COLUMN last_reminder_at timestamptz,
  ADD CONSTRAINT invoice_reminders CHECK (reminders_sent BETWEEN 0 AND cardinality(reminder_days)) NOT VALID;
COMMENT ON COLUMN invoices.reminder_days IS 'When the customer is reminded, in days from the due date.';
ALTER TABLE subscription_cycles ADD COLUMN price bigint;
COMMENT ON COLUMN subscription_cycles.price IS 'What the whole period costs by its plan. The invoice may be lower: unused time of the plan before is deducted. Null: what the invoice says.';

DO $$
DECLARE app text := current_setting('mps.role');
BEGIN
  EXECUTE format('GRANT SELECT, INSERT, UPDATE ON authorizations TO %I', app);
  IF current_schema() = 'sandbox' THEN EXECUTE format('GRANT TRUNCATE ON authorizations TO %I', app); END IF;
END $$;
