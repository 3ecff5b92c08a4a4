-- The extension that finds parts of a text by their trigrams. It is one of PostgreSQL's contrib modules, and the owner of a database may
-- create it. It is one for both modes; where somebody has created it in another schema, it stays there.
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_extension WHERE extname = 'pg_trgm') THEN RETURN; END IF;
  IF NOT EXISTS (SELECT FROM pg_available_extensions WHERE name = 'pg_trgm') THEN
    RAISE EXCEPTION 'The search of transactions needs the extension pg_trgm, and this PostgreSQL has none. Install the contrib modules on its server (Debian: postgresql-contrib), then run npx mps migrate again.' USING ERRCODE = 'MPS01';
  END IF;
  CREATE SCHEMA IF NOT EXISTS extensions;
  CREATE EXTENSION pg_trgm SCHEMA extensions;
EXCEPTION WHEN insufficient_privilege THEN
  RAISE EXCEPTION 'The search of transactions needs the extension pg_trgm, which the user of DATABASE_URL may not create. As an administrator, run in this database: CREATE EXTENSION pg_trgm; then run npx mps migrate again.' USING ERRCODE = 'MPS01';
END $$;
