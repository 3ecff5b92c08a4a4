-- What each app uses of the API, in names of the contract, so that the move to a later version can be rehearsed.

CREATE TABLE app_traffic (
  merchant_id uuid,
  app_id uuid,
  day date,
  operation text,
  api_version text,
  by_header boolean,
  calls bigint NOT NULL,
  failures bigint NOT NULL,
  fields text[] NOT NULL,
  parameters text[] NOT NULL,
  codes text[] NOT NULL,
  last_at timestamptz NOT NULL,
  PRIMARY KEY (merchant_id, app_id, day, operation, api_version, by_header),
  CONSTRAINT traffic_counts CHECK (calls > 0 AND failures BETWEEN 0 AND calls));
CREATE INDEX app_traffic_by_age ON app_traffic (day);
COMMENT ON TABLE app_traffic IS 'The calls of an app to an operation on one day (UTC, real time), added up. It holds names of the contract and never a value of a request. Kept for 90 days.';
COMMENT ON COLUMN app_traffic.api_version IS 'The version in effect.';
COMMENT ON COLUMN app_traffic.by_header IS 'The calls named their version in the header, so a change of the app''s pin does not touch them.';
COMMENT ON COLUMN app_traffic.fields IS 'The fields of their bodies that the contract of this version knows, such as `items[].name`.';
COMMENT ON COLUMN app_traffic.parameters IS 'The query parameters that they used, of those that the contract knows.';
COMMENT ON COLUMN app_traffic.codes IS 'The codes with which they failed.';

DO $$
DECLARE app text := current_setting('mps.role');
BEGIN
  EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON app_traffic TO %I', app);
  IF current_schema() <> 'sandbox' THEN RETURN; END IF;

  -- A reset keeps the record of calls, or a sandbox app could rehearse a later version with the calls of one day only.
  CREATE OR REPLACE FUNCTION reset_merchant(merchant uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $body$
  DECLARE name text;
  BEGIN
    FOR name IN
      SELECT c.relname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'merchant_id'
        LEFT JOIN unnest(ARRAY['webhook_attempts', 'webhook_deliveries', 'event_bodies', 'ledger_entries']) WITH ORDINALITY AS first (name, place)
          ON first.name = c.relname
      WHERE c.relnamespace = 'sandbox'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relname <> 'app_traffic'
      ORDER BY c.relname = 'merchant_states', first.place
    LOOP
      EXECUTE format('DELETE FROM %I WHERE merchant_id = $1', name) USING merchant;
    END LOOP;
  END $body$;
  COMMENT ON FUNCTION reset_merchant(uuid) IS 'Deletes every row of one merchant but those of `app_traffic`. Runs with the owner''s rights: the mode''s role may not delete from most of these tables.';

  CREATE OR REPLACE FUNCTION reset_everyone(tonight date) RETURNS boolean LANGUAGE plpgsql SET search_path FROM CURRENT AS $body$
  DECLARE emptied text;
  BEGIN
    INSERT INTO resets (night) VALUES (tonight) ON CONFLICT DO NOTHING;
    IF NOT FOUND THEN RETURN false; END IF;
    SELECT string_agg(format('%I', c.relname), ', ') INTO emptied FROM pg_class c
      WHERE c.relnamespace = 'sandbox'::regnamespace AND c.relkind = 'r' AND c.relname NOT IN ('resets', 'migrations', 'app_traffic');
    EXECUTE 'TRUNCATE ' || emptied;
    RETURN true;
  END $body$;
  COMMENT ON FUNCTION reset_everyone(date) IS 'Empties every table but `resets`, `migrations` and `app_traffic`, once a night however often it is called, and returns whether it did. The row of the night commits together with the emptied tables.';
END $$;
