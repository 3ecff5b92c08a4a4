-- A payout that went to its gateway can no longer be held or blocked.

ALTER TABLE payouts ADD COLUMN sent_at timestamptz;
COMMENT ON COLUMN payouts.sent_at IS 'When the gateway was first asked to pay. From then on the payout is not held or blocked: the money may be on its way. Null for cash.';
