-- Reads take no part in the gate of the reset. One that reads several tables holds the lock of the first, and waits for the second, which
-- the reset holds while it waits for the first: a deadlock, which PostgreSQL ends only after a second, and the read with it. The reset
-- now waits for no lock longer than a moment, and lets go of all of them before it tries again.

DO $$
BEGIN
  IF current_schema() <> 'sandbox' THEN RETURN; END IF;

  CREATE OR REPLACE FUNCTION reset_everyone(tonight date) RETURNS boolean LANGUAGE plpgsql SET search_path FROM CURRENT AS $body$
  DECLARE
    emptied text;
    patience constant text := current_setting('lock_timeout');
    until constant timestamptz := clock_timestamp() + interval '3 seconds';
  BEGIN
    INSERT INTO resets (night) VALUES (tonight) ON CONFLICT DO NOTHING;
    IF NOT FOUND THEN RETURN false; END IF;
    SELECT string_agg(format('%I', c.relname), ', ') INTO emptied FROM pg_class c
      WHERE c.relnamespace = 'sandbox'::regnamespace AND c.relkind = 'r' AND c.relname NOT IN ('resets', 'migrations', 'app_traffic', 'audit_log');
    PERFORM set_config('lock_timeout', '50ms', true);
    LOOP
      BEGIN
        EXECUTE 'LOCK TABLE ' || emptied || ' IN ACCESS EXCLUSIVE MODE';
        EXIT;
      EXCEPTION WHEN lock_not_available THEN
        IF clock_timestamp() > until THEN RAISE; END IF;
        -- The reads that waited for the reset go first.
        PERFORM pg_sleep(0.01 + random() * 0.03);
      END;
    END LOOP;
    PERFORM set_config('lock_timeout', patience, true);
    EXECUTE 'TRUNCATE ' || emptied;
    RETURN true;
  END $body$;
  COMMENT ON FUNCTION reset_everyone(date) IS 'Empties every table but `resets`, `migrations`, `app_traffic` and `audit_log`, once a night however often it is called, and returns whether it did. The row of the night commits together with the emptied tables. Gives way to reads, and fails after three seconds of it.';
END $$;
