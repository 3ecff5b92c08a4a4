CREATE FUNCTION append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = '0A000'; END $$;     -- stops the superuser too

CREATE TABLE merchant_states (
  merchant_id uuid PRIMARY KEY,
  clock_offset_ms bigint NOT NULL DEFAULT 0,
  kyc_tier_override smallint,
  draining_until timestamptz,
  CONSTRAINT clock_goes_forward CHECK (clock_offset_ms BETWEEN 0 AND 3660 * 86400000::bigint),
  CONSTRAINT state_kyc_tier CHECK (kyc_tier_override BETWEEN 0 AND 2));
COMMENT ON TABLE merchant_states IS 'What this mode alone knows of a merchant. No row: no offset, no override. While draining_until is ahead, workers leave his jobs to whoever turns his clock.';

CREATE TABLE kyc_submissions (
  merchant_id uuid,
  id uuid,
  tier smallint NOT NULL,
  status text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (merchant_id, id),
  CONSTRAINT kyc_tier CHECK (tier BETWEEN 0 AND 2),
  CONSTRAINT kyc_status CHECK (status IN ('submitted', 'document_requested', 'approved', 'rejected')));
COMMENT ON TABLE kyc_submissions IS 'Requests of a merchant to be moved to a tier.';

CREATE TABLE checkouts (
  merchant_id uuid,
  id uuid,
  app_id uuid NOT NULL,
  source_type text NOT NULL,
  source_id uuid,
  reference text NOT NULL,
  amount bigint NOT NULL,
  currency text NOT NULL,
  status text NOT NULL,
  gateway text NOT NULL,
  wallet_type text,
  customer_name text,
  customer_email text,
  customer_phone text,
  description text,
  return_url text,
  notification_url text,
  failure text,
  late boolean NOT NULL DEFAULT false,
  refusals smallint NOT NULL DEFAULT 0,
  transaction_id uuid,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  completed_at timestamptz,
  PRIMARY KEY (merchant_id, id),
  CONSTRAINT checkout_source CHECK (source_type IN ('checkout', 'payment_link', 'virtual_terminal_session', 'terminal', 'invoice', 'subscription')),
  CONSTRAINT checkout_amount CHECK (amount > 0),
  CONSTRAINT checkout_currency CHECK (currency IN ('USD', 'ZWG')),
  CONSTRAINT checkout_status CHECK (status IN ('pending', 'completed', 'failed', 'expired')),
  CONSTRAINT checkout_wallet CHECK (wallet_type IN ('wallet_a', 'wallet_b', 'wallet_c')));
CREATE INDEX checkouts_by_page ON checkouts (id);
COMMENT ON TABLE checkouts IS 'What a customer is asked to pay on a hosted page or by a wallet push, whoever made it. Its page is addressed by id alone, hence the plain index.';

CREATE TABLE merchant_references (
  merchant_id uuid,
  reference text,
  checkout_id uuid NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (merchant_id, reference),
  CONSTRAINT reference_checkout FOREIGN KEY (merchant_id, checkout_id) REFERENCES checkouts DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT reference_length CHECK (char_length(reference) BETWEEN 1 AND 64));
CREATE INDEX references_of_checkout ON merchant_references (merchant_id, checkout_id);
COMMENT ON TABLE merchant_references IS 'Every merchantTransactionId once, for ever: a second checkout with the same one is refused. Removed only when nothing of the checkout is kept.';

CREATE TABLE transactions (
  merchant_id uuid,
  id uuid,
  type text NOT NULL,
  status text NOT NULL,
  amount bigint NOT NULL,
  fee bigint NOT NULL DEFAULT 0,
  currency text NOT NULL,
  gateway text NOT NULL,
  gateway_reference text,
  gateway_status text,
  reference text NOT NULL,
  checkout_id uuid,
  parent_id uuid,
  source_type text NOT NULL,
  source_id uuid NOT NULL,
  app_id uuid,
  method_type text,
  method_brand text,
  method_last4 text,
  method_phone text,
  customer_name text,
  customer_email text,
  customer_phone text,
  description text,
  failure text,
  late boolean NOT NULL DEFAULT false,
  refunded bigint NOT NULL DEFAULT 0,
  reserve_amount bigint NOT NULL DEFAULT 0,
  reserve_release_at timestamptz,
  available_on timestamptz,
  created_at timestamptz NOT NULL,
  completed_at timestamptz,
  PRIMARY KEY (merchant_id, id),
  CONSTRAINT transaction_type CHECK (type IN ('payment', 'refund', 'payout')),
  CONSTRAINT transaction_status CHECK (status IN ('pending', 'completed', 'failed', 'reversed')),
  CONSTRAINT transaction_amount CHECK (amount > 0),
  CONSTRAINT transaction_fee CHECK (fee BETWEEN 0 AND amount),
  CONSTRAINT transaction_currency CHECK (currency IN ('USD', 'ZWG')),
  CONSTRAINT transaction_source CHECK (source_type IN ('checkout', 'payment_link', 'virtual_terminal_session', 'terminal', 'invoice', 'subscription', 'refund', 'payout')),
  CONSTRAINT transaction_method CHECK (method_type IN ('card', 'domestic_switch', 'wallet_a', 'wallet_b', 'wallet_c')),
  CONSTRAINT transaction_last4 CHECK (method_last4 ~ '^[0-9]{4}$'),
  CONSTRAINT transaction_refunded CHECK (refunded BETWEEN 0 AND amount),
  CONSTRAINT transaction_reserve CHECK (reserve_amount BETWEEN 0 AND amount),
  CONSTRAINT transaction_checkout FOREIGN KEY (merchant_id, checkout_id) REFERENCES checkouts DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT transaction_parent FOREIGN KEY (merchant_id, parent_id) REFERENCES transactions DEFERRABLE INITIALLY DEFERRED);
CREATE UNIQUE INDEX one_pending_payment ON transactions (merchant_id, checkout_id) WHERE type = 'payment' AND status = 'pending';
CREATE UNIQUE INDEX one_completed_payment ON transactions (merchant_id, checkout_id) WHERE type = 'payment' AND status = 'completed';
CREATE UNIQUE INDEX gateway_reference_once ON transactions (merchant_id, gateway, gateway_reference) WHERE gateway_reference IS NOT NULL AND type = 'payment';
CREATE INDEX transactions_of_checkout ON transactions (merchant_id, checkout_id, id);
CREATE INDEX transactions_of_parent ON transactions (merchant_id, parent_id) WHERE parent_id IS NOT NULL;
CREATE INDEX transactions_by_status ON transactions (merchant_id, status, id);
CREATE INDEX transactions_by_type ON transactions (merchant_id, type, id);
CREATE INDEX transactions_by_currency ON transactions (merchant_id, currency, id);
CREATE INDEX transactions_by_gateway ON transactions (merchant_id, gateway, id);
CREATE INDEX transactions_by_time ON transactions (merchant_id, created_at, id);
COMMENT ON TABLE transactions IS 'Every movement of money as the merchant lists it: payments (one row per attempt), refunds, payouts. `refunded` of a payment counts its pending and completed refunds.';

CREATE TABLE refunds (
  merchant_id uuid,
  id uuid,
  transaction_id uuid NOT NULL,
  payment_id uuid NOT NULL,
  amount bigint NOT NULL,
  currency text NOT NULL,
  status text NOT NULL,
  reason text,
  unwanted boolean NOT NULL DEFAULT false,
  fee_share bigint NOT NULL,
  reserve_share bigint NOT NULL,
  reserve_released bigint NOT NULL DEFAULT 0,
  failure text,
  created_at timestamptz NOT NULL,
  completed_at timestamptz,
  PRIMARY KEY (merchant_id, id),
  CONSTRAINT refund_status CHECK (status IN ('pending', 'completed', 'failed')),
  CONSTRAINT refund_amount CHECK (amount > 0),
  CONSTRAINT refund_currency CHECK (currency IN ('USD', 'ZWG')),
  CONSTRAINT refund_fee_share CHECK (fee_share BETWEEN 0 AND amount),
  CONSTRAINT refund_reserve_share CHECK (reserve_share BETWEEN 0 AND amount),
  CONSTRAINT refund_reserve_released CHECK (reserve_released BETWEEN 0 AND reserve_share),
  CONSTRAINT refund_transaction FOREIGN KEY (merchant_id, transaction_id) REFERENCES transactions DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT refund_payment FOREIGN KEY (merchant_id, payment_id) REFERENCES transactions DEFERRABLE INITIALLY DEFERRED);
CREATE INDEX refunds_of_payment ON refunds (merchant_id, payment_id, id);
CREATE UNIQUE INDEX refund_of_transaction ON refunds (merchant_id, transaction_id);
CREATE INDEX refunds_by_time ON refunds (merchant_id, currency, created_at) WHERE status <> 'failed';
COMMENT ON TABLE refunds IS 'Money going back to a payer. transaction_id is its own row in transactions. Shares are the parts of the payment''s fee and reserve that fall on it. `unwanted`: money nobody waited for, handed back by itself.';

CREATE TABLE status_changes (
  merchant_id uuid,
  id uuid,
  resource text NOT NULL,
  resource_id uuid NOT NULL,
  from_status text NOT NULL,
  to_status text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (merchant_id, id));
CREATE INDEX changes_of_resource ON status_changes (merchant_id, resource_id, id);
CREATE TRIGGER append_only BEFORE UPDATE ON status_changes FOR EACH STATEMENT EXECUTE FUNCTION append_only();
COMMENT ON TABLE status_changes IS 'One row per move of a status; never changed. `resource` is the table.';

DO $$
DECLARE app text := current_setting('mps.role');
BEGIN
  EXECUTE format('GRANT USAGE ON SCHEMA %I TO %I', current_schema(), app);
  EXECUTE format('GRANT SELECT, INSERT, UPDATE ON merchant_states, kyc_submissions, refunds TO %I', app);
  EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON checkouts, merchant_references, transactions TO %I', app);
  EXECUTE format('GRANT SELECT, INSERT ON status_changes TO %I', app);
  IF current_schema() = 'live' THEN                                 -- only the sandbox's resets may remove
    CREATE TRIGGER never_removed BEFORE DELETE OR TRUNCATE ON status_changes FOR EACH STATEMENT EXECUTE FUNCTION append_only();
  END IF;
END $$;
