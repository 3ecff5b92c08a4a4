-- Runs outside a transaction.

-- Merchants whose first journal is older than the trigger: their first month with the platform begins now.
-- Repeats until it changes no row.
WITH begun AS (
    INSERT INTO platform_subscriptions (merchant_id, id, status, anchor_at, next_invoice_at, created_at)
    SELECT h.merchant_id, uuidv7(), 'active', n.at, ((n.at AT TIME ZONE 'UTC') + interval '1 month') AT TIME ZONE 'UTC', n.at
    FROM ledger_heads h LEFT JOIN merchant_states s USING (merchant_id)
      CROSS JOIN LATERAL (SELECT date_trunc('milliseconds', now()) + coalesce(s.clock_offset_ms, 0) * interval '1 millisecond' AS at) n
    WHERE NOT EXISTS (SELECT FROM platform_subscriptions p WHERE p.merchant_id = h.merchant_id)
    LIMIT 1000
    ON CONFLICT DO NOTHING
    RETURNING merchant_id, next_invoice_at)
  INSERT INTO jobs (merchant_id, job_id, kind, key, due_at)
  SELECT b.merchant_id, uuidv7(), 'platform-billing.bill', b.merchant_id::text,
    b.next_invoice_at - coalesce(s.clock_offset_ms, 0) * interval '1 millisecond'
  FROM begun b LEFT JOIN merchant_states s USING (merchant_id);
