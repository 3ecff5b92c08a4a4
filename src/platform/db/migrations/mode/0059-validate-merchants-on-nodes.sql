-- Runs outside a transaction.

ALTER TABLE ledger_heads VALIDATE CONSTRAINT lock_writes_nothing;
