-- What operators changed, and who did it: the state of a merchant, its apps, keys and second factor.

CREATE TABLE operator_changes (
  change_id uuid PRIMARY KEY,
  merchant_id uuid NOT NULL,
  app_id uuid,
  action text NOT NULL,
  details jsonb NOT NULL DEFAULT '{}',
  operator text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT operator_change_merchant FOREIGN KEY (merchant_id) REFERENCES merchants,
  CONSTRAINT operator_change_app FOREIGN KEY (merchant_id, app_id) REFERENCES api_apps (merchant_id, id));
CREATE INDEX operator_changes_of_merchant ON operator_changes (merchant_id, change_id);
COMMENT ON TABLE operator_changes IS 'One row for each change that an operator made on the command line, written in the transaction of the change; append-only. No key and no secret is in it.';
COMMENT ON COLUMN operator_changes.details IS 'What was changed, in the words of the command line: ids and settings, with their values before and after.';
COMMENT ON COLUMN operator_changes.operator IS 'The user of the operating system who ran the command.';

CREATE FUNCTION append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = '0A000'; END $$;
COMMENT ON FUNCTION append_only() IS 'Refuses the statement. Grants alone would not stop the owner or a superuser.';

CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON operator_changes FOR EACH STATEMENT EXECUTE FUNCTION append_only();

DO $$
BEGIN
  EXECUTE format('GRANT SELECT, INSERT ON operator_changes TO %I', current_setting('mps.role'));
END $$;
