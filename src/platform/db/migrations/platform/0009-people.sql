-- The people who work for merchants and for the platform: how they sign in, and what they may do.

CREATE TABLE users (
  id uuid PRIMARY KEY,
  email text NOT NULL,
  name text NOT NULL,
  password_hash text,
  email_verified_at timestamptz,
  is_operator boolean NOT NULL DEFAULT false,
  time_zone text NOT NULL DEFAULT 'UTC',
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT user_email UNIQUE (email),
  CONSTRAINT user_email_in_lower_case CHECK (email = lower(email)));
COMMENT ON TABLE users IS 'The people who sign in to the dashboard.';
COMMENT ON COLUMN users.password_hash IS 'Argon2id in the PHC format; null: no password is chosen yet.';

CREATE TABLE sign_in_tries (
  subject text,
  at timestamptz,
  id uuid,
  PRIMARY KEY (subject, at, id));
COMMENT ON TABLE sign_in_tries IS 'Tries to sign in that have not succeeded. They count for fifteen minutes. A row is written before the password is checked, so that a flood of tries at once counts whole.';
COMMENT ON COLUMN sign_in_tries.subject IS 'The address of the internet they come from, or the hash of the email that was typed, whether or not there is an account for it.';

CREATE TABLE memberships (
  user_id uuid,
  merchant_id uuid,
  role text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, merchant_id),
  CONSTRAINT membership_user FOREIGN KEY (user_id) REFERENCES users,
  CONSTRAINT membership_merchant FOREIGN KEY (merchant_id) REFERENCES merchants,
  CONSTRAINT membership_role CHECK (role IN ('owner', 'developer', 'finance', 'viewer')));
CREATE INDEX members_of_merchant ON memberships (merchant_id);
COMMENT ON TABLE memberships IS 'For which merchants a person works, and in which role.';

CREATE TABLE dashboard_sessions (
  hash bytea PRIMARY KEY,
  user_id uuid NOT NULL,
  stage text NOT NULL,
  merchant_id uuid,
  ip text NOT NULL,
  user_agent text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  seen_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  confirmed_at timestamptz,
  CONSTRAINT session_person FOREIGN KEY (user_id) REFERENCES users,
  CONSTRAINT session_merchant FOREIGN KEY (merchant_id) REFERENCES merchants,
  CONSTRAINT session_stage CHECK (stage IN ('factor', 'full')),
  CONSTRAINT session_hash_is_sha256 CHECK (octet_length(hash) = 32));
CREATE INDEX sessions_of_user ON dashboard_sessions (user_id);
CREATE INDEX sessions_by_age ON dashboard_sessions (expires_at);
CREATE INDEX sessions_of_merchant ON dashboard_sessions (merchant_id);
COMMENT ON TABLE dashboard_sessions IS 'Sessions of the dashboard, each as the SHA-256 hash of the token in its cookie.';
COMMENT ON COLUMN dashboard_sessions.stage IS '`factor`: the password was right, and the second factor is still missing.';
COMMENT ON COLUMN dashboard_sessions.confirmed_at IS 'When the person last proved who they are.';

CREATE TABLE user_factors (
  user_id uuid PRIMARY KEY,
  secret_sealed text NOT NULL,
  last_step bigint NOT NULL DEFAULT 0,
  failures smallint NOT NULL DEFAULT 0,
  locked_until timestamptz,
  begun_at timestamptz NOT NULL DEFAULT now(),
  enrolled_at timestamptz,
  CONSTRAINT factor_user FOREIGN KEY (user_id) REFERENCES users);
COMMENT ON TABLE user_factors IS 'The sealed TOTP seed of a person and the last step that was used. Without `enrolled_at` the person has not proved yet that their app has the seed.';

CREATE TABLE recovery_codes (
  user_id uuid,
  hash bytea,
  used_at timestamptz,
  PRIMARY KEY (user_id, hash),
  CONSTRAINT recovery_user FOREIGN KEY (user_id) REFERENCES users);
COMMENT ON TABLE recovery_codes IS 'Codes that each replace the second factor once, as SHA-256 hashes.';

CREATE TABLE user_links (
  hash bytea PRIMARY KEY,
  user_id uuid NOT NULL,
  kind text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  CONSTRAINT link_user FOREIGN KEY (user_id) REFERENCES users,
  CONSTRAINT link_kind CHECK (kind IN ('verify-email', 'reset-password')));
CREATE INDEX links_of_user ON user_links (user_id);
COMMENT ON TABLE user_links IS 'Links that were mailed to a person, each as the SHA-256 hash of its token. A link works once.';

CREATE TABLE invitations (
  id uuid PRIMARY KEY,
  merchant_id uuid NOT NULL,
  email text NOT NULL,
  role text NOT NULL,
  hash bytea NOT NULL,
  invited_by uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  accepted_at timestamptz,
  revoked_at timestamptz,
  CONSTRAINT invitation_merchant FOREIGN KEY (merchant_id) REFERENCES merchants,
  CONSTRAINT invitation_by FOREIGN KEY (invited_by) REFERENCES users,
  CONSTRAINT invitation_hash UNIQUE (hash),
  CONSTRAINT invitation_role CHECK (role IN ('owner', 'developer', 'finance', 'viewer')),
  CONSTRAINT invitation_end CHECK (accepted_at IS NULL OR revoked_at IS NULL));
CREATE UNIQUE INDEX invitation_open ON invitations (merchant_id, email) WHERE accepted_at IS NULL AND revoked_at IS NULL;
CREATE INDEX invitations_by ON invitations (invited_by);
COMMENT ON TABLE invitations IS 'Invitations to work for a merchant, each with the SHA-256 hash of the token in its mail. One that is neither accepted nor revoked is open until it expires.';

CREATE TABLE mails (
  id uuid PRIMARY KEY,
  recipient text NOT NULL,
  subject text NOT NULL,
  text text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  attempts smallint NOT NULL DEFAULT 0,
  next_at timestamptz DEFAULT now(),
  sent_at timestamptz,
  last_error text,
  CONSTRAINT mail_sent CHECK (sent_at IS NULL OR next_at IS NULL));
CREATE INDEX mails_due ON mails (next_at) WHERE next_at IS NOT NULL;
CREATE INDEX mails_by_age ON mails (created_at);
COMMENT ON TABLE mails IS 'Mails to people, written in the transaction of what they tell. `next_at` is when to try next; null: it was sent, or given up.';

ALTER TABLE operator_changes ADD COLUMN user_id uuid, ADD COLUMN ip text;
COMMENT ON COLUMN operator_changes.user_id IS 'The person who did it in the dashboard; null: it was done on the command line.';
COMMENT ON COLUMN operator_changes.ip IS 'The address from which it was done in the dashboard.';

DO $$
DECLARE app text := current_setting('mps.role');
BEGIN
  EXECUTE format('GRANT SELECT, INSERT, UPDATE ON users, invitations TO %I', app);
  EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON memberships, dashboard_sessions, user_factors, recovery_codes, user_links, sign_in_tries, mails TO %I', app);
END $$;
