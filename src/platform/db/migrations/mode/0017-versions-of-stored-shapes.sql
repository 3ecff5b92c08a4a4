-- What is stored in the shape of a contract says in which version's. Rows written before, and by the release before, are in the first one.

ALTER TABLE events ADD COLUMN data_version text NOT NULL DEFAULT '2026-01-01';
COMMENT ON COLUMN events.data_version IS 'The API version whose shape `data` has: the newest one when the event was recorded.';

ALTER TABLE idempotency_keys ADD COLUMN body_version text NOT NULL DEFAULT '2026-01-01';
COMMENT ON COLUMN idempotency_keys.body_version IS 'The API version whose shape `body` has, once there is one.';
