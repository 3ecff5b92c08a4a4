-- A journal is judged at COMMIT, or earlier when its transaction asks for that; so whatever adds lines is judged as well, at once.
CREATE FUNCTION ledger_lines_balanced() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE wrong bigint;
BEGIN
  SELECT e.number INTO wrong FROM (SELECT DISTINCT merchant_id, number FROM added) a JOIN ledger_entries e USING (merchant_id, number)
    GROUP BY e.merchant_id, e.number, e.currency HAVING sum(e.amount) <> 0 LIMIT 1;
  IF FOUND THEN RAISE EXCEPTION 'journal % does not balance', wrong USING ERRCODE = '23514', CONSTRAINT = 'journal_balanced'; END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER balanced AFTER INSERT ON ledger_entries REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION ledger_lines_balanced();
