-- What the platform bills a merchant for, month by month, and the reports that merchants order.

CREATE TABLE platform_subscriptions (
  merchant_id uuid,
  id uuid,
  status text NOT NULL,
  anchor_at timestamptz NOT NULL,
  months integer NOT NULL DEFAULT 0,
  next_invoice_at timestamptz NOT NULL,
  past_due_at timestamptz,
  restricted_at timestamptz,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (merchant_id, id),
  CONSTRAINT one_platform_subscription UNIQUE (merchant_id),
  CONSTRAINT platform_subscription_status CHECK (status IN ('active', 'past_due', 'restricted')),
  CONSTRAINT platform_subscription_months CHECK (months >= 0),
  CONSTRAINT platform_subscription_past_due CHECK ((status = 'active') = (past_due_at IS NULL)),
  CONSTRAINT platform_subscription_restricted CHECK ((status = 'restricted') = (restricted_at IS NOT NULL)));
COMMENT ON TABLE platform_subscriptions IS 'A merchant''s own subscription to the platform. It begins with the merchant''s first journal. Months are counted from anchor_at; `months` of them have ended.';

CREATE TABLE platform_invoices (
  merchant_id uuid,
  id uuid,
  number integer NOT NULL,
  status text NOT NULL,
  plan_name text NOT NULL,
  subtotal bigint NOT NULL,
  tax_basis_points integer NOT NULL,
  tax bigint NOT NULL,
  total bigint NOT NULL,
  period_start timestamptz NOT NULL,
  period_end timestamptz NOT NULL,
  failed_tries integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  paid_at timestamptz,
  PRIMARY KEY (merchant_id, id),
  CONSTRAINT platform_invoice_number UNIQUE (number),
  CONSTRAINT platform_invoice_period UNIQUE (merchant_id, period_start),
  CONSTRAINT platform_invoice_status CHECK (status IN ('open', 'paid', 'past_due')),
  CONSTRAINT platform_invoice_total CHECK (subtotal > 0 AND tax >= 0 AND total = subtotal + tax),
  CONSTRAINT platform_invoice_tax CHECK (tax_basis_points BETWEEN 0 AND 10000 AND (tax_basis_points > 0 OR tax = 0)),
  CONSTRAINT platform_invoice_months CHECK (period_start < period_end),
  CONSTRAINT platform_invoice_tries CHECK (failed_tries BETWEEN 0 AND 8 AND (status <> 'past_due' OR failed_tries > 0)),
  CONSTRAINT platform_invoice_paid CHECK ((status = 'paid') = (paid_at IS NOT NULL)));
CREATE INDEX platform_invoices_unpaid ON platform_invoices (merchant_id, id) WHERE status <> 'paid';
CREATE INDEX platform_invoices_by_status ON platform_invoices (merchant_id, status, id);
COMMENT ON TABLE platform_invoices IS 'What the platform billed a merchant for one month, in USD, collected from `available`. Not what merchants bill their customers, which is in `invoices`.';

CREATE TABLE platform_invoice_counters (
  only_one boolean PRIMARY KEY DEFAULT true,
  last integer NOT NULL,
  CONSTRAINT one_counter CHECK (only_one),
  CONSTRAINT platform_counter_counts CHECK (last > 0));
COMMENT ON TABLE platform_invoice_counters IS 'The last number of a platform invoice in this mode, of all merchants: the platform numbers what it issues. The row stays locked until the number is committed or rolled back, so there are no gaps.';

CREATE FUNCTION begin_platform_billing() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  first_end timestamptz := ((NEW.effective_at AT TIME ZONE 'UTC') + interval '1 month') AT TIME ZONE 'UTC';
  offset_ms bigint := coalesce((SELECT clock_offset_ms FROM merchant_states WHERE merchant_id = NEW.merchant_id), 0);
BEGIN
  INSERT INTO platform_subscriptions (merchant_id, id, status, anchor_at, next_invoice_at, created_at)
    VALUES (NEW.merchant_id, uuidv7(), 'active', NEW.effective_at, first_end, NEW.effective_at) ON CONFLICT DO NOTHING;
  IF NOT FOUND THEN RETURN NULL; END IF;
  INSERT INTO jobs (merchant_id, job_id, kind, key, due_at)
    VALUES (NEW.merchant_id, uuidv7(), 'platform-billing.bill', NEW.merchant_id::text, first_end - offset_ms * interval '1 millisecond');
  RETURN NULL;
END $$;
COMMENT ON FUNCTION begin_platform_billing() IS 'Begins a merchant''s subscription to the platform, and queues the job that bills its first month. In the database, so that no payment but the first asks whether it has begun.';

-- The first money of a merchant in this mode begins their subscription to the platform.
CREATE TRIGGER first_journal AFTER INSERT ON ledger_journals FOR EACH ROW WHEN (NEW.number = 1) EXECUTE FUNCTION begin_platform_billing();

CREATE TABLE reports (
  merchant_id uuid,
  id uuid,
  app_id uuid NOT NULL,
  type text NOT NULL,
  format text NOT NULL,
  status text NOT NULL,
  period_from timestamptz NOT NULL,
  period_before timestamptz NOT NULL,
  position text,
  chunks integer NOT NULL DEFAULT 0,
  row_count bigint NOT NULL DEFAULT 0,
  byte_count bigint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  available_at timestamptz,
  expires_at timestamptz,
  PRIMARY KEY (merchant_id, id),
  CONSTRAINT report_type CHECK (type IN ('transactions', 'payouts', 'ledger_entries', 'fees')),
  CONSTRAINT report_format CHECK (format IN ('csv', 'jsonl')),
  CONSTRAINT report_status CHECK (status IN ('pending', 'available', 'expired')),
  CONSTRAINT report_counts CHECK (chunks >= 0 AND row_count >= 0 AND byte_count >= 0),
  CONSTRAINT report_available CHECK ((status = 'pending') = (available_at IS NULL) AND (available_at IS NULL) = (expires_at IS NULL)));
CREATE INDEX reports_by_type ON reports (merchant_id, type, id);
CREATE INDEX reports_pending ON reports (merchant_id, id) WHERE status = 'pending';
CREATE INDEX reports_kept ON reports (expires_at) WHERE status = 'available';
COMMENT ON TABLE reports IS 'The reports that merchants ordered. A job writes a report in slices: `position` is the last row that was written.';

CREATE TABLE report_chunks (
  merchant_id uuid,
  report_id uuid,
  number integer,
  content bytea NOT NULL,
  PRIMARY KEY (merchant_id, report_id, number),
  CONSTRAINT chunk_report FOREIGN KEY (merchant_id, report_id) REFERENCES reports DEFERRABLE INITIALLY DEFERRED);
COMMENT ON TABLE report_chunks IS 'The content of reports, in the order of the numbers. A download reads one row after the other, each in a statement of its own.';

DO $$
DECLARE app text := current_setting('mps.role');
BEGIN
  EXECUTE format('GRANT SELECT, UPDATE ON platform_subscriptions TO %I', app);
  EXECUTE format('GRANT SELECT, INSERT, UPDATE ON platform_invoices, platform_invoice_counters, reports TO %I', app);
  EXECUTE format('GRANT SELECT, INSERT, DELETE ON report_chunks TO %I', app);
  IF current_schema() = 'sandbox' THEN
    EXECUTE format('GRANT TRUNCATE ON platform_subscriptions, platform_invoices, platform_invoice_counters, reports, report_chunks TO %I', app);
  END IF;
END $$;
