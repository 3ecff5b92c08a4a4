-- A job that has failed and is tried again happened when it was due first. On a turned clock that may be months before the next try.

ALTER TABLE jobs ADD COLUMN first_due_at timestamptz;
COMMENT ON COLUMN jobs.first_due_at IS 'When it was due before it failed and was put off. Null while it has not been put off.';
