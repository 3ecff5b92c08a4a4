-- What was written with an event and when, so that the audit notices rows that are gone. Null: written before these columns were there.

ALTER TABLE event_sequences ADD COLUMN first_at timestamptz, ADD COLUMN last_at timestamptz;
ALTER TABLE events ADD COLUMN has_receivers boolean;
ALTER TABLE event_bodies ADD COLUMN bodies smallint, ADD COLUMN deliveries smallint;
COMMENT ON COLUMN event_sequences.first_at IS 'When the first event of the resource was created: until it is past its time, it must be there.';
COMMENT ON COLUMN event_sequences.last_at IS 'When the last event of the resource was created: until it is past its time, it must be there.';
COMMENT ON COLUMN events.has_receivers IS 'True if the event was sent to anybody: then it has a body.';
COMMENT ON COLUMN event_bodies.bodies IS 'How many bodies, this one included, were written with the event. Null: also for a body that a replay made.';
COMMENT ON COLUMN event_bodies.deliveries IS 'How many deliveries of this body were written with the event. Null: also for a body that a replay made.';
