CREATE DOMAIN money_e4 AS bigint;                                   -- 1 = 0.0001
CREATE TABLE ledger_heads (merchant_id uuid PRIMARY KEY, number bigint NOT NULL);
CREATE TABLE ledger_balances (                                      -- a projection, written by the trigger only
  merchant_id uuid, code text, currency text, balance money_e4 NOT NULL DEFAULT 0,
  lowest money_e4 GENERATED ALWAYS AS (CASE WHEN code IN ('pending', 'reserve', 'refund_in_transit', 'payout_in_transit', 'dispute_hold') OR code ~ '^subaccount:' THEN 0 END) STORED,
  highest money_e4 GENERATED ALWAYS AS (CASE WHEN code = 'advance_receivable' OR code ~ '^agent_float:' THEN 0 END) STORED,
  PRIMARY KEY (merchant_id, code, currency),
  CONSTRAINT known_code CHECK (code ~ '^(available|pending|reserve|refund_in_transit|payout_in_transit|dispute_hold|fees|payout_clearing|gateway_clearing|advance_receivable|treasury|(subaccount|agent_float):[0-9a-f]{32})$'),
  CONSTRAINT known_currency CHECK (currency IN ('USD', 'ZWG')),
  CONSTRAINT balance_lowest CHECK (lowest IS NULL OR balance >= lowest),
  CONSTRAINT balance_highest CHECK (highest IS NULL OR balance <= highest));
CREATE TABLE ledger_journals (                                      -- number: 1, 2, 3 … per merchant, without gaps
  merchant_id uuid, number bigint, movement text NOT NULL, source_id uuid NOT NULL, floor money_e4,
  effective_at timestamptz NOT NULL, created_at timestamptz NOT NULL DEFAULT now(), xact xid8 NOT NULL DEFAULT pg_current_xact_id(),
  PRIMARY KEY (merchant_id, number),
  CONSTRAINT posted_once UNIQUE (merchant_id, movement, source_id), -- the exactly-once key of every movement of money
  CONSTRAINT known_movement CHECK (movement ~ '^[a-z_]{3,20}\.[a-z_]{3,20}$'),
  CONSTRAINT floor_by_movement CHECK (CASE WHEN movement IN ('payout.requested', 'platform.paid') THEN floor IS NOT DISTINCT FROM 0
    WHEN movement = 'refund.requested' THEN floor IS NOT NULL AND floor <= 0 ELSE floor IS NULL END));
CREATE TABLE ledger_entries (
  merchant_id uuid, number bigint, code text, currency text, amount money_e4 NOT NULL, balance_after money_e4 NOT NULL,
  PRIMARY KEY (merchant_id, number, code, currency), CONSTRAINT entry_not_zero CHECK (amount <> 0),
  CONSTRAINT entry_journal FOREIGN KEY (merchant_id, number) REFERENCES ledger_journals, CONSTRAINT entry_account FOREIGN KEY (merchant_id, code, currency) REFERENCES ledger_balances);
CREATE INDEX entries_of_account ON ledger_entries (merchant_id, code, currency, number);
CREATE TABLE ledger_holds (                                         -- money in `reserve` or `pending` that has a release date
  merchant_id uuid, hold_id uuid, payment_id uuid NOT NULL, code text NOT NULL, currency text NOT NULL,
  amount money_e4 NOT NULL, released money_e4 NOT NULL DEFAULT 0, due_at timestamptz NOT NULL,
  PRIMARY KEY (merchant_id, hold_id), CONSTRAINT one_hold_per_payment UNIQUE (merchant_id, payment_id, code),
  CONSTRAINT held_in CHECK (code IN ('reserve', 'pending')), CONSTRAINT released_within_hold CHECK (amount > 0 AND released BETWEEN 0 AND amount));

CREATE FUNCTION ledger_number() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN                                                               -- also the merchant's ledger lock: the ledger cannot deadlock with itself
  INSERT INTO ledger_heads AS h VALUES (NEW.merchant_id, 1) ON CONFLICT (merchant_id) DO UPDATE SET number = h.number + 1 RETURNING h.number INTO NEW.number;
  RETURN NEW;
END $$;
CREATE TRIGGER a_number BEFORE INSERT ON ledger_journals FOR EACH ROW EXECUTE FUNCTION ledger_number();
CREATE FUNCTION ledger_lock(merchant uuid) RETURNS SETOF ledger_balances LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN                                                               -- for actions that must refuse before the second factor, or compute a floor
  PERFORM FROM ledger_heads WHERE merchant_id = merchant FOR UPDATE;
  RETURN QUERY SELECT * FROM ledger_balances WHERE merchant_id = merchant;
END $$;
CREATE FUNCTION ledger_apply() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE j ledger_journals;
BEGIN                                                               -- entries only in the transaction that wrote their journal
  SELECT * INTO j FROM ledger_journals WHERE merchant_id = NEW.merchant_id AND number = NEW.number AND xact = pg_current_xact_id();
  IF NOT FOUND THEN RAISE EXCEPTION 'journal % is sealed', NEW.number USING ERRCODE = '23514', CONSTRAINT = 'journal_sealed'; END IF;
  LOOP                                                              -- not an upsert: CHECK judges the proposed row before the conflict is seen
    UPDATE ledger_balances b SET balance = b.balance + NEW.amount
      WHERE merchant_id = NEW.merchant_id AND code = NEW.code AND currency = NEW.currency RETURNING b.balance INTO NEW.balance_after;
    EXIT WHEN FOUND;
    INSERT INTO ledger_balances (merchant_id, code, currency) VALUES (NEW.merchant_id, NEW.code, NEW.currency) ON CONFLICT DO NOTHING;
  END LOOP;
  IF NEW.code = 'available' AND NEW.amount < 0 AND NEW.balance_after < j.floor THEN    -- floor NULL: this movement has none
    RAISE EXCEPTION 'available would be %', NEW.balance_after USING ERRCODE = '23514', CONSTRAINT = 'balance_floor'; END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER a_apply BEFORE INSERT ON ledger_entries FOR EACH ROW EXECUTE FUNCTION ledger_apply();
CREATE FUNCTION ledger_balanced() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF (SELECT count(*) < 2 FROM ledger_entries WHERE merchant_id = NEW.merchant_id AND number = NEW.number)
  OR EXISTS (SELECT FROM ledger_entries WHERE merchant_id = NEW.merchant_id AND number = NEW.number GROUP BY currency HAVING sum(amount) <> 0)
  THEN RAISE EXCEPTION 'journal % does not balance', NEW.number USING ERRCODE = '23514', CONSTRAINT = 'journal_balanced'; END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER z_balanced AFTER INSERT ON ledger_journals DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger_balanced();
CREATE TRIGGER append_only BEFORE UPDATE ON ledger_journals FOR EACH STATEMENT EXECUTE FUNCTION append_only();
CREATE TRIGGER append_only BEFORE UPDATE ON ledger_entries FOR EACH STATEMENT EXECUTE FUNCTION append_only();
COMMENT ON TABLE ledger_heads IS 'The last journal number of a merchant; its row is the merchant''s ledger lock.';
COMMENT ON TABLE ledger_balances IS 'One row per account and currency: a projection of the entries, written by their trigger only.';
COMMENT ON TABLE ledger_journals IS 'One movement of money, numbered per merchant without gaps, posted at most once per movement and source.';
COMMENT ON TABLE ledger_entries IS 'The lines of a journal: credit positive, debit negative, zero in sum per currency at COMMIT.';
COMMENT ON TABLE ledger_holds IS 'Money in `reserve` or `pending` that has a release date, per payment.';

DO $$
DECLARE app text := current_setting('mps.role');
BEGIN                                                               -- column grants: no starting balance, no chosen number, xact or balance_after
  EXECUTE format('GRANT SELECT ON ledger_heads, ledger_balances, ledger_journals, ledger_entries, ledger_holds TO %I', app);
  EXECUTE format('GRANT INSERT (merchant_id, movement, source_id, floor, effective_at) ON ledger_journals TO %I', app);
  EXECUTE format('GRANT INSERT (merchant_id, number, code, currency, amount) ON ledger_entries TO %I', app);
  EXECUTE format('GRANT INSERT, UPDATE (released) ON ledger_holds TO %I', app);
  IF current_schema() = 'live' THEN                                 -- only the sandbox's resets may remove
    CREATE TRIGGER never_removed BEFORE DELETE OR TRUNCATE ON ledger_journals FOR EACH STATEMENT EXECUTE FUNCTION append_only();
    CREATE TRIGGER never_removed BEFORE DELETE OR TRUNCATE ON ledger_entries FOR EACH STATEMENT EXECUTE FUNCTION append_only();
  END IF;
END $$;
