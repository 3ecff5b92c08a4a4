-- A person may sign in with another address. The link that is mailed to it holds the address until it is used or has expired. A form of the
-- dashboard that makes a key or an app has its effect once. The release before this one neither writes nor finds either.

ALTER TABLE user_links
  ADD COLUMN email text,
  DROP CONSTRAINT link_kind,
  ADD CONSTRAINT link_kind CHECK (kind IN ('verify-email', 'reset-password', 'change-email')) NOT VALID,
  ADD CONSTRAINT link_email CHECK ((kind = 'change-email') = (email IS NOT NULL)) NOT VALID;
COMMENT ON COLUMN user_links.email IS 'The address that replaces that of the person.';

ALTER TABLE operator_changes ADD COLUMN form uuid;
COMMENT ON COLUMN operator_changes.form IS 'The random id of the form with which it was done in the dashboard; null: its form may have its effect again.';
