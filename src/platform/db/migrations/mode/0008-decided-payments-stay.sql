-- The role may delete a push that never began, and in live nothing else: what was decided stays, whoever asks.
DO $$
BEGIN
  IF current_schema() = 'live' THEN
    CREATE TRIGGER never_removed BEFORE DELETE ON transactions FOR EACH ROW WHEN (OLD.status <> 'pending') EXECUTE FUNCTION append_only();
    CREATE TRIGGER never_removed BEFORE DELETE ON checkouts FOR EACH ROW WHEN (OLD.status IN ('completed', 'expired')) EXECUTE FUNCTION append_only();
  END IF;
END $$;
