-- The merchant's money: the double-entry ledger.

CREATE DOMAIN money_e4 AS bigint;
COMMENT ON DOMAIN money_e4 IS 'An amount in ten-thousandths of the currency: 1 is 0.0001.';

CREATE TABLE ledger_heads (
  merchant_id uuid PRIMARY KEY,
  number bigint NOT NULL);
COMMENT ON TABLE ledger_heads IS 'The number of a merchant''s last journal. Whoever locks this row locks the merchant''s ledger.';

CREATE TABLE ledger_balances (
  merchant_id uuid,
  code text,
  currency text,
  balance money_e4 NOT NULL DEFAULT 0,
  lowest money_e4 GENERATED ALWAYS AS (CASE WHEN code IN ('pending', 'reserve', 'refund_in_transit', 'payout_in_transit', 'dispute_hold') OR code ~ '^subaccount:' THEN 0 END) STORED,
  highest money_e4 GENERATED ALWAYS AS (CASE WHEN code = 'advance_receivable' OR code ~ '^agent_float:' THEN 0 END) STORED,
  PRIMARY KEY (merchant_id, code, currency),
  CONSTRAINT known_code CHECK (code ~ '^(available|pending|reserve|refund_in_transit|payout_in_transit|dispute_hold|fees|payout_clearing|gateway_clearing|advance_receivable|treasury|(subaccount|agent_float):[0-9a-f]{32})$'),
  CONSTRAINT known_currency CHECK (currency IN ('USD', 'ZWG')),
  CONSTRAINT balance_lowest CHECK (lowest IS NULL OR balance >= lowest),
  CONSTRAINT balance_highest CHECK (highest IS NULL OR balance <= highest));
COMMENT ON TABLE ledger_balances IS 'One row per account and currency: the sum of its entries. Only the trigger of ledger_entries writes it.';

CREATE TABLE ledger_journals (
  merchant_id uuid,
  number bigint,
  movement text NOT NULL,
  source_id uuid NOT NULL,
  floor money_e4,                                                   -- `available` must not fall below it; null: this movement has no floor
  effective_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  xact xid8 NOT NULL DEFAULT pg_current_xact_id(),
  PRIMARY KEY (merchant_id, number),
  CONSTRAINT posted_once UNIQUE (merchant_id, movement, source_id),
  CONSTRAINT known_movement CHECK (movement ~ '^[a-z_]{3,20}\.[a-z_]{3,20}$'),
  CONSTRAINT floor_by_movement CHECK (CASE WHEN movement IN ('payout.requested', 'platform.paid') THEN floor IS NOT DISTINCT FROM 0
    WHEN movement = 'refund.requested' THEN floor IS NOT NULL AND floor <= 0 ELSE floor IS NULL END));
COMMENT ON TABLE ledger_journals IS 'One movement of money, numbered 1, 2, 3 … per merchant without gaps, and posted at most once per movement and source; append-only.';

CREATE TABLE ledger_entries (
  merchant_id uuid,
  number bigint,
  code text,
  currency text,
  amount money_e4 NOT NULL,
  balance_after money_e4 NOT NULL,
  PRIMARY KEY (merchant_id, number, code, currency),
  CONSTRAINT entry_not_zero CHECK (amount <> 0),
  CONSTRAINT entry_journal FOREIGN KEY (merchant_id, number) REFERENCES ledger_journals,
  CONSTRAINT entry_account FOREIGN KEY (merchant_id, code, currency) REFERENCES ledger_balances);
CREATE INDEX entries_of_account ON ledger_entries (merchant_id, code, currency, number);
COMMENT ON TABLE ledger_entries IS 'The lines of a journal: a credit is positive, a debit negative, and each currency sums to zero at COMMIT; append-only.';

CREATE TABLE ledger_holds (
  merchant_id uuid,
  hold_id uuid,
  payment_id uuid NOT NULL,
  code text NOT NULL,
  currency text NOT NULL,
  amount money_e4 NOT NULL,
  released money_e4 NOT NULL DEFAULT 0,
  due_at timestamptz NOT NULL,
  PRIMARY KEY (merchant_id, hold_id),
  CONSTRAINT one_hold_per_payment UNIQUE (merchant_id, payment_id, code),
  CONSTRAINT held_in CHECK (code IN ('reserve', 'pending')),
  CONSTRAINT released_within_hold CHECK (amount > 0 AND released BETWEEN 0 AND amount));
COMMENT ON TABLE ledger_holds IS 'Money of a payment that stays in `reserve` or `pending` until its release date.';

CREATE FUNCTION ledger_number() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO ledger_heads AS h VALUES (NEW.merchant_id, 1) ON CONFLICT (merchant_id) DO UPDATE SET number = h.number + 1 RETURNING h.number INTO NEW.number;
  RETURN NEW;
END $$;
COMMENT ON FUNCTION ledger_number() IS 'Numbers a new journal. The row it updates is also the merchant''s ledger lock, so two postings of one merchant cannot deadlock.';

CREATE FUNCTION ledger_lock(merchant uuid) RETURNS SETOF ledger_balances LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM FROM ledger_heads WHERE merchant_id = merchant FOR UPDATE;
  RETURN QUERY SELECT * FROM ledger_balances WHERE merchant_id = merchant;
END $$;
COMMENT ON FUNCTION ledger_lock(uuid) IS 'Locks a merchant''s ledger and returns its balances, for actions that compute a floor or must refuse before they ask for the second factor.';

CREATE FUNCTION ledger_apply() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE j ledger_journals;
BEGIN
  SELECT * INTO j FROM ledger_journals WHERE merchant_id = NEW.merchant_id AND number = NEW.number AND xact = pg_current_xact_id();
  IF NOT FOUND THEN RAISE EXCEPTION 'journal % is sealed', NEW.number USING ERRCODE = '23514', CONSTRAINT = 'journal_sealed'; END IF;
  LOOP                                                              -- not an upsert: its CHECKs would judge the inserted row before the conflict is found
    UPDATE ledger_balances b SET balance = b.balance + NEW.amount
      WHERE merchant_id = NEW.merchant_id AND code = NEW.code AND currency = NEW.currency RETURNING b.balance INTO NEW.balance_after;
    EXIT WHEN FOUND;
    INSERT INTO ledger_balances (merchant_id, code, currency) VALUES (NEW.merchant_id, NEW.code, NEW.currency) ON CONFLICT DO NOTHING;
  END LOOP;
  IF NEW.code = 'available' AND NEW.amount < 0 AND NEW.balance_after < j.floor THEN    -- never true where the floor is null
    RAISE EXCEPTION 'available would be %', NEW.balance_after USING ERRCODE = '23514', CONSTRAINT = 'balance_floor'; END IF;
  RETURN NEW;
END $$;
COMMENT ON FUNCTION ledger_apply() IS 'Adds a new entry to the balance of its account. Refuses it outside the transaction that wrote its journal, and when `available` would fall below the journal''s floor.';

CREATE FUNCTION ledger_balanced() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF (SELECT count(*) < 2 FROM ledger_entries WHERE merchant_id = NEW.merchant_id AND number = NEW.number)
  OR EXISTS (SELECT FROM ledger_entries WHERE merchant_id = NEW.merchant_id AND number = NEW.number GROUP BY currency HAVING sum(amount) <> 0)
  THEN RAISE EXCEPTION 'journal % does not balance', NEW.number USING ERRCODE = '23514', CONSTRAINT = 'journal_balanced'; END IF;
  RETURN NULL;
END $$;
COMMENT ON FUNCTION ledger_balanced() IS 'Refuses a journal with fewer than two entries, or with a currency that does not sum to zero.';

CREATE FUNCTION ledger_lines_balanced() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE wrong bigint;
BEGIN
  SELECT e.number INTO wrong FROM (SELECT DISTINCT merchant_id, number FROM added) a JOIN ledger_entries e USING (merchant_id, number)
    GROUP BY e.merchant_id, e.number, e.currency HAVING sum(e.amount) <> 0 LIMIT 1;
  IF FOUND THEN RAISE EXCEPTION 'journal % does not balance', wrong USING ERRCODE = '23514', CONSTRAINT = 'journal_balanced'; END IF;
  RETURN NULL;
END $$;
COMMENT ON FUNCTION ledger_lines_balanced() IS 'Refuses an INSERT of entries after which a currency of their journal does not sum to zero.';

-- A journal gets its number before it is written.
CREATE TRIGGER a_number BEFORE INSERT ON ledger_journals FOR EACH ROW EXECUTE FUNCTION ledger_number();
-- A journal is judged at COMMIT, when its entries are there.
CREATE CONSTRAINT TRIGGER z_balanced AFTER INSERT ON ledger_journals DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger_balanced();
-- An entry moves the balance of its account as it is written.
CREATE TRIGGER a_apply BEFORE INSERT ON ledger_entries FOR EACH ROW EXECUTE FUNCTION ledger_apply();
-- A transaction may ask to have its journal judged before COMMIT and add entries afterwards: so each INSERT of entries is judged at once.
CREATE TRIGGER balanced AFTER INSERT ON ledger_entries REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION ledger_lines_balanced();
-- Nobody rewrites what was posted.
CREATE TRIGGER append_only BEFORE UPDATE ON ledger_journals FOR EACH STATEMENT EXECUTE FUNCTION append_only();
CREATE TRIGGER append_only BEFORE UPDATE ON ledger_entries FOR EACH STATEMENT EXECUTE FUNCTION append_only();

DO $$
DECLARE app text := current_setting('mps.role');
BEGIN
  -- The role names only the columns that a posting decides: no balance, and of a journal neither the number nor the transaction.
  EXECUTE format('GRANT SELECT ON ledger_heads, ledger_balances, ledger_journals, ledger_entries, ledger_holds TO %I', app);
  EXECUTE format('GRANT INSERT (merchant_id, movement, source_id, floor, effective_at) ON ledger_journals TO %I', app);
  EXECUTE format('GRANT INSERT (merchant_id, number, code, currency, amount) ON ledger_entries TO %I', app);
  EXECUTE format('GRANT INSERT, UPDATE (released) ON ledger_holds TO %I', app);
  IF current_schema() = 'live' THEN
    -- In live nothing that was posted is ever removed, not even by the owner.
    CREATE TRIGGER never_removed BEFORE DELETE OR TRUNCATE ON ledger_journals FOR EACH STATEMENT EXECUTE FUNCTION append_only();
    CREATE TRIGGER never_removed BEFORE DELETE OR TRUNCATE ON ledger_entries FOR EACH STATEMENT EXECUTE FUNCTION append_only();
  END IF;
END $$;
