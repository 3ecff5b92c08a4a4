-- The ledger judges each statement once, where it judged each entry. What it refuses stays the same.
-- Contracts: 0004-money.sql

CREATE FUNCTION ledger_post(merchant uuid, effective timestamptz, movements text[], sources uuid[], floors bigint[], line_places int[], codes text[], currencies text[], amounts bigint[])
RETURNS TABLE (place int, number bigint) LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_bitmapscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
#variable_conflict use_column
DECLARE
  fresh int[];
  base bigint;
BEGIN
  SELECT array_agg(w.place ORDER BY w.place) INTO fresh FROM unnest(movements, sources) WITH ORDINALITY AS w (movement, source_id, place)
    WHERE NOT EXISTS (SELECT FROM ledger_journals d WHERE d.merchant_id = merchant AND d.movement = w.movement AND d.source_id = w.source_id);
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
        SELECT merchant, base + f.nth, l.code, l.currency, l.amount, coalesce(b.balance, 0) + sum(l.amount) OVER (PARTITION BY l.code, l.currency ORDER BY f.nth)
        FROM unnest(fresh) WITH ORDINALITY AS f (place, nth) JOIN unnest(line_places, codes, currencies, amounts) AS l (place, code, currency, amount) USING (place)
          LEFT JOIN ledger_balances b ON b.merchant_id = merchant AND b.code = l.code AND b.currency = l.currency)
    SELECT f.place, base + f.nth FROM unnest(fresh) WITH ORDINALITY AS f (place, nth);
END $$;
COMMENT ON FUNCTION ledger_post IS 'Posts the movements of one merchant that were not posted before, and returns their places in the list and their numbers. A line names its movement by its place.';

CREATE FUNCTION ledger_foresee() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  NEW.balance_after := NEW.amount + coalesce((SELECT e.balance_after FROM ledger_entries e
    WHERE e.merchant_id = NEW.merchant_id AND e.code = NEW.code AND e.currency = NEW.currency ORDER BY e.number DESC LIMIT 1), 0);
  RETURN NEW;
END $$;
COMMENT ON FUNCTION ledger_foresee() IS 'Says what the balance will be after an entry that does not say so itself: one that the release before ledger_post() writes.';

CREATE OR REPLACE FUNCTION ledger_apply() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_bitmapscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  wrong record;
BEGIN
  UPDATE ledger_balances b SET balance = b.balance + a.amount
    FROM (SELECT merchant_id, code, currency, sum(amount)::bigint AS amount FROM added GROUP BY 1, 2, 3) a
    WHERE b.merchant_id = a.merchant_id AND b.code = a.code AND b.currency = a.currency;
  LOOP
    SELECT bool_or(b.balance IS NULL) AS unopened,
        bool_or(a.off <> 0) AS unbalanced,
        bool_or(j.xact IS DISTINCT FROM pg_current_xact_id()) AS sealed,
        bool_or(a.code = 'available' AND a.amount < 0 AND a.balance_after < j.floor) AS below_floor,
        bool_or(a.balance_after < 0 AND (a.code IN ('pending', 'reserve', 'refund_in_transit', 'payout_in_transit', 'dispute_hold') OR a.code LIKE 'subaccount:%')) AS too_low,
        bool_or(a.balance_after > 0 AND (a.code = 'advance_receivable' OR a.code LIKE 'agent_float:%')) AS too_high,
        bool_or(a.balance_after <> b.balance - a.later) AS miscounted
      INTO wrong
      FROM (SELECT *, sum(amount) OVER (PARTITION BY merchant_id, number, currency) AS off,
          sum(amount) OVER (PARTITION BY merchant_id, code, currency ORDER BY number DESC) - amount AS later FROM added) a
        LEFT JOIN ledger_balances b ON b.merchant_id = a.merchant_id AND b.code = a.code AND b.currency = a.currency
        LEFT JOIN ledger_journals j ON j.merchant_id = a.merchant_id AND j.number = a.number;
    EXIT WHEN wrong.unopened IS NOT TRUE;
    -- Seldom: the first entry of an account opens it.
    INSERT INTO ledger_balances (merchant_id, code, currency, balance)
      SELECT merchant_id, code, currency, sum(amount) FROM added a
      WHERE NOT EXISTS (SELECT FROM ledger_balances b WHERE b.merchant_id = a.merchant_id AND b.code = a.code AND b.currency = a.currency)
      GROUP BY 1, 2, 3;
  END LOOP;
  IF wrong.unbalanced THEN RAISE EXCEPTION 'a journal does not balance' USING ERRCODE = '23514', CONSTRAINT = 'journal_balanced'; END IF;
  IF wrong.sealed THEN RAISE EXCEPTION 'a journal is sealed' USING ERRCODE = '23514', CONSTRAINT = 'journal_sealed'; END IF;
  -- Never true where the floor is null.
  IF wrong.below_floor THEN RAISE EXCEPTION 'available would fall below the floor' USING ERRCODE = '23514', CONSTRAINT = 'balance_floor'; END IF;
  -- Between the journals of one statement; `ledger_balances` itself refuses what is left after the last.
  IF wrong.too_low THEN RAISE EXCEPTION 'an account would fall below zero' USING ERRCODE = '23514', CONSTRAINT = 'balance_lowest'; END IF;
  IF wrong.too_high THEN RAISE EXCEPTION 'an account would rise above zero' USING ERRCODE = '23514', CONSTRAINT = 'balance_highest'; END IF;
  IF wrong.miscounted THEN RAISE EXCEPTION 'an entry states a wrong balance' USING ERRCODE = '23514', CONSTRAINT = 'balance_counted'; END IF;
  RETURN NULL;
END $$;
COMMENT ON FUNCTION ledger_apply() IS 'Adds the entries of a statement to the balances of their accounts. Refuses entries that do not balance, that come after the transaction of their journal, that take `available` below the floor of their journal or an account beyond zero, or that state a wrong balance.';

CREATE FUNCTION ledger_judge() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_bitmapscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  wrong record;
BEGIN
  SELECT bool_or((SELECT count(*) FROM ledger_entries e WHERE e.merchant_id = a.merchant_id AND e.number = a.number) < 2) AS bare,
      bool_or((SELECT h.number FROM ledger_heads h WHERE h.merchant_id = a.merchant_id) - a.number
        NOT BETWEEN 0 AND (SELECT count(*) FROM added b WHERE b.merchant_id = a.merchant_id) - 1) AS misnumbered
    INTO wrong FROM added a;
  IF wrong.bare THEN RAISE EXCEPTION 'a journal has fewer than two entries' USING ERRCODE = '23514', CONSTRAINT = 'journal_balanced'; END IF;
  IF wrong.misnumbered THEN RAISE EXCEPTION 'a journal has the wrong number' USING ERRCODE = '23514', CONSTRAINT = 'journal_numbered'; END IF;
  RETURN NULL;
END $$;
COMMENT ON FUNCTION ledger_judge() IS 'Refuses a journal whose statement leaves it with fewer than two entries, or whose number is not the next one.';

CREATE FUNCTION ledger_keeps_journals() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  missed boolean;
BEGIN
  IF TG_OP = 'TRUNCATE' THEN missed := EXISTS (SELECT FROM ledger_entries);
  ELSE missed := EXISTS (SELECT FROM removed r JOIN ledger_entries e ON e.merchant_id = r.merchant_id AND e.number = r.number); END IF;
  IF missed THEN RAISE EXCEPTION 'a journal with entries stays' USING ERRCODE = '23503', CONSTRAINT = 'entry_journal'; END IF;
  RETURN NULL;
END $$;
COMMENT ON FUNCTION ledger_keeps_journals() IS 'Refuses to remove a journal while its entries are there.';

CREATE FUNCTION ledger_keeps_accounts() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  missed boolean := true;
BEGIN
  IF TG_OP = 'TRUNCATE' THEN missed := EXISTS (SELECT FROM ledger_entries);
  ELSIF TG_OP = 'DELETE' THEN
    missed := EXISTS (SELECT FROM removed r JOIN ledger_entries e ON e.merchant_id = r.merchant_id AND e.code = r.code AND e.currency = r.currency); END IF;
  IF missed THEN RAISE EXCEPTION 'an account with entries stays' USING ERRCODE = '23503', CONSTRAINT = 'entry_account'; END IF;
  RETURN NULL;
END $$;
COMMENT ON FUNCTION ledger_keeps_accounts() IS 'Refuses to remove an account while its entries are there, and to rename one.';

-- The locks are taken in the order in which a posting takes them.
DROP TRIGGER a_number ON ledger_journals;
DROP TRIGGER z_balanced ON ledger_journals;
-- The release before ledger_post() leaves the number to the trigger.
CREATE TRIGGER a_number BEFORE INSERT ON ledger_journals FOR EACH ROW WHEN (NEW.number IS NULL) EXECUTE FUNCTION ledger_number();
CREATE TRIGGER judge AFTER INSERT ON ledger_journals REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION ledger_judge();
CREATE TRIGGER keeps_removed AFTER DELETE ON ledger_journals REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION ledger_keeps_journals();
CREATE TRIGGER keeps_emptied AFTER TRUNCATE ON ledger_journals FOR EACH STATEMENT EXECUTE FUNCTION ledger_keeps_journals();

DROP TRIGGER a_apply ON ledger_entries;
DROP TRIGGER balanced ON ledger_entries;
DROP FUNCTION ledger_balanced();
DROP FUNCTION ledger_lines_balanced();
-- The release before ledger_post() leaves the balance to the trigger, too.
CREATE TRIGGER a_foresee BEFORE INSERT ON ledger_entries FOR EACH ROW WHEN (NEW.balance_after IS NULL) EXECUTE FUNCTION ledger_foresee();
CREATE TRIGGER apply AFTER INSERT ON ledger_entries REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION ledger_apply();
-- A foreign key asks once for each entry, and locks its journal and its account each time. `apply` has seen both, and they are kept.
ALTER TABLE ledger_entries DROP CONSTRAINT entry_journal, DROP CONSTRAINT entry_account;

CREATE TRIGGER keeps_removed AFTER DELETE ON ledger_balances REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION ledger_keeps_accounts();
CREATE TRIGGER keeps_emptied AFTER TRUNCATE ON ledger_balances FOR EACH STATEMENT EXECUTE FUNCTION ledger_keeps_accounts();
CREATE TRIGGER keeps_renamed BEFORE UPDATE OF merchant_id, code, currency ON ledger_balances FOR EACH STATEMENT EXECUTE FUNCTION ledger_keeps_accounts();

-- PostgreSQL read the expressions of the generated columns again for each UPDATE of a balance. The checks name the accounts.
ALTER TABLE ledger_balances
  DROP CONSTRAINT balance_lowest,
  DROP CONSTRAINT balance_highest,
  DROP CONSTRAINT known_code,
  DROP COLUMN lowest,
  DROP COLUMN highest,
  ADD CONSTRAINT balance_lowest CHECK (balance >= 0 OR code NOT IN ('pending', 'reserve', 'refund_in_transit', 'payout_in_transit', 'dispute_hold') AND code NOT LIKE 'subaccount:%') NOT VALID,
  ADD CONSTRAINT balance_highest CHECK (balance <= 0 OR code <> 'advance_receivable' AND code NOT LIKE 'agent_float:%') NOT VALID,
  ADD CONSTRAINT known_code CHECK (CASE WHEN code IN ('available', 'pending', 'reserve', 'refund_in_transit', 'payout_in_transit', 'dispute_hold', 'fees', 'payout_clearing', 'gateway_clearing', 'advance_receivable', 'treasury')
    THEN true ELSE code ~ '^(subaccount|agent_float):[0-9a-f]{32}$' END) NOT VALID;
COMMENT ON TABLE ledger_balances IS 'One row per account and currency: the sum of its entries. Only the trigger of ledger_entries writes it, once per statement.';
COMMENT ON TABLE ledger_entries IS 'The lines of a journal: a credit is positive, a debit negative, and each currency sums to zero in the statement that writes it; append-only.';

REVOKE EXECUTE ON FUNCTION ledger_post FROM PUBLIC;
DO $$
BEGIN
  EXECUTE format('GRANT EXECUTE ON FUNCTION ledger_post TO %I', current_setting('mps.role'));
END $$;
