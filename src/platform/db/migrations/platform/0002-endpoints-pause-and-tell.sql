ALTER TABLE webhook_endpoints ADD COLUMN paused_at timestamptz;
CREATE INDEX endpoints_paused ON webhook_endpoints (app_id) WHERE paused_at IS NOT NULL;
COMMENT ON COLUMN webhook_endpoints.paused_at IS 'Since when nothing is sent that this app''s secret signs. What happens meanwhile waits.';

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
COMMENT ON TABLE settings_changes IS 'Which settings of an app were changed, and when; written with the change. The app''s mode tells of each once, in an event that has the id of the change. Kept.';

DO $$
BEGIN
  EXECUTE format('GRANT SELECT, INSERT, UPDATE ON settings_changes TO %I', current_setting('mps.role'));
END $$;
