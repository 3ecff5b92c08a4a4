-- What a payment comes from carries data of the integrator too, and hands it to its payments. Decision 0153. The release before this
-- one neither reads nor writes the columns.

ALTER TABLE payment_links ADD COLUMN metadata text;
COMMENT ON COLUMN payment_links.metadata IS 'JSON: the integrator''s own texts by their names; null without any.';

ALTER TABLE virtual_terminal_sessions ADD COLUMN metadata text;
COMMENT ON COLUMN virtual_terminal_sessions.metadata IS 'As in payment_links.';

ALTER TABLE invoices ADD COLUMN metadata text;
COMMENT ON COLUMN invoices.metadata IS 'As in payment_links. An invoice of a subscription has a copy of its metadata.';

ALTER TABLE subscriptions ADD COLUMN metadata text;
COMMENT ON COLUMN subscriptions.metadata IS 'As in payment_links.';
