-- How many payments ended on each day, so that the dashboard need not read them.

CREATE TABLE payment_counts (
  merchant_id uuid,
  day date,
  currency text,
  outcome text,
  payment_id uuid,
  payments bigint NOT NULL,
  amount bigint NOT NULL,
  PRIMARY KEY (merchant_id, day, currency, outcome, payment_id),
  CONSTRAINT payment_count_outcome CHECK (outcome IN ('completed', 'failed')));
COMMENT ON TABLE payment_counts IS 'Payments that were captured or failed, by day (UTC, business time), currency and outcome. A trigger adds a row for each payment; a daily job adds them up. What is refunded later stays counted. Only the functions below write it, from rows of `transactions` that were checked.';
COMMENT ON COLUMN payment_counts.payment_id IS 'The payment that the row counts; zero for the sum of those that were added up.';

CREATE FUNCTION count_payment() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO payment_counts VALUES (NEW.merchant_id, (coalesce(NEW.completed_at, NEW.created_at) AT TIME ZONE 'UTC')::date, NEW.currency, NEW.status, NEW.id, 1, NEW.amount) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
COMMENT ON FUNCTION count_payment() IS 'Counts a payment that has ended. Each has a row of its own, so payments that end at the same moment do not wait for one another. It never refuses a payment.';

-- Deletes and sums in one statement, so nobody sees a payment twice or not at all.
CREATE FUNCTION fold_payment_counts(most int) RETURNS int LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE folded int;
BEGIN
  WITH gone AS (
    DELETE FROM payment_counts WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM payment_counts WHERE payment_id <> '00000000-0000-0000-0000-000000000000' LIMIT most))
    RETURNING *),
  summed AS (
    INSERT INTO payment_counts AS c (merchant_id, day, currency, outcome, payment_id, payments, amount)
      SELECT merchant_id, day, currency, outcome, '00000000-0000-0000-0000-000000000000', sum(payments), sum(amount) FROM gone
      GROUP BY merchant_id, day, currency, outcome
    ON CONFLICT (merchant_id, day, currency, outcome, payment_id)
      DO UPDATE SET payments = c.payments + excluded.payments, amount = c.amount + excluded.amount)
  SELECT count(*) INTO folded FROM gone;
  RETURN folded;
END $$;
COMMENT ON FUNCTION fold_payment_counts(int) IS 'Adds up at most so many rows of single payments, and returns how many it found. Call it until it returns none.';

-- A payment is captured or fails once.
CREATE TRIGGER counted_when_moved AFTER UPDATE OF status ON transactions FOR EACH ROW
  WHEN (NEW.type = 'payment' AND NEW.status IN ('completed', 'failed') AND OLD.status <> NEW.status) EXECUTE FUNCTION count_payment();
CREATE TRIGGER counted_when_made AFTER INSERT ON transactions FOR EACH ROW
  WHEN (NEW.type = 'payment' AND NEW.status IN ('completed', 'failed')) EXECUTE FUNCTION count_payment();

REVOKE EXECUTE ON FUNCTION fold_payment_counts(int) FROM PUBLIC;
DO $$
BEGIN
  EXECUTE format('GRANT SELECT ON payment_counts TO %I', current_setting('mps.role'));
  EXECUTE format('GRANT EXECUTE ON FUNCTION fold_payment_counts(int) TO %I', current_setting('mps.role'));
  IF current_schema() = 'sandbox' THEN
    EXECUTE format('GRANT TRUNCATE ON payment_counts TO %I', current_setting('mps.role'));
  END IF;
END $$;
