-- Emptying the sandbox: one merchant's part when the merchant asks, all of it at midnight UTC. Live is never emptied.

CREATE TABLE resets (
  night date PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT now());
COMMENT ON TABLE resets IS 'The nights on which the sandbox was emptied. A reset keeps these rows, so it happens once a night. Empty in live.';

DO $$
DECLARE
  app text := current_setting('mps.role');
  emptied text;
BEGIN
  IF current_schema() <> 'sandbox' THEN RETURN; END IF;

  -- It takes every table that has a merchant_id, so a new table is never forgotten. Most foreign keys are checked at COMMIT; those of
  -- events and of the ledger are checked at once, so their referencing tables come first. The merchant's row in merchant_states comes
  -- last, because other transactions wait for its lock.
  CREATE FUNCTION reset_merchant(merchant uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $body$
  DECLARE name text;
  BEGIN
    FOR name IN
      SELECT c.relname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'merchant_id'
        LEFT JOIN unnest(ARRAY['webhook_attempts', 'webhook_deliveries', 'event_bodies', 'ledger_entries']) WITH ORDINALITY AS first (name, place)
          ON first.name = c.relname
      WHERE c.relnamespace = 'sandbox'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
      ORDER BY c.relname = 'merchant_states', first.place
    LOOP
      EXECUTE format('DELETE FROM %I WHERE merchant_id = $1', name) USING merchant;
    END LOOP;
  END $body$;
  COMMENT ON FUNCTION reset_merchant(uuid) IS 'Deletes every row of one merchant. Runs with the owner''s rights: the mode''s role may not delete from most of these tables.';

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
  COMMENT ON FUNCTION reset_everyone(date) IS 'Empties every table but `resets` and `migrations`, once a night however often it is called, and returns whether it did. The row of the night commits together with the emptied tables.';

  REVOKE EXECUTE ON FUNCTION reset_merchant(uuid), reset_everyone(date) FROM PUBLIC;
  EXECUTE format('GRANT EXECUTE ON FUNCTION reset_merchant(uuid), reset_everyone(date) TO %I', app);
  EXECUTE format('GRANT SELECT, INSERT ON resets TO %I', app);

  -- What reset_everyone empties. A later migration that makes a table grants this itself.
  SELECT string_agg(format('%I', c.relname), ', ') INTO emptied FROM pg_class c
    WHERE c.relnamespace = 'sandbox'::regnamespace AND c.relkind = 'r' AND c.relname NOT IN ('resets', 'migrations');
  EXECUTE format('GRANT TRUNCATE ON %s TO %I', emptied, app);

  -- A new database has nothing of the past day to forget: its first reset is at the coming midnight.
  INSERT INTO resets (night) VALUES ((now() AT TIME ZONE 'UTC')::date);
END $$;
