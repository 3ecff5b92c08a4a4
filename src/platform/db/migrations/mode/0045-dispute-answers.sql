-- Answers to disputes that an operator passes on, because the gateway takes none.

CREATE TABLE dispute_answers (
  merchant_id uuid,
  dispute_id uuid,
  gateway text NOT NULL,
  answer text NOT NULL,
  waiting_since timestamptz NOT NULL,
  passed_on_at timestamptz,
  passed_on_by text,
  note text,
  PRIMARY KEY (merchant_id, dispute_id),
  CONSTRAINT dispute_answer_kind CHECK (answer IN ('contest', 'accept')),
  CONSTRAINT dispute_answer_passed_on CHECK ((passed_on_at IS NULL) = (passed_on_by IS NULL) AND (note IS NULL OR passed_on_at IS NOT NULL)),
  CONSTRAINT dispute_answer_note CHECK (char_length(note) BETWEEN 1 AND 500),
  CONSTRAINT dispute_answer_dispute FOREIGN KEY (merchant_id, dispute_id) REFERENCES disputes DEFERRABLE INITIALLY DEFERRED);
CREATE INDEX dispute_answers_waiting ON dispute_answers (waiting_since, dispute_id) WHERE passed_on_at IS NULL;
CREATE INDEX dispute_answers_by_dispute ON dispute_answers (dispute_id);
COMMENT ON TABLE dispute_answers IS 'Answers of merchants that an operator passes on to the acquirer by its website or by letter. One for each dispute.';
COMMENT ON COLUMN dispute_answers.passed_on_by IS 'Who says that the acquirer has it: a user of the machine that runs the command. Written once, never changed.';

-- What was once passed on stays so.
CREATE FUNCTION passed_on_once() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF OLD.passed_on_at IS NOT NULL THEN
    RAISE EXCEPTION 'the answer to dispute % was passed on before', OLD.dispute_id USING ERRCODE = '23514', CONSTRAINT = 'passed_on_once'; END IF;
  RETURN NEW;
END $$;
COMMENT ON FUNCTION passed_on_once() IS 'Refuses to change who passed an answer on, and when.';
CREATE TRIGGER passed_on_once BEFORE UPDATE ON dispute_answers FOR EACH ROW EXECUTE FUNCTION passed_on_once();

DO $$
DECLARE app text := current_setting('mps.role');
BEGIN
  EXECUTE format('GRANT SELECT, INSERT ON dispute_answers TO %I', app);
  EXECUTE format('GRANT UPDATE (passed_on_at, passed_on_by, note) ON dispute_answers TO %I', app);
  IF current_schema() = 'sandbox' THEN
    EXECUTE format('GRANT TRUNCATE ON dispute_answers TO %I', app);
  END IF;
END $$;
