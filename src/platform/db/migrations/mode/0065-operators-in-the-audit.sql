-- Operators settle what a gateway has left undecided, on the command line: they have no account and no address. Decision 0138. The release
-- before this one writes both columns always, and shows an entry without an address as one of the command line.

ALTER TABLE audit_log ALTER COLUMN user_id DROP NOT NULL, ALTER COLUMN ip DROP NOT NULL;
COMMENT ON TABLE audit_log IS 'One row for each action of a person in the dashboard, or of an operator on the command line, written in the transaction of the action; append-only. No key and no secret is in it. A reset of the sandbox keeps it.';
COMMENT ON COLUMN audit_log.user_id IS 'The person who did it in the dashboard; null: an operator did it on the command line.';
COMMENT ON COLUMN audit_log.user_email IS 'The address of that person, or the user of the operating system who ran the command.';
COMMENT ON COLUMN audit_log.ip IS 'The address from which it was done in the dashboard.';
