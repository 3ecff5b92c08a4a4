-- A person may sign in with another address. The link that is mailed to it holds the address until it is used or has expired. The release
-- before this one neither writes nor finds such a link.

ALTER TABLE user_links
  ADD COLUMN email text,
  DROP CONSTRAINT link_kind,
  ADD CONSTRAINT link_kind CHECK (kind IN ('verify-email', 'reset-password', 'change-email')) NOT VALID,
  ADD CONSTRAINT link_email CHECK ((kind = 'change-email') = (email IS NOT NULL)) NOT VALID;
COMMENT ON COLUMN user_links.email IS 'The address that replaces that of the person.';
