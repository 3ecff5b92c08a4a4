-- Runs outside a transaction.

ALTER TABLE transactions VALIDATE CONSTRAINT transaction_taken;
ALTER TABLE payouts VALIDATE CONSTRAINT payout_status;
ALTER TABLE payouts VALIDATE CONSTRAINT payout_tries;
ALTER TABLE payouts VALIDATE CONSTRAINT payout_held_for;
ALTER TABLE payouts VALIDATE CONSTRAINT payout_held;
