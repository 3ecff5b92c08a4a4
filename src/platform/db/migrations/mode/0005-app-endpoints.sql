-- The mode's own receivers, with the owner's rights on schema platform: the mode's role has none there, and no query has to know the mode.
DO $$
BEGIN
  EXECUTE format($view$
    CREATE VIEW app_endpoints WITH (security_barrier) AS
      SELECT e.app_id, e.merchant_id, e.url, e.event_types, a.api_version, e.secret_sealed, e.previous_secret_sealed, e.previous_secret_until
      FROM platform.webhook_endpoints e JOIN platform.api_apps a ON a.id = e.app_id
      WHERE a.mode = %L $view$, current_schema());
  EXECUTE format('GRANT SELECT ON app_endpoints TO %I', current_setting('mps.role'));
  IF current_schema() = 'sandbox' THEN                              -- emptied every night; live never is
    EXECUTE format('GRANT TRUNCATE ON ALL TABLES IN SCHEMA sandbox TO %I', current_setting('mps.role'));
    EXECUTE format('REVOKE TRUNCATE ON migrations FROM %I', current_setting('mps.role'));
  END IF;
END $$;
COMMENT ON VIEW app_endpoints IS 'Where the apps of this mode receive events, and what signs them.';
