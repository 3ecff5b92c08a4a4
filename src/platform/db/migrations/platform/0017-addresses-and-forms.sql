-- Runs outside a transaction.

ALTER TABLE user_links VALIDATE CONSTRAINT link_kind;
ALTER TABLE user_links VALIDATE CONSTRAINT link_email;

CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS operator_change_form ON operator_changes (merchant_id, form)
  WHERE form IS NOT NULL;
