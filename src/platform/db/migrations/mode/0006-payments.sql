-- Taking payments and giving them back: checkouts, transactions, refunds, payment links, sales at a counter, and card readers.

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
  method text,
  holds_use boolean NOT NULL DEFAULT false,
  PRIMARY KEY (merchant_id, id),
  CONSTRAINT checkout_source CHECK (source_type IN ('checkout', 'payment_link', 'virtual_terminal_session', 'terminal', 'invoice', 'subscription')),
  CONSTRAINT checkout_amount CHECK (amount > 0),
  CONSTRAINT checkout_currency CHECK (currency IN ('USD', 'ZWG')),
  CONSTRAINT checkout_status CHECK (status IN ('pending', 'completed', 'failed', 'expired')),
  CONSTRAINT checkout_wallet CHECK (wallet_type IN ('wallet_a', 'wallet_b', 'wallet_c')),
  CONSTRAINT checkout_method CHECK (method IN ('card', 'domestic_switch', 'wallet_a', 'wallet_b', 'wallet_c')),
  CONSTRAINT checkout_use CHECK (source_type = 'payment_link' OR NOT holds_use));
CREATE INDEX checkouts_by_page ON checkouts (id);
COMMENT ON TABLE checkouts IS 'What a customer is asked to pay, on a hosted page or by a wallet push. A hosted page is found by the id alone, hence the index without the merchant.';
COMMENT ON COLUMN checkouts.method IS 'The only payment method its page offers; null: all methods of the currency.';
COMMENT ON COLUMN checkouts.holds_use IS 'True while the attempt under way has reserved one use of the payment link.';

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
  payment_method_id uuid,
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
  CONSTRAINT transaction_parent FOREIGN KEY (merchant_id, parent_id) REFERENCES transactions DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT transaction_checkout FOREIGN KEY (merchant_id, checkout_id) REFERENCES checkouts DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT transaction_payment_method FOREIGN KEY (merchant_id, payment_method_id) REFERENCES payment_methods DEFERRABLE INITIALLY DEFERRED);
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
CREATE INDEX transactions_of_payment_method ON transactions (merchant_id, payment_method_id) WHERE payment_method_id IS NOT NULL;
COMMENT ON TABLE transactions IS 'Every movement of money as the merchant lists it: payments (one row per attempt), refunds and payouts. `refunded` of a payment is the sum of its pending and completed refunds.';
COMMENT ON COLUMN transactions.payment_method_id IS 'The saved card that is charged: after a crash it leads back to the token of the card.';

CREATE TABLE merchant_references (
  merchant_id uuid,
  reference text,
  checkout_id uuid,
  created_at timestamptz NOT NULL,
  transaction_id uuid,
  PRIMARY KEY (merchant_id, reference),
  CONSTRAINT reference_checkout FOREIGN KEY (merchant_id, checkout_id) REFERENCES checkouts DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT reference_transaction FOREIGN KEY (merchant_id, transaction_id) REFERENCES transactions DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT reference_owner CHECK ((checkout_id IS NULL) <> (transaction_id IS NULL)),
  CONSTRAINT reference_length CHECK (char_length(reference) BETWEEN 1 AND 64));
CREATE INDEX references_of_checkout ON merchant_references (merchant_id, checkout_id);
CREATE INDEX references_of_transaction ON merchant_references (merchant_id, transaction_id) WHERE transaction_id IS NOT NULL;
COMMENT ON TABLE merchant_references IS 'Every merchantTransactionId, each once: a second payment with the same one is refused. It belongs to a checkout, or to the transaction of a reader payment, which has no checkout. Removed only when nothing of the payment is kept.';

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
CREATE INDEX refunds_to_release ON refunds (merchant_id, completed_at) WHERE status = 'completed' AND reserve_released < reserve_share;
COMMENT ON TABLE refunds IS 'Money that goes back to a payer. transaction_id is the refund''s own row in transactions, payment_id that of the payment. The shares are the refund''s parts of the payment''s fee and reserve. An `unwanted` refund returns money that nobody expected, without a request.';

CREATE TABLE payment_links (
  merchant_id uuid,
  id uuid,
  app_id uuid NOT NULL,
  slug text NOT NULL,
  title text NOT NULL,
  description text,
  amount bigint NOT NULL,
  currency text NOT NULL,
  status text NOT NULL,
  max_uses integer,
  uses_completed integer NOT NULL DEFAULT 0,
  uses_reserved integer NOT NULL DEFAULT 0,
  amount_collected bigint NOT NULL DEFAULT 0,
  expires_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (merchant_id, id),
  CONSTRAINT link_amount CHECK (amount > 0),
  CONSTRAINT link_currency CHECK (currency IN ('USD', 'ZWG')),
  CONSTRAINT link_status CHECK (status IN ('active', 'paused', 'deactivated')),
  CONSTRAINT link_uses CHECK (uses_completed >= 0 AND uses_reserved >= 0 AND uses_completed + uses_reserved <= max_uses));
CREATE INDEX links_by_status ON payment_links (merchant_id, status, id);
CREATE INDEX links_by_currency ON payment_links (merchant_id, currency, id);
COMMENT ON TABLE payment_links IS 'Addresses at which anybody can pay. uses_reserved counts attempts whose outcome is not known yet; together with uses_completed it never exceeds max_uses.';

CREATE TABLE virtual_terminal_sessions (
  merchant_id uuid,
  id uuid,
  app_id uuid NOT NULL,
  slug text NOT NULL,
  checkout_id uuid NOT NULL,
  amount bigint NOT NULL,
  currency text NOT NULL,
  description text,
  payment_method text NOT NULL,
  status text NOT NULL,
  transaction_id uuid,
  last_error text,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  paid_at timestamptz,
  canceled_at timestamptz,
  PRIMARY KEY (merchant_id, id),
  CONSTRAINT session_amount CHECK (amount > 0),
  CONSTRAINT session_currency CHECK (currency IN ('USD', 'ZWG')),
  CONSTRAINT session_method CHECK (payment_method IN ('card', 'domestic_switch', 'wallet_a', 'wallet_b', 'wallet_c')),
  CONSTRAINT session_status CHECK (status IN ('pending', 'paid', 'canceled', 'expired')),
  CONSTRAINT session_checkout FOREIGN KEY (merchant_id, checkout_id) REFERENCES checkouts DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT session_transaction FOREIGN KEY (merchant_id, transaction_id) REFERENCES transactions DEFERRABLE INITIALLY DEFERRED);
CREATE UNIQUE INDEX session_of_checkout ON virtual_terminal_sessions (merchant_id, checkout_id);
CREATE INDEX sessions_by_status ON virtual_terminal_sessions (merchant_id, status, id);
CREATE INDEX sessions_by_method ON virtual_terminal_sessions (merchant_id, payment_method, id);
CREATE INDEX sessions_by_currency ON virtual_terminal_sessions (merchant_id, currency, id);
CREATE INDEX sessions_by_time ON virtual_terminal_sessions (merchant_id, created_at, id);
COMMENT ON TABLE virtual_terminal_sessions IS 'Sales at a counter, each paid through one checkout. A session ends with its checkout.';

CREATE TABLE terminals (
  merchant_id uuid,
  id uuid,
  serial_number text NOT NULL,
  device_model text NOT NULL,
  location_name text NOT NULL,
  status text NOT NULL,
  last_seen_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (merchant_id, id),
  CONSTRAINT terminal_model CHECK (device_model IN ('sunmi_p3', 'sunmi_p3_mix', 'pax_a920', 'telpo_tps900', 'zcs_z90', 'newland_n910', 'ingenico_apos_a8', 'other')),
  CONSTRAINT terminal_status CHECK (status IN ('active', 'inactive')));
CREATE UNIQUE INDEX terminal_serial_once ON terminals (merchant_id, serial_number);
COMMENT ON TABLE terminals IS 'Card readers. Registering the same serial number again reactivates its row.';

CREATE TABLE reader_payloads (
  merchant_id uuid,
  terminal_id uuid,
  ksn text,
  transaction_id uuid NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (merchant_id, terminal_id, ksn),
  CONSTRAINT payload_terminal FOREIGN KEY (merchant_id, terminal_id) REFERENCES terminals DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT payload_transaction FOREIGN KEY (merchant_id, transaction_id) REFERENCES transactions DEFERRABLE INITIALLY DEFERRED);
CREATE INDEX payloads_of_transaction ON reader_payloads (merchant_id, transaction_id);
COMMENT ON TABLE reader_payloads IS 'The key serial numbers (KSN) that were charged, so that no payload is charged twice. The payload itself is not kept.';

DO $$
DECLARE app text := current_setting('mps.role');
BEGIN
  EXECUTE format('GRANT SELECT, INSERT, UPDATE ON refunds, payment_links, virtual_terminal_sessions, terminals TO %I', app);
  -- DELETE is for what never began: a push, a charge at a reader.
  EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON checkouts, merchant_references, transactions TO %I', app);
  EXECUTE format('GRANT SELECT, INSERT, DELETE ON reader_payloads TO %I', app);
  IF current_schema() = 'live' THEN
    -- In live no checkout or transaction that was decided is ever removed, not even by the owner.
    CREATE TRIGGER never_removed BEFORE DELETE ON transactions FOR EACH ROW WHEN (OLD.status <> 'pending') EXECUTE FUNCTION append_only();
    CREATE TRIGGER never_removed BEFORE DELETE ON checkouts FOR EACH ROW WHEN (OLD.status IN ('completed', 'expired')) EXECUTE FUNCTION append_only();
  END IF;
END $$;
