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
  IF current_schema() = 'sandbox' THEN EXECUTE format('GRANT TRUNCATE ON app_traffic TO %I', app); END IF;
END $$;
