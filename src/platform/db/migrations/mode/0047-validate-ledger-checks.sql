-- Runs outside a transaction.

ALTER TABLE ledger_balances VALIDATE CONSTRAINT balance_lowest;
ALTER TABLE ledger_balances VALIDATE CONSTRAINT balance_highest;
ALTER TABLE ledger_balances VALIDATE CONSTRAINT known_code;
