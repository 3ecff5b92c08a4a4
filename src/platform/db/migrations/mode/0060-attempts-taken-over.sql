-- Two calls with one idempotency key may run at once, if the lease of the first has ended. Decision 0049. No default and no check: adding
-- the column locks the table for a moment only, and the release before this one leaves it null.

ALTER TABLE transactions ADD COLUMN resumed_at timestamptz;
COMMENT ON COLUMN transactions.resumed_at IS 'When a retry took this attempt over from the call that began it; null: none did. From then on only the retry may say that nothing was begun.';
