-- Runs outside a transaction.

-- Operators find a merchant by its email address, or by how its name begins.
CREATE INDEX CONCURRENTLY IF NOT EXISTS merchants_by_email ON merchants (lower(email));
CREATE INDEX CONCURRENTLY IF NOT EXISTS merchants_by_name ON merchants (lower(business_name) text_pattern_ops);
CREATE INDEX CONCURRENTLY IF NOT EXISTS merchants_suspended ON merchants (id) WHERE status = 'suspended';
