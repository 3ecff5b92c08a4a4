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
  CONSTRAINT invoice_attempt_checkout FOREIGN KEY (merchant_id, attempt_checkout_id) REFERENCES checkouts DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT invoice_transaction FOREIGN KEY (merchant_id, transaction_id) REFERENCES transactions DEFERRABLE INITIALLY DEFERRED);
CREATE UNIQUE INDEX invoice_number_once ON invoices (merchant_id, number) WHERE number IS NOT NULL;
CREATE INDEX invoices_by_status ON invoices (merchant_id, status, id);
CREATE INDEX invoices_of_customer ON invoices (merchant_id, customer_id) WHERE customer_id IS NOT NULL;
CREATE INDEX invoices_of_subscription ON invoices (merchant_id, subscription_id, id) WHERE subscription_id IS NOT NULL;
CREATE INDEX invoices_under_way ON invoices (merchant_id, attempt_checkout_id) WHERE attempt_checkout_id IS NOT NULL;
CREATE INDEX invoices_of_transaction ON invoices (merchant_id, transaction_id) WHERE transaction_id IS NOT NULL;
COMMENT ON TABLE invoices IS 'What a customer owes, paid once and whole. attempt_checkout_id names the checkout whose attempt is under way: of two payers one is charged. The customer is a copy of the moment.';

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
COMMENT ON TABLE invoice_items IS 'The lines of an invoice, in their order, with what each comes to. Written anew when a draft is changed.';

CREATE TABLE invoice_counters (
  merchant_id uuid PRIMARY KEY,
  last integer NOT NULL,
  CONSTRAINT counter_counts CHECK (last > 0));
COMMENT ON TABLE invoice_counters IS 'The last invoice number of each merchant. Its row is locked until the number is committed or given back, so there are no gaps.';

DO $$
DECLARE app text := current_setting('mps.role');
BEGIN
  EXECUTE format('GRANT SELECT, INSERT, UPDATE ON invoices, invoice_counters TO %I', app);
  EXECUTE format('GRANT SELECT, INSERT, DELETE ON invoice_items TO %I', app);
  IF current_schema() <> 'sandbox' THEN RETURN; END IF;
  EXECUTE format('GRANT TRUNCATE ON invoices, invoice_items, invoice_counters TO %I', app);
END $$;
