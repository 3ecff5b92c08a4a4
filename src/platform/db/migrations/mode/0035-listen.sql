-- `mps listen`: which transaction wrote an event, so that a stream misses none, and what developers' machines answered.

ALTER TABLE events ADD COLUMN written_in xid8;
ALTER TABLE events ALTER COLUMN written_in SET DEFAULT pg_current_xact_id();
COMMENT ON COLUMN events.written_in IS 'The transaction that wrote the row. A snapshot says whether it had committed by then, which no id and no time can say. Null: written before this column was there.';

ALTER TABLE webhook_deliveries ADD COLUMN written_in xid8;
COMMENT ON COLUMN webhook_deliveries.written_in IS 'Of a replay: the transaction that wrote it, as in `events`. Null for all other deliveries.';

CREATE TABLE listen_reports (
  merchant_id uuid,
  event_id uuid,
  report_id uuid,
  app_id uuid NOT NULL,
  delivery_id uuid,
  forwarded_to text NOT NULL,
  duration_ms int NOT NULL,
  status smallint,
  failure text,
  reported_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (merchant_id, event_id, report_id),
  CONSTRAINT report_address CHECK (char_length(forwarded_to) BETWEEN 1 AND 500),
  CONSTRAINT report_duration CHECK (duration_ms >= 0),
  CONSTRAINT report_status CHECK (status BETWEEN 100 AND 599),
  CONSTRAINT report_failure CHECK (failure IN ('connect', 'timeout', 'reset', 'other')),
  CONSTRAINT report_outcome CHECK ((status IS NULL) <> (failure IS NULL)));
COMMENT ON TABLE listen_reports IS 'What a developer''s machine answered when `mps listen` forwarded an event to it; append-only. It says nothing about deliveries. Kept as long as its event.';
COMMENT ON COLUMN listen_reports.delivery_id IS 'The replay that was forwarded; null: the event itself.';

CREATE TRIGGER append_only BEFORE UPDATE ON listen_reports FOR EACH STATEMENT EXECUTE FUNCTION append_only();

CREATE OR REPLACE FUNCTION forget_events(batch int) RETURNS int LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  gone int;
  old_ids uuid[];
BEGIN
  SELECT array_agg(event_id) INTO old_ids FROM (
    SELECT event_id FROM events e WHERE created_at < now() - interval '90 days'
      AND NOT EXISTS (SELECT FROM webhook_deliveries d WHERE d.merchant_id = e.merchant_id AND d.event_id = e.event_id)
    ORDER BY created_at LIMIT batch) old;
  DELETE FROM event_bodies b USING events e WHERE e.event_id = ANY (old_ids) AND b.merchant_id = e.merchant_id AND b.event_id = e.event_id;
  DELETE FROM listen_reports r USING events e WHERE e.event_id = ANY (old_ids) AND r.merchant_id = e.merchant_id AND r.event_id = e.event_id;
  DELETE FROM events e WHERE e.event_id = ANY (old_ids) AND e.created_at < now() - interval '90 days';
  GET DIAGNOSTICS gone = ROW_COUNT;
  RETURN gone;
END $$;

DO $$
DECLARE app text := current_setting('mps.role');
BEGIN
  EXECUTE format('GRANT SELECT, INSERT ON listen_reports TO %I', app);
  IF current_schema() = 'sandbox' THEN
    EXECUTE format('GRANT TRUNCATE ON listen_reports TO %I', app);
  END IF;
END $$;
