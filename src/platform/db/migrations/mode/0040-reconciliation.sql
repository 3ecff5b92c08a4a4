-- Reconciliation: what providers state of the accounts that they keep for the service, and where it differs from the ledger.

CREATE TABLE statements (
  id uuid PRIMARY KEY,
  gateway text NOT NULL,
  name text NOT NULL,
  hash bytea NOT NULL,
  currency text NOT NULL,
  from_day date NOT NULL,
  to_day date NOT NULL,
  opening bigint,
  closing bigint,
  lines integer NOT NULL,
  imported_by text NOT NULL,
  imported_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT statement_once UNIQUE (gateway, name),
  CONSTRAINT statement_content_once UNIQUE (gateway, hash),
  CONSTRAINT statement_hash CHECK (octet_length(hash) = 32),
  CONSTRAINT statement_days CHECK (to_day BETWEEN from_day AND from_day + 400),
  CONSTRAINT statement_lines_count CHECK (lines >= 0));
CREATE INDEX statements_by_day ON statements (gateway, to_day);
COMMENT ON TABLE statements IS 'Statements of providers, each taken once; append-only. They belong to the operators, so no merchant is named.';
COMMENT ON COLUMN statements.name IS 'The provider''s id of the statement.';
COMMENT ON COLUMN statements.hash IS 'SHA-256 of what it says, without its id.';

CREATE TABLE reconciliation_cases (
  id uuid PRIMARY KEY,
  gateway text NOT NULL,
  kind text NOT NULL,
  subject text NOT NULL,
  state text NOT NULL,
  owner text,
  resolution text,
  of_merchant uuid,
  of_transaction uuid,
  journal bigint,
  expected bigint,
  expected_currency text,
  expected_on date,
  stated bigint,
  stated_currency text,
  stated_on date,
  opened_at timestamptz NOT NULL DEFAULT now(),
  resolved_at timestamptz,
  CONSTRAINT case_once UNIQUE (gateway, subject, kind),
  CONSTRAINT case_kind CHECK (kind IN ('missing_here', 'missing_there', 'other_amount', 'other_currency', 'twice')),
  CONSTRAINT case_state CHECK (state IN ('open', 'assigned', 'resolved')),
  CONSTRAINT case_owner CHECK (state <> 'assigned' OR owner IS NOT NULL),
  CONSTRAINT case_resolution CHECK (resolution IN ('explained_later', 'corrected', 'accepted', 'mistaken')),
  CONSTRAINT case_resolved CHECK ((state = 'resolved') = (resolution IS NOT NULL) AND (state = 'resolved') = (resolved_at IS NOT NULL)),
  CONSTRAINT case_expected CHECK ((expected IS NULL) = (expected_currency IS NULL) AND (expected IS NULL) = (expected_on IS NULL)),
  CONSTRAINT case_stated CHECK ((stated IS NULL) = (stated_currency IS NULL) AND (stated IS NULL) = (stated_on IS NULL)),
  CONSTRAINT case_sides CHECK (CASE kind WHEN 'missing_here' THEN expected IS NULL AND stated IS NOT NULL
    WHEN 'missing_there' THEN expected IS NOT NULL AND stated IS NULL ELSE expected IS NOT NULL AND stated IS NOT NULL END),
  CONSTRAINT case_journal CHECK ((journal IS NULL) = (of_merchant IS NULL) AND (journal IS NULL) = (of_transaction IS NULL)));
CREATE INDEX cases_by_state ON reconciliation_cases (state, id);
CREATE INDEX cases_unresolved ON reconciliation_cases (gateway, id) WHERE state <> 'resolved';
CREATE INDEX cases_expected_on ON reconciliation_cases (gateway, expected_on) WHERE expected_on IS NOT NULL;
CREATE INDEX cases_of_journal ON reconciliation_cases (of_merchant, journal) WHERE journal IS NOT NULL;
COMMENT ON TABLE reconciliation_cases IS 'Differences between statements and the ledger, which operators resolve. A difference is one row for ever, so no run opens it twice.';
COMMENT ON COLUMN reconciliation_cases.subject IS 'What differs: a journal of a merchant''s ledger, or a line of a statement.';
COMMENT ON COLUMN reconciliation_cases.of_merchant IS 'Whose transaction it is about; null if the service knows none. A merchant does not see cases, and a reset of their sandbox keeps them: hence not merchant_id.';
COMMENT ON COLUMN reconciliation_cases.expected IS 'What the ledger says that the provider owes, negative: is owed. As in statement_lines.';

CREATE TABLE statement_lines (
  statement_id uuid,
  line text,
  gateway text NOT NULL,
  kind text NOT NULL,
  reference text,
  reference_id uuid,
  gateway_reference text,
  amount bigint NOT NULL,
  currency text NOT NULL,
  booked_on date NOT NULL,
  of_merchant uuid,
  journal bigint,
  journal_on date,
  case_id uuid,
  judged boolean NOT NULL DEFAULT false,
  PRIMARY KEY (statement_id, line),
  CONSTRAINT line_kind CHECK (kind IN ('payment', 'refund', 'payout', 'return', 'fee', 'other')),
  CONSTRAINT line_journal CHECK ((journal IS NULL) = (of_merchant IS NULL) AND (journal IS NULL) = (journal_on IS NULL)),
  CONSTRAINT line_statement FOREIGN KEY (statement_id) REFERENCES statements,
  CONSTRAINT line_case FOREIGN KEY (case_id) REFERENCES reconciliation_cases);
CREATE INDEX lines_by_day ON statement_lines (gateway, booked_on);
CREATE INDEX lines_unmatched ON statement_lines (gateway, statement_id, line) WHERE journal IS NULL AND kind NOT IN ('fee', 'other');
CREATE INDEX lines_to_judge ON statement_lines (gateway, of_merchant, journal) WHERE NOT judged AND journal IS NOT NULL;
CREATE INDEX lines_of_journal ON statement_lines (of_merchant, journal) WHERE journal IS NOT NULL;
CREATE INDEX lines_of_case ON statement_lines (case_id) WHERE case_id IS NOT NULL;
CREATE INDEX lines_of_other_days ON statement_lines (gateway, journal_on) WHERE journal_on <> booked_on;
COMMENT ON TABLE statement_lines IS 'What a statement says, line by line, and which journal of the ledger a line is about. A positive amount came in, a negative one went out. What the provider said never changes.';
COMMENT ON COLUMN statement_lines.reference_id IS 'The id in `reference`, if it is one of the service.';
COMMENT ON COLUMN statement_lines.journal IS 'With of_merchant the journal that the line is about; null: none was found.';
COMMENT ON COLUMN statement_lines.case_id IS 'The case that holds the line''s money; null: the line and its journal agree, or nobody looked yet.';
COMMENT ON COLUMN statement_lines.judged IS 'False until a run has compared all lines of the journal with it.';

CREATE TABLE case_changes (
  case_id uuid,
  id uuid,
  change text NOT NULL,
  state text NOT NULL,
  by text NOT NULL,
  owner text,
  resolution text,
  note text,
  at timestamptz NOT NULL DEFAULT now(),
  xact xid8 NOT NULL DEFAULT pg_current_xact_id(),
  PRIMARY KEY (case_id, id),
  CONSTRAINT case_change CHECK (change IN ('opened', 'assigned', 'noted', 'resolved', 'reopened')),
  CONSTRAINT case_change_state CHECK (state IN ('open', 'assigned', 'resolved')),
  CONSTRAINT case_change_resolution CHECK (resolution IN ('explained_later', 'corrected', 'accepted', 'mistaken')),
  CONSTRAINT case_change_note CHECK (char_length(note) BETWEEN 1 AND 500),
  CONSTRAINT case_change_case FOREIGN KEY (case_id) REFERENCES reconciliation_cases);
COMMENT ON TABLE case_changes IS 'What happened to a case, and who did it; append-only. `state` is that after the change.';

CREATE FUNCTION case_logged() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM case_changes WHERE case_id = NEW.id AND state = NEW.state AND xact = pg_current_xact_id()) THEN
    RAISE EXCEPTION 'case % changes without a line in its log', NEW.id USING ERRCODE = '23514', CONSTRAINT = 'case_logged'; END IF;
  RETURN NULL;
END $$;
COMMENT ON FUNCTION case_logged() IS 'Refuses a new case, or a new state of one, that the same transaction does not write into case_changes.';

-- Nobody closes a case silently.
CREATE CONSTRAINT TRIGGER logged_when_opened AFTER INSERT ON reconciliation_cases DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION case_logged();
CREATE CONSTRAINT TRIGGER logged_when_changed AFTER UPDATE ON reconciliation_cases DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (OLD.state <> NEW.state OR OLD.owner IS DISTINCT FROM NEW.owner) EXECUTE FUNCTION case_logged();
-- Nobody rewrites what was stated or noted.
CREATE TRIGGER append_only BEFORE UPDATE ON statements FOR EACH STATEMENT EXECUTE FUNCTION append_only();
CREATE TRIGGER append_only BEFORE UPDATE ON case_changes FOR EACH STATEMENT EXECUTE FUNCTION append_only();

DO $$
DECLARE app text := current_setting('mps.role');
BEGIN
  EXECUTE format('GRANT SELECT, INSERT ON statements, statement_lines, reconciliation_cases, case_changes TO %I', app);
  -- Of a line only what a run finds out, and of a case only what becomes of it.
  EXECUTE format('GRANT UPDATE (of_merchant, journal, journal_on, case_id, judged) ON statement_lines TO %I', app);
  EXECUTE format('GRANT UPDATE (state, owner, resolution, resolved_at, stated, stated_currency, stated_on) ON reconciliation_cases TO %I', app);
  IF current_schema() = 'sandbox' THEN
    EXECUTE format('GRANT TRUNCATE ON statements, statement_lines, reconciliation_cases, case_changes TO %I', app);
  END IF;
END $$;
