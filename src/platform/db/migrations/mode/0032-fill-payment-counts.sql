-- Runs outside a transaction.

-- Counts the payments that ended before 0031-payment-counts.sql made the trigger: those that have no row of their own. The payment and
-- its row commit together, so one snapshot shows both or neither. Once there are sums, a second run adds nothing.
-- Repeats until it changes no row.
INSERT INTO payment_counts (merchant_id, day, currency, outcome, payment_id, payments, amount)
  SELECT t.merchant_id, (coalesce(t.completed_at, t.created_at) AT TIME ZONE 'UTC')::date, t.currency,
    CASE WHEN t.status = 'failed' THEN 'failed' ELSE 'completed' END, '00000000-0000-0000-0000-000000000000', count(*), sum(t.amount)
  FROM transactions t LEFT JOIN payment_counts c ON c.merchant_id = t.merchant_id AND c.payment_id = t.id
  WHERE t.type = 'payment' AND c.payment_id IS NULL
    AND (t.status IN ('completed', 'failed') OR t.status = 'reversed' AND t.available_on IS NOT NULL)
  GROUP BY 1, 2, 3, 4
  ON CONFLICT DO NOTHING;
