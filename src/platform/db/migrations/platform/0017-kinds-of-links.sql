-- Runs outside a transaction.

ALTER TABLE user_links VALIDATE CONSTRAINT link_kind;
ALTER TABLE user_links VALIDATE CONSTRAINT link_email;
