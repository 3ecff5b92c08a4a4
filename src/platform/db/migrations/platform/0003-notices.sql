-- Where apps receive events, and which of their settings were changed.

CREATE TABLE webhook_endpoints (
  app_id uuid PRIMARY KEY,
  merchant_id uuid NOT NULL,
  url text,
  event_types text[] NOT NULL DEFAULT '{}',
  secret_sealed text NOT NULL,
  previous_secret_sealed text,
  previous_secret_until timestamptz,
  paused_at timestamptz,
  CONSTRAINT endpoint_app FOREIGN KEY (merchant_id, app_id) REFERENCES api_apps (merchant_id, id),
  CONSTRAINT endpoint_rotation CHECK ((previous_secret_sealed IS NULL) = (previous_secret_until IS NULL)));
CREATE INDEX endpoints_of_merchant ON webhook_endpoints (merchant_id);
CREATE INDEX endpoints_paused ON webhook_endpoints (app_id) WHERE paused_at IS NOT NULL;
COMMENT ON TABLE webhook_endpoints IS 'Where an app receives events, which types it subscribes to, and the sealed secrets that sign them. The modes read it through their view app_endpoints.';
COMMENT ON COLUMN webhook_endpoints.paused_at IS 'When deliveries of this app were paused; null: they are sent. While an app is paused its new deliveries wait.';

CREATE TABLE settings_changes (
  change_id uuid PRIMARY KEY,
  merchant_id uuid NOT NULL,
  app_id uuid NOT NULL,
  changed text[] NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  tries int NOT NULL DEFAULT 0,
  due_at timestamptz NOT NULL DEFAULT now(),
  told_at timestamptz,
  CONSTRAINT change_app FOREIGN KEY (merchant_id, app_id) REFERENCES api_apps (merchant_id, id),
  CONSTRAINT something_changed CHECK (cardinality(changed) > 0));
CREATE INDEX changes_untold ON settings_changes (app_id, change_id) WHERE told_at IS NULL;
COMMENT ON TABLE settings_changes IS 'Which settings of an app were changed, and when; written in the transaction of the change. The app''s mode records one event for each, with the id of the change. Rows are kept.';

DO $$
DECLARE app text := current_setting('mps.role');
BEGIN
  EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON webhook_endpoints TO %I', app);
  EXECUTE format('GRANT SELECT, INSERT, UPDATE ON settings_changes TO %I', app);
END $$;
