-- What people did in the dashboard to what belongs to a mode: payments, refunds, payouts, links, invoices.

CREATE TABLE audit_log (
  merchant_id uuid,
  id uuid,
  user_id uuid NOT NULL,
  user_email text NOT NULL,
  ip text NOT NULL,
  action text NOT NULL,
  object text,
  details jsonb NOT NULL DEFAULT '{}',
  form uuid,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (merchant_id, id));
CREATE UNIQUE INDEX audit_form ON audit_log (merchant_id, form) WHERE form IS NOT NULL;
COMMENT ON TABLE audit_log IS 'One row for each action of a person in the dashboard, written in the transaction of the action; append-only. No key and no secret is in it. A reset of the sandbox keeps it.';
COMMENT ON COLUMN audit_log.form IS 'The random id of the form that was sent: a form has its effect once.';

CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION append_only();

DO $$
DECLARE app text := current_setting('mps.role');
BEGIN
  EXECUTE format('GRANT SELECT, INSERT ON audit_log TO %I', app);
  IF current_schema() <> 'sandbox' THEN RETURN; END IF;

  CREATE OR REPLACE FUNCTION reset_merchant(merchant uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $body$
  DECLARE name text;
  BEGIN
    FOR name IN
      SELECT c.relname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'merchant_id'
        LEFT JOIN unnest(ARRAY['webhook_attempts', 'webhook_deliveries', 'event_bodies', 'ledger_entries']) WITH ORDINALITY AS first (name, place)
          ON first.name = c.relname
      WHERE c.relnamespace = 'sandbox'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relname NOT IN ('app_traffic', 'audit_log')
      ORDER BY c.relname = 'merchant_states', first.place
    LOOP
      EXECUTE format('DELETE FROM %I WHERE merchant_id = $1', name) USING merchant;
    END LOOP;
  END $body$;
  COMMENT ON FUNCTION reset_merchant(uuid) IS 'Deletes every row of one merchant but those of `app_traffic` and `audit_log`. Runs with the owner''s rights: the mode''s role may not delete from most of these tables.';

  CREATE OR REPLACE FUNCTION reset_everyone(tonight date) RETURNS boolean LANGUAGE plpgsql SET search_path FROM CURRENT AS $body$
  DECLARE emptied text;
  BEGIN
    INSERT INTO resets (night) VALUES (tonight) ON CONFLICT DO NOTHING;
    IF NOT FOUND THEN RETURN false; END IF;
    SELECT string_agg(format('%I', c.relname), ', ') INTO emptied FROM pg_class c
      WHERE c.relnamespace = 'sandbox'::regnamespace AND c.relkind = 'r' AND c.relname NOT IN ('resets', 'migrations', 'app_traffic', 'audit_log');
    EXECUTE 'TRUNCATE ' || emptied;
    RETURN true;
  END $body$;
  COMMENT ON FUNCTION reset_everyone(date) IS 'Empties every table but `resets`, `migrations`, `app_traffic` and `audit_log`, once a night however often it is called, and returns whether it did. The row of the night commits together with the emptied tables.';
END $$;
