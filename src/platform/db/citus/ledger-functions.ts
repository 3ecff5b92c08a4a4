/** A cluster passes on what an error says, but not the name of its constraint. So the words name it. */
function refuse(words: string, constraint: string, code = '23514'): string {
  return `RAISE EXCEPTION '${words}, which violates constraint "${constraint}"' USING ERRCODE = '${code}', CONSTRAINT = '${constraint}'`;
}

/** The functions of the ledger that are different on a cluster. They refuse what those of the migration 0046 refuse. */
export const ledgerBodies: Readonly<Record<string, string>> = {
  ledger_apply: `
DECLARE
  a record;
  j record;
  held bigint;
  unbalanced boolean;
  sealed boolean := false;
  below_floor boolean := false;
  too_low boolean := false;
  too_high boolean := false;
  miscounted boolean := false;
BEGIN
  FOR a IN SELECT merchant_id, code, currency, sum(amount)::bigint AS amount FROM added GROUP BY 1, 2, 3 LOOP
    UPDATE ledger_balances b SET balance = b.balance + a.amount WHERE b.merchant_id = a.merchant_id AND b.code = a.code AND b.currency = a.currency;
    IF NOT FOUND THEN
      INSERT INTO ledger_balances (merchant_id, code, currency, balance) VALUES (a.merchant_id, a.code, a.currency, a.amount);
    END IF;
  END LOOP;
  PERFORM FROM added GROUP BY merchant_id, number, currency HAVING sum(amount) <> 0;
  unbalanced := FOUND;
  IF unbalanced THEN ${refuse('a journal does not balance', 'journal_balanced')}; END IF;
  FOR a IN SELECT *, sum(amount) OVER (PARTITION BY merchant_id, code, currency ORDER BY number DESC) - amount AS later FROM added LOOP
    SELECT xact, floor INTO j FROM ledger_journals WHERE merchant_id = a.merchant_id AND number = a.number;
    SELECT balance INTO held FROM ledger_balances WHERE merchant_id = a.merchant_id AND code = a.code AND currency = a.currency;
    sealed := sealed OR j.xact IS DISTINCT FROM pg_current_xact_id();
    below_floor := below_floor OR (a.code = 'available' AND a.amount < 0 AND coalesce(a.balance_after < j.floor, false));
    too_low := too_low OR (a.balance_after < 0 AND (a.code IN ('pending', 'reserve', 'refund_in_transit', 'payout_in_transit', 'dispute_hold') OR a.code LIKE 'subaccount:%'));
    too_high := too_high OR (a.balance_after > 0 AND (a.code = 'advance_receivable' OR a.code LIKE 'agent_float:%'));
    miscounted := miscounted OR a.balance_after IS DISTINCT FROM held - a.later;
  END LOOP;
  IF sealed THEN ${refuse('a journal is sealed', 'journal_sealed')}; END IF;
  IF below_floor THEN ${refuse('available would fall below the floor', 'balance_floor')}; END IF;
  IF too_low THEN ${refuse('an account would fall below zero', 'balance_lowest')}; END IF;
  IF too_high THEN ${refuse('an account would rise above zero', 'balance_highest')}; END IF;
  IF miscounted THEN ${refuse('an entry states a wrong balance', 'balance_counted')}; END IF;
  RETURN NULL;
END `,
  // A journal and its entries are two statements here, so whether it has entries is judged at COMMIT, once for each row.
  ledger_judge: `
DECLARE
  a record;
  last bigint;
BEGIN
  IF TG_LEVEL = 'ROW' THEN
    PERFORM FROM ledger_entries e WHERE e.merchant_id = NEW.merchant_id AND e.number = NEW.number OFFSET 1;
    IF NOT FOUND THEN ${refuse('a journal has fewer than two entries', 'journal_balanced')}; END IF;
    RETURN NULL;
  END IF;
  FOR a IN SELECT merchant_id, min(number) AS lowest, max(number) AS highest, count(*) AS count FROM added GROUP BY merchant_id LOOP
    SELECT number INTO last FROM ledger_heads WHERE merchant_id = a.merchant_id;
    IF last IS NULL OR a.highest > last OR last - a.lowest > a.count - 1 THEN ${refuse('a journal has the wrong number', 'journal_numbered')}; END IF;
  END LOOP;
  RETURN NULL;
END `,
  // TRUNCATE is for the nightly reset of the sandbox, which empties all tables at once, one shard after the other: a trigger of one
  // cannot see whether the others are empty. In live another trigger refuses it.
  ledger_keeps_journals: `
DECLARE a record;
BEGIN
  IF TG_OP = 'TRUNCATE' THEN RETURN NULL; END IF;
  FOR a IN SELECT merchant_id, array_agg(number) AS numbers FROM removed GROUP BY merchant_id LOOP
    PERFORM FROM ledger_entries e WHERE e.merchant_id = a.merchant_id AND e.number = ANY (a.numbers) LIMIT 1;
    IF FOUND THEN ${refuse('a journal with entries stays', 'entry_journal', '23503')}; END IF;
  END LOOP;
  RETURN NULL;
END `,
  ledger_keeps_accounts: `
DECLARE a record;
BEGIN
  IF TG_OP = 'TRUNCATE' THEN RETURN NULL; END IF;
  IF TG_OP <> 'DELETE' THEN ${refuse('an account with entries stays', 'entry_account', '23503')}; END IF;
  FOR a IN SELECT merchant_id, code, currency FROM removed LOOP
    PERFORM FROM ledger_entries e WHERE e.merchant_id = a.merchant_id AND e.code = a.code AND e.currency = a.currency LIMIT 1;
    IF FOUND THEN ${refuse('an account with entries stays', 'entry_account', '23503')}; END IF;
  END LOOP;
  RETURN NULL;
END `,
  // Runs where the service is connected, with the role's rights: it may insert what triggers then number and add up.
  ledger_post: `
#variable_conflict use_column
DECLARE
  posted bigint[];
  given bigint;
BEGIN
  -- Before the first is posted: the same movement twice in one posting is refused, not left out.
  posted := ARRAY(SELECT w.place FROM unnest(movements, sources) WITH ORDINALITY AS w (movement, source_id, place)
    JOIN ledger_journals d ON d.movement = w.movement AND d.source_id = w.source_id WHERE d.merchant_id = merchant);
  FOR fresh IN 1 .. coalesce(cardinality(movements), 0) LOOP
    CONTINUE WHEN fresh = ANY (posted);
    INSERT INTO ledger_journals (merchant_id, movement, source_id, floor, effective_at)
      VALUES (merchant, movements[fresh], sources[fresh], floors[fresh], effective) RETURNING number INTO given;
    INSERT INTO ledger_entries (merchant_id, number, code, currency, amount)
      SELECT merchant, given, l.code, l.currency, l.amount FROM unnest(line_places, codes, currencies, amounts) AS l (place, code, currency, amount) WHERE l.place = fresh;
    place := fresh;
    number := given;
    RETURN NEXT;
  END LOOP;
END `,
};
