-- Only the sandbox is ever emptied: of one merchant when he asks, of everyone at midnight UTC. Live has neither function.
DO $$
BEGIN
  IF current_schema() <> 'sandbox' THEN RETURN; END IF;

  -- With the owner's rights, since the mode's role may delete from none of these; in the order of their foreign keys.
  CREATE FUNCTION reset_merchant(merchant uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $body$
  DECLARE name text;
  BEGIN
    FOREACH name IN ARRAY ARRAY['webhook_attempts', 'webhook_deliveries', 'webhook_lanes', 'event_bodies', 'events', 'event_sequences',
      'ledger_holds', 'ledger_entries', 'ledger_journals', 'ledger_balances', 'ledger_heads', 'status_changes', 'refunds', 'payouts',
      'bank_accounts', 'transactions', 'merchant_references', 'checkouts', 'kyc_submissions', 'jobs', 'idempotency_keys', 'merchant_states']
    LOOP
      EXECUTE format('DELETE FROM %I WHERE merchant_id = $1', name) USING merchant;
    END LOOP;
  END $body$;

  -- Once a night, whoever asks: the row of the night and the emptied tables commit together. The list of nights is kept.
  CREATE FUNCTION reset_everyone(tonight date) RETURNS boolean LANGUAGE plpgsql SET search_path FROM CURRENT AS $body$
  DECLARE emptied text;
  BEGIN
    INSERT INTO resets (night) VALUES (tonight) ON CONFLICT DO NOTHING;
    IF NOT FOUND THEN RETURN false; END IF;
    SELECT string_agg(format('%I', c.relname), ', ') INTO emptied FROM pg_class c
      WHERE c.relnamespace = 'sandbox'::regnamespace AND c.relkind = 'r' AND c.relname NOT IN ('resets', 'migrations');
    EXECUTE 'TRUNCATE ' || emptied;
    RETURN true;
  END $body$;

  REVOKE EXECUTE ON FUNCTION reset_merchant(uuid), reset_everyone(date) FROM PUBLIC;
  EXECUTE format('GRANT EXECUTE ON FUNCTION reset_merchant(uuid), reset_everyone(date) TO %I', current_setting('mps.role'));
  -- A database that is made today has nothing of yesterday to forget: its first reset is tonight's.
  INSERT INTO resets (night) VALUES ((now() AT TIME ZONE 'UTC')::date);
END $$;
