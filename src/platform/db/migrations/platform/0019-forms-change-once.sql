-- Runs outside a transaction.

CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS operator_change_form ON operator_changes (merchant_id, form)
  WHERE form IS NOT NULL;
