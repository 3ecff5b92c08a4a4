-- Billing customers: invoices, plans and subscriptions.

CREATE TABLE invoices (
  merchant_id uuid,
  id uuid,
  app_id uuid NOT NULL,
  status text NOT NULL,
  number text,
  slug text,
  customer_id uuid,
  customer_name text NOT NULL,
  customer_email text,
  customer_phone text,
  currency text NOT NULL,
  subtotal bigint NOT NULL,
  tax bigint NOT NULL,
  total bigint NOT NULL,
  due_date date NOT NULL,
  reference text,
  notes text,
  subscription_id uuid,
  attempt_checkout_id uuid,
  transaction_id uuid,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  sent_at timestamptz,
  unpaid_at timestamptz,
  paid_at timestamptz,
  voided_at timestamptz,
  PRIMARY KEY (merchant_id, id),
  CONSTRAINT invoice_status CHECK (status IN ('draft', 'sent', 'paid', 'void')),
  CONSTRAINT invoice_currency CHECK (currency IN ('USD', 'ZWG')),
  CONSTRAINT invoice_total CHECK (subtotal > 0 AND tax >= 0 AND total = subtotal + tax),
  CONSTRAINT invoice_sent CHECK ((sent_at IS NULL) = (number IS NULL) AND (sent_at IS NULL) = (slug IS NULL)),
  CONSTRAINT invoice_stage CHECK (status = 'void' OR (status = 'draft') = (sent_at IS NULL)),
  CONSTRAINT invoice_paid CHECK ((status = 'paid') = (paid_at IS NOT NULL) AND (paid_at IS NULL) = (transaction_id IS NULL)),
  CONSTRAINT invoice_void CHECK ((status = 'void') = (voided_at IS NOT NULL)),
  CONSTRAINT invoice_attempt CHECK (attempt_checkout_id IS NULL OR status = 'sent'),
  CONSTRAINT invoice_customer FOREIGN KEY (merchant_id, customer_id) REFERENCES customers DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT invoice_attempt_checkout FOREIGN KEY (merchant_id, attempt_checkout_id) REFERENCES checkouts DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT invoice_transaction FOREIGN KEY (merchant_id, transaction_id) REFERENCES transactions DEFERRABLE INITIALLY DEFERRED);
CREATE UNIQUE INDEX invoice_number_once ON invoices (merchant_id, number) WHERE number IS NOT NULL;
CREATE INDEX invoices_by_status ON invoices (merchant_id, status, id);
CREATE INDEX invoices_of_customer ON invoices (merchant_id, customer_id) WHERE customer_id IS NOT NULL;
CREATE INDEX invoices_of_subscription ON invoices (merchant_id, subscription_id, id) WHERE subscription_id IS NOT NULL;
CREATE INDEX invoices_under_way ON invoices (merchant_id, attempt_checkout_id) WHERE attempt_checkout_id IS NOT NULL;
CREATE INDEX invoices_of_transaction ON invoices (merchant_id, transaction_id) WHERE transaction_id IS NOT NULL;
COMMENT ON TABLE invoices IS 'What a customer owes, paid once and in full. attempt_checkout_id is the checkout with an attempt under way, so of two payers only one is charged. The customer''s name and contacts are a copy.';

CREATE TABLE invoice_items (
  merchant_id uuid,
  invoice_id uuid,
  position smallint,
  description text NOT NULL,
  quantity integer NOT NULL,
  unit_amount bigint NOT NULL,
  tax_basis_points integer,
  amount bigint NOT NULL,
  tax bigint NOT NULL,
  PRIMARY KEY (merchant_id, invoice_id, position),
  CONSTRAINT item_quantity CHECK (quantity BETWEEN 1 AND 9999),
  CONSTRAINT item_amount CHECK (unit_amount > 0 AND amount = quantity * unit_amount),
  CONSTRAINT item_tax CHECK (tax >= 0 AND tax_basis_points BETWEEN 1 AND 10000 AND (tax_basis_points IS NOT NULL OR tax = 0)),
  CONSTRAINT item_invoice FOREIGN KEY (merchant_id, invoice_id) REFERENCES invoices DEFERRABLE INITIALLY DEFERRED);
COMMENT ON TABLE invoice_items IS 'The lines of an invoice in their order, each with its amount and tax. Replaced when a draft is changed.';

CREATE TABLE invoice_counters (
  merchant_id uuid PRIMARY KEY,
  last integer NOT NULL,
  CONSTRAINT counter_counts CHECK (last > 0));
COMMENT ON TABLE invoice_counters IS 'The last invoice number of each merchant. The row stays locked until the number is committed or rolled back, so there are no gaps.';

CREATE TABLE plans (
  merchant_id uuid,
  id uuid,
  status text NOT NULL,
  name text NOT NULL,
  description text,
  amount bigint NOT NULL,
  currency text NOT NULL,
  interval_unit text NOT NULL,
  interval_count integer NOT NULL,
  trial_days integer NOT NULL,
  max_cycles integer,
  on_exhausted text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (merchant_id, id),
  CONSTRAINT plan_status CHECK (status IN ('active', 'inactive')),
  CONSTRAINT plan_amount CHECK (amount > 0),
  CONSTRAINT plan_currency CHECK (currency IN ('USD', 'ZWG')),
  CONSTRAINT plan_interval CHECK (interval_unit IN ('day', 'week', 'month', 'year')),
  CONSTRAINT plan_interval_count CHECK (interval_count BETWEEN 1 AND 365),
  CONSTRAINT plan_trial CHECK (trial_days BETWEEN 0 AND 365),
  CONSTRAINT plan_cycles CHECK (max_cycles BETWEEN 1 AND 1000),
  CONSTRAINT plan_exhausted CHECK (on_exhausted IN ('pause', 'cancel')));
CREATE INDEX plans_by_status ON plans (merchant_id, status, id);
COMMENT ON TABLE plans IS 'What is billed, and how often. Every subscription has a copy of the price it began with.';

CREATE TABLE subscriptions (
  merchant_id uuid,
  id uuid,
  app_id uuid NOT NULL,
  plan_id uuid NOT NULL,
  status text NOT NULL,
  collection_state text NOT NULL DEFAULT 'ok',
  amount bigint NOT NULL,
  currency text NOT NULL,
  interval_unit text NOT NULL,
  interval_count integer NOT NULL,
  max_cycles integer,
  on_exhausted text NOT NULL,
  customer_id uuid,
  customer_name text NOT NULL,
  customer_email text,
  customer_phone text,
  wallet_type text,
  wallet_phone text,
  payment_method_id uuid,
  starts_at timestamptz NOT NULL,
  trial_ends_at timestamptz,
  anchor_at timestamptz NOT NULL,
  anchor_cycles integer NOT NULL DEFAULT 0,
  current_period_start timestamptz,
  current_period_end timestamptz,
  next_billing_at timestamptz,
  cycle_count integer NOT NULL DEFAULT 0,
  latest_invoice_id uuid,
  activated_at timestamptz,
  cancel_at_period_end boolean NOT NULL DEFAULT false,
  canceled_at timestamptz,
  cancel_reason text,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (merchant_id, id),
  CONSTRAINT subscription_status CHECK (status IN ('active', 'paused', 'canceled')),
  CONSTRAINT subscription_collection CHECK (collection_state IN ('ok', 'retrying', 'exhausted')),
  CONSTRAINT subscription_amount CHECK (amount > 0),
  CONSTRAINT subscription_currency CHECK (currency IN ('USD', 'ZWG')),
  CONSTRAINT subscription_interval CHECK (interval_unit IN ('day', 'week', 'month', 'year')),
  CONSTRAINT subscription_interval_count CHECK (interval_count BETWEEN 1 AND 365),
  CONSTRAINT subscription_exhausted CHECK (on_exhausted IN ('pause', 'cancel')),
  CONSTRAINT subscription_wallet CHECK (wallet_type IN ('wallet_a', 'wallet_b', 'wallet_c')),
  CONSTRAINT subscription_phone CHECK ((wallet_type IS NULL) = (wallet_phone IS NULL)),
  CONSTRAINT subscription_instrument CHECK (payment_method_id IS NULL OR (wallet_type IS NULL AND customer_id IS NOT NULL)),
  CONSTRAINT subscription_cycles_left CHECK (cycle_count >= 0 AND anchor_cycles >= 0 AND cycle_count <= max_cycles),
  CONSTRAINT subscription_period CHECK ((current_period_start IS NULL) = (current_period_end IS NULL) AND current_period_start < current_period_end),
  CONSTRAINT subscription_billing CHECK ((status = 'active') = (next_billing_at IS NOT NULL)),
  CONSTRAINT subscription_canceled CHECK ((status = 'canceled') = (canceled_at IS NOT NULL)),
  CONSTRAINT subscription_plan FOREIGN KEY (merchant_id, plan_id) REFERENCES plans DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT subscription_customer FOREIGN KEY (merchant_id, customer_id) REFERENCES customers DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT subscription_payment_method FOREIGN KEY (merchant_id, payment_method_id) REFERENCES payment_methods DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT subscription_invoice FOREIGN KEY (merchant_id, latest_invoice_id) REFERENCES invoices DEFERRABLE INITIALLY DEFERRED);
CREATE INDEX subscriptions_by_status ON subscriptions (merchant_id, status, id);
CREATE INDEX subscriptions_of_plan ON subscriptions (merchant_id, plan_id);
CREATE INDEX subscriptions_of_customer ON subscriptions (merchant_id, customer_id) WHERE customer_id IS NOT NULL;
CREATE INDEX subscriptions_of_payment_method ON subscriptions (merchant_id, payment_method_id) WHERE payment_method_id IS NOT NULL;
CREATE INDEX subscriptions_of_invoice ON subscriptions (merchant_id, latest_invoice_id) WHERE latest_invoice_id IS NOT NULL;
COMMENT ON TABLE subscriptions IS 'Customers who are billed period after period. Price, interval and on_exhausted are copied from the plan at creation. Periods are counted from anchor_at; anchor_cycles of them have been billed since then.';

CREATE TABLE subscription_cycles (
  merchant_id uuid,
  subscription_id uuid,
  period_start timestamptz,
  period_end timestamptz NOT NULL,
  invoice_id uuid NOT NULL,
  outcome text,
  tries integer NOT NULL DEFAULT 0,
  failures integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  closed_at timestamptz,
  PRIMARY KEY (merchant_id, subscription_id, period_start),
  CONSTRAINT cycle_period CHECK (period_start < period_end),
  CONSTRAINT cycle_outcome CHECK (outcome IN ('paid', 'waived')),
  CONSTRAINT cycle_closed CHECK ((outcome IS NULL) = (closed_at IS NULL)),
  CONSTRAINT cycle_tries CHECK (tries BETWEEN 0 AND 4 AND failures BETWEEN 0 AND tries),
  CONSTRAINT cycle_subscription FOREIGN KEY (merchant_id, subscription_id) REFERENCES subscriptions DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT cycle_invoice FOREIGN KEY (merchant_id, invoice_id) REFERENCES invoices DEFERRABLE INITIALLY DEFERRED);
CREATE UNIQUE INDEX cycle_of_invoice ON subscription_cycles (merchant_id, invoice_id);
CREATE INDEX open_cycles ON subscription_cycles (merchant_id, subscription_id) WHERE outcome IS NULL;
COMMENT ON TABLE subscription_cycles IS 'The billed periods of a subscription: one row and one invoice each, even after a crash. A cycle without an outcome is open; `waived` means that its invoice was voided.';

CREATE TABLE subscription_tries (
  merchant_id uuid,
  subscription_id uuid,
  period_start timestamptz,
  number integer,
  checkout_id uuid NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (merchant_id, subscription_id, period_start, number),
  CONSTRAINT try_number CHECK (number BETWEEN 1 AND 4),
  CONSTRAINT try_cycle FOREIGN KEY (merchant_id, subscription_id, period_start) REFERENCES subscription_cycles DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT try_checkout FOREIGN KEY (merchant_id, checkout_id) REFERENCES checkouts DEFERRABLE INITIALLY DEFERRED);
CREATE UNIQUE INDEX try_of_checkout ON subscription_tries (merchant_id, checkout_id);
COMMENT ON TABLE subscription_tries IS 'The tries to collect a cycle, each with its own checkout. It tells which cycle the money of a checkout is for.';

DO $$
DECLARE app text := current_setting('mps.role');
BEGIN
  EXECUTE format('GRANT SELECT, INSERT, UPDATE ON invoices, invoice_counters TO %I', app);
  EXECUTE format('GRANT SELECT, INSERT, DELETE ON invoice_items TO %I', app);
  EXECUTE format('GRANT SELECT, INSERT, UPDATE ON plans, subscriptions, subscription_cycles TO %I', app);
  EXECUTE format('GRANT SELECT, INSERT, DELETE ON subscription_tries TO %I', app);
END $$;
