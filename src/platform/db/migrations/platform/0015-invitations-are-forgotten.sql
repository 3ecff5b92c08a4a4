-- Invitations name people who may never have come. The daily job deletes them after 90 days, when they have long ended. The release before
-- this one reads only open ones, and counts those of a day.

DO $$
BEGIN
  EXECUTE format('GRANT DELETE ON invitations TO %I', current_setting('mps.role'));
END $$;
