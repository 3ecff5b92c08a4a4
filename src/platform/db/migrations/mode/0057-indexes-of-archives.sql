-- Runs outside a transaction.

ALTER TABLE merchant_references VALIDATE CONSTRAINT reference_owner;
-- Whoever deletes a transaction asks each table that may refer to it.
CREATE INDEX CONCURRENTLY IF NOT EXISTS sessions_of_transaction ON virtual_terminal_sessions (merchant_id, transaction_id)
  WHERE transaction_id IS NOT NULL;
