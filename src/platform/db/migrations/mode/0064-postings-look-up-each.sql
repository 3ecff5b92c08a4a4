-- Looks up each movement and each account by its own key. As joins, they could be planned to read all journals and all balances of the
-- merchant: few, where a session plans while the tables are nearly empty, or where most merchants have few.

CREATE OR REPLACE FUNCTION ledger_post(merchant uuid, effective timestamptz, movements text[], sources uuid[], floors bigint[], line_places int[], codes text[], currencies text[], amounts bigint[])
RETURNS TABLE (place int, number bigint) LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_bitmapscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
#variable_conflict use_column
DECLARE
  fresh int[];
  base bigint;
BEGIN
  SELECT array_agg(w.place ORDER BY w.place) INTO fresh FROM unnest(movements, sources) WITH ORDINALITY AS w (movement, source_id, place)
    WHERE (SELECT true FROM ledger_journals d WHERE d.merchant_id = merchant AND d.movement = w.movement AND d.source_id = w.source_id LIMIT 1) IS NULL;
  IF fresh IS NULL THEN RETURN; END IF;
  -- Locks the merchant's ledger. The statements after it see what the transaction before has left.
  INSERT INTO ledger_heads AS h VALUES (merchant, cardinality(fresh))
    ON CONFLICT (merchant_id) DO UPDATE SET number = h.number + excluded.number RETURNING h.number - cardinality(fresh) INTO base;
  RETURN QUERY
    WITH journal AS (
      INSERT INTO ledger_journals (merchant_id, number, movement, source_id, floor, effective_at)
        SELECT merchant, base + f.nth, movements[f.place], sources[f.place], floors[f.place], effective FROM unnest(fresh) WITH ORDINALITY AS f (place, nth)),
    entry AS (
      INSERT INTO ledger_entries (merchant_id, number, code, currency, amount, balance_after)
        SELECT merchant, base + f.nth, l.code, l.currency, l.amount,
          coalesce((SELECT b.balance FROM ledger_balances b WHERE b.merchant_id = merchant AND b.code = l.code AND b.currency = l.currency), 0)
            + sum(l.amount) OVER (PARTITION BY l.code, l.currency ORDER BY f.nth)
        FROM unnest(fresh) WITH ORDINALITY AS f (place, nth) JOIN unnest(line_places, codes, currencies, amounts) AS l (place, code, currency, amount) USING (place))
    SELECT f.place, base + f.nth FROM unnest(fresh) WITH ORDINALITY AS f (place, nth);
END $$;
