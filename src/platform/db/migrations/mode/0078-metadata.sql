-- Integrators send data of their own with a checkout, and read it with the payment. Decision 0153. Text, never jsonb: nothing asks for
-- a part of it. The release before this one neither reads nor writes the columns.

ALTER TABLE checkouts ADD COLUMN metadata text;
COMMENT ON COLUMN checkouts.metadata IS 'JSON: the integrator''s own texts by their names; null without any.';

ALTER TABLE transactions ADD COLUMN metadata text;
COMMENT ON COLUMN transactions.metadata IS 'That of the checkout.';
