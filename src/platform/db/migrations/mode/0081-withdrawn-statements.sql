-- An operator takes back a statement that was imported by mistake or with a wrong mapping. Decision 0106. The release before this one
-- compares without it, and does not know the table.

CREATE TABLE withdrawn_statements (
  id uuid PRIMARY KEY,
  gateway text NOT NULL,
  name text NOT NULL,
  hash bytea NOT NULL,
  from_day date NOT NULL,
  to_day date NOT NULL,
  lines integer NOT NULL,
  imported_by text NOT NULL,
  imported_at timestamptz NOT NULL,
  withdrawn_by text NOT NULL,
  withdrawn_at timestamptz NOT NULL DEFAULT now(),
  reason text NOT NULL,
  CONSTRAINT withdrawal_reason CHECK (char_length(reason) BETWEEN 1 AND 500));
COMMENT ON TABLE withdrawn_statements IS 'Statements that operators took back, and why; append-only. Their lines are gone, and they may be imported again.';
COMMENT ON COLUMN withdrawn_statements.id IS 'As it was in statements. Cases still name its lines.';
CREATE TRIGGER append_only BEFORE UPDATE ON withdrawn_statements FOR EACH STATEMENT EXECUTE FUNCTION append_only();

DO $$
DECLARE app text := current_setting('mps.role');
BEGIN
  EXECUTE format('GRANT SELECT, INSERT ON withdrawn_statements TO %I', app);
  EXECUTE format('GRANT DELETE ON statements TO %I', app);
  IF current_schema() = 'sandbox' THEN
    EXECUTE format('GRANT TRUNCATE ON withdrawn_statements TO %I', app);
  END IF;
END $$;
