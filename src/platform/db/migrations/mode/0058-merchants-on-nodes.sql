-- What a merchant's rows need to lie on one node of a cluster, while the service is connected to another. Decision 0120.

-- Citus fills in defaults where the service is connected, but a transaction has its number where the row is written. So the trigger
-- sets it where it numbers the journal: on a cluster each one. Then nobody chooses the two columns, even where the role has to be
-- allowed to name them.
CREATE OR REPLACE FUNCTION ledger_number() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO ledger_heads AS h (merchant_id, number) VALUES (NEW.merchant_id, 1)
    ON CONFLICT (merchant_id) DO UPDATE SET number = h.number + 1 RETURNING h.number INTO NEW.number;
  NEW.xact := pg_current_xact_id();
  NEW.created_at := now();
  RETURN NEW;
END $$;

-- FOR UPDATE needs the right to update a column. ledger_lock ran with the owner's rights until now. On a cluster the owner is another
-- user, and does not see what the transaction has written.
ALTER TABLE ledger_heads ADD COLUMN lock_only boolean;
COMMENT ON COLUMN ledger_heads.lock_only IS 'Always null. The right to write it lets the mode''s role lock the row, and write nothing in it.';
ALTER TABLE ledger_heads ADD CONSTRAINT lock_writes_nothing CHECK (lock_only IS NULL) NOT VALID;

CREATE OR REPLACE FUNCTION ledger_lock(merchant uuid) RETURNS SETOF ledger_balances LANGUAGE plpgsql SECURITY INVOKER SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM FROM ledger_heads WHERE merchant_id = merchant FOR UPDATE;
  RETURN QUERY SELECT * FROM ledger_balances WHERE merchant_id = merchant;
END $$;

-- On a cluster, what is deleted or added up by age goes merchant by merchant: a transaction writes on one node. One PostgreSQL keeps
-- the functions without a merchant.
CREATE FUNCTION forget_deliveries_of(merchant uuid, batch int) RETURNS int LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  gone int;
  old_ids uuid[];
BEGIN
  SELECT array_agg(delivery_id) INTO old_ids FROM (
    SELECT delivery_id FROM webhook_deliveries WHERE merchant_id = merchant AND finished_at < now() - interval '30 days'
    LIMIT batch FOR UPDATE SKIP LOCKED) old;
  DELETE FROM webhook_attempts WHERE merchant_id = merchant AND delivery_id = ANY (old_ids);
  DELETE FROM webhook_deliveries WHERE merchant_id = merchant AND delivery_id = ANY (old_ids);
  GET DIAGNOSTICS gone = ROW_COUNT;
  RETURN gone;
END $$;
COMMENT ON FUNCTION forget_deliveries_of(uuid, int) IS 'Deletes up to `batch` deliveries of a merchant that finished more than 30 days ago, with their attempts, and returns how many. Runs with the owner''s rights: the mode''s role may not delete them.';

CREATE FUNCTION forget_events_of(merchant uuid, batch int) RETURNS int LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  gone int;
  old_ids uuid[];
BEGIN
  SELECT array_agg(event_id) INTO old_ids FROM (
    SELECT event_id FROM events e WHERE e.merchant_id = merchant AND created_at < now() - interval '90 days'
      AND NOT EXISTS (SELECT FROM webhook_deliveries d WHERE d.merchant_id = merchant AND d.event_id = e.event_id)
    LIMIT batch) old;
  DELETE FROM event_bodies WHERE merchant_id = merchant AND event_id = ANY (old_ids);
  DELETE FROM listen_reports WHERE merchant_id = merchant AND event_id = ANY (old_ids);
  DELETE FROM events WHERE merchant_id = merchant AND event_id = ANY (old_ids);
  GET DIAGNOSTICS gone = ROW_COUNT;
  RETURN gone;
END $$;
COMMENT ON FUNCTION forget_events_of(uuid, int) IS 'Deletes up to `batch` events of a merchant that are older than 90 days and have no delivery left, and returns how many. Runs with the owner''s rights, as forget_deliveries_of does.';

-- Deletes and sums in one statement, so nobody sees a payment twice or not at all.
CREATE FUNCTION fold_payment_counts_of(merchant uuid, most int) RETURNS int LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE folded int;
BEGIN
  WITH gone AS (
    DELETE FROM payment_counts WHERE merchant_id = merchant AND ctid = ANY (ARRAY(
      SELECT ctid FROM payment_counts WHERE merchant_id = merchant AND payment_id <> '00000000-0000-0000-0000-000000000000' LIMIT most))
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
COMMENT ON FUNCTION fold_payment_counts_of(uuid, int) IS 'Adds up at most so many rows of single payments of a merchant, and returns how many it found. Call it until it returns none.';

REVOKE ALL ON FUNCTION forget_deliveries_of(uuid, int), forget_events_of(uuid, int), fold_payment_counts_of(uuid, int) FROM PUBLIC;
DO $$
DECLARE app text := current_setting('mps.role');
BEGIN
  EXECUTE format('GRANT UPDATE (lock_only) ON ledger_heads TO %I', app);
  EXECUTE format('GRANT EXECUTE ON FUNCTION forget_deliveries_of(uuid, int), forget_events_of(uuid, int), fold_payment_counts_of(uuid, int) TO %I', app);
END $$;
