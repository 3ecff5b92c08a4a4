import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** What a release may do to the largest table: a column that is filled and never NULL, constraints, a foreign key, indexes. */
export const nextRelease: Readonly<Record<string, string>> = {
  '9001-noted.sql': `-- A note on every transaction.

ALTER TABLE transactions ADD COLUMN noted text, ADD COLUMN follows uuid;
ALTER TABLE transactions ALTER COLUMN noted SET DEFAULT 'new',
  ADD CONSTRAINT transaction_followed FOREIGN KEY (merchant_id, follows) REFERENCES transactions (merchant_id, id) NOT VALID;
COMMENT ON COLUMN transactions.noted IS 'What somebody noted.';
COMMENT ON COLUMN transactions.follows IS 'The transaction before it.';
`,
  '9002-noted-filled.sql': `-- Runs outside a transaction.

CREATE INDEX CONCURRENTLY IF NOT EXISTS transactions_to_note ON transactions (merchant_id, id) WHERE noted IS NULL;

-- Repeats until it changes no row.
UPDATE transactions SET noted = 'old'
  WHERE (merchant_id, id) IN (SELECT merchant_id, id FROM transactions WHERE noted IS NULL LIMIT 2000);

`,
  '9003-noted-always.sql': `-- Not before all rows are filled: a constraint that is not valid yet refuses changes of old rows that break it.

ALTER TABLE transactions ADD CONSTRAINT transaction_is_noted CHECK (noted IS NOT NULL) NOT VALID;
`,
  '9004-noted-checked.sql': `-- Runs outside a transaction.

ALTER TABLE transactions VALIDATE CONSTRAINT transaction_is_noted;
ALTER TABLE transactions ALTER COLUMN noted SET NOT NULL;
ALTER TABLE transactions DROP CONSTRAINT IF EXISTS transaction_is_noted;
ALTER TABLE transactions VALIDATE CONSTRAINT transaction_followed;
CREATE INDEX CONCURRENTLY IF NOT EXISTS transactions_by_note ON transactions (merchant_id, noted, id);
DROP INDEX CONCURRENTLY IF EXISTS transactions_to_note;
ANALYZE transactions;
`,
};

const ownFiles = new URL('../../../src/platform/db/migrations/', import.meta.url);

/** A folder with the migrations of this release and of the next one. */
export function writeNextRelease(): { readonly folder: URL; readonly remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'payments-release-'));
  cpSync(ownFiles, folder, { recursive: true });
  for (const [name, text] of Object.entries(nextRelease)) writeFileSync(join(folder, 'mode', name), text);
  return { folder: pathToFileURL(`${folder}/`), remove: () => rmSync(folder, { recursive: true }) };
}
