-- Old payments may leave the database, once they are in an archive. Decision 0132.

CREATE TABLE archives (
  id uuid PRIMARY KEY,
  file text NOT NULL,
  bytes bigint NOT NULL,
  sha256 bytea NOT NULL,
  before timestamptz NOT NULL,
  made_by text NOT NULL,
  made_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT archive_file_once UNIQUE (file),
  CONSTRAINT archive_bytes CHECK (bytes > 0),
  CONSTRAINT archive_sha256 CHECK (octet_length(sha256) = 32));
COMMENT ON TABLE archives IS 'Files of old payments. A file that was written and never used has a row too, and no row of archived_resources.';
COMMENT ON COLUMN archives.before IS 'Each checkout in it, and each attempt to pay one, was over before this moment.';

CREATE TABLE archived_resources (
  merchant_id uuid,
  id uuid,
  archive_id uuid NOT NULL,
  place bigint NOT NULL,
  length integer NOT NULL,
  PRIMARY KEY (merchant_id, id),
  CONSTRAINT archived_place CHECK (place >= 0 AND length > 0));
COMMENT ON TABLE archived_resources IS 'The checkouts and transactions that are in an archive, and no more in their tables; append-only. place and length, in bytes, say where in the file.';

CREATE TRIGGER append_only BEFORE UPDATE ON archived_resources FOR EACH STATEMENT EXECUTE FUNCTION append_only();

ALTER TABLE merchant_references ADD COLUMN archived boolean NOT NULL DEFAULT false;
ALTER TABLE merchant_references DROP CONSTRAINT reference_owner,
  ADD CONSTRAINT reference_owner CHECK (num_nonnulls(checkout_id, transaction_id) = CASE WHEN archived THEN 0 ELSE 1 END) NOT VALID;
COMMENT ON COLUMN merchant_references.archived IS 'The payment is in an archive. Its reference stays taken.';

CREATE FUNCTION stays_unless_archived() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF EXISTS (SELECT FROM archived_resources a WHERE a.merchant_id = OLD.merchant_id AND a.id = (to_jsonb(OLD) ->> TG_ARGV[0])::uuid)
  THEN RETURN OLD; END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = '0A000';
END $$;
COMMENT ON FUNCTION stays_unless_archived() IS 'Refuses to delete a row whose resource is in no archive. Its argument names the column of the resource. Grants alone would not stop the owner or a superuser.';

DO $$
BEGIN
  EXECUTE format('GRANT SELECT ON archives, archived_resources TO %I', current_setting('mps.role'));
  IF current_schema() = 'live' THEN
    -- These tables keep what was decided. What is in an archive may leave them.
    CREATE OR REPLACE TRIGGER never_removed BEFORE DELETE ON transactions FOR EACH ROW WHEN (OLD.status <> 'pending') EXECUTE FUNCTION stays_unless_archived('id');
    CREATE OR REPLACE TRIGGER never_removed BEFORE DELETE ON checkouts FOR EACH ROW WHEN (OLD.status IN ('completed', 'expired')) EXECUTE FUNCTION stays_unless_archived('id');
    CREATE OR REPLACE TRIGGER never_removed BEFORE TRUNCATE ON status_changes FOR EACH STATEMENT EXECUTE FUNCTION append_only();
    CREATE TRIGGER stays_unless_archived BEFORE DELETE ON status_changes FOR EACH ROW EXECUTE FUNCTION stays_unless_archived('resource_id');
    CREATE TRIGGER never_removed BEFORE DELETE OR TRUNCATE ON archived_resources FOR EACH STATEMENT EXECUTE FUNCTION append_only();
    CREATE TRIGGER never_removed BEFORE UPDATE OR DELETE OR TRUNCATE ON archives FOR EACH STATEMENT EXECUTE FUNCTION append_only();
  ELSE
    EXECUTE format('GRANT TRUNCATE ON archives, archived_resources TO %I', current_setting('mps.role'));
  END IF;
END $$;
