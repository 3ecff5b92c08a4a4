-- As before, and besides whether the app is paused; and what was changed in the settings of this mode's apps and nobody was told of yet.
DO $$
BEGIN
  EXECUTE format($view$
    CREATE OR REPLACE VIEW app_endpoints WITH (security_barrier) AS
      SELECT e.app_id, e.merchant_id, e.url, e.event_types, a.api_version, e.secret_sealed, e.previous_secret_sealed, e.previous_secret_until,
        e.paused_at IS NOT NULL AS paused
      FROM platform.webhook_endpoints e JOIN platform.api_apps a ON a.id = e.app_id
      WHERE a.mode = %L $view$, current_schema());
  EXECUTE format($view$
    CREATE VIEW settings_changes WITH (security_barrier) AS
      SELECT c.merchant_id, c.change_id, c.app_id, c.changed, c.due_at
      FROM platform.settings_changes c JOIN platform.api_apps a ON a.id = c.app_id
      WHERE a.mode = %L AND c.told_at IS NULL $view$, current_schema());
  EXECUTE format('GRANT SELECT ON settings_changes TO %I', current_setting('mps.role'));
END $$;
COMMENT ON VIEW app_endpoints IS 'Where the apps of this mode receive events, what signs them, and whether they are to wait.';
COMMENT ON VIEW settings_changes IS 'Changes in the settings of this mode''s apps that no event tells of yet.';
