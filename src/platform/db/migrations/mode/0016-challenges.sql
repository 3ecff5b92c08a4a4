-- A bank may ask the customer to confirm a card payment (3-D Secure). The attempt waits, and no money is taken before the answer.
-- No default and no check: adding the columns locks the table for a moment only, and the release before this one leaves them null.

ALTER TABLE transactions ADD COLUMN challenged_at timestamptz, ADD COLUMN challenge_answered_at timestamptz;
COMMENT ON COLUMN transactions.challenged_at IS 'When the bank asked the customer to confirm this attempt; null: it did not ask.';
COMMENT ON COLUMN transactions.challenge_answered_at IS 'When the customer''s answer was sent to the gateway; null: the attempt still waits for it, and no money is taken.';
