-- With another SECRET_KEY nothing sealed opens, so the service compares the key when it starts.

CREATE TABLE secret_key (
  only_row boolean PRIMARY KEY DEFAULT true,
  fingerprint text NOT NULL,
  noted_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT secret_key_once CHECK (only_row));
COMMENT ON TABLE secret_key IS 'One row: a keyed hash that shows whether SECRET_KEY is the one of this database. Only the owner reads it.';
