import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { currencyTable } from '../../../../generated/currencies.ts';
import { cloneDatabase, type TestDatabase } from '../../../support/service/database.ts';

const codes = Object.keys(currencyTable);
const advice =
  'The database and x-currencies of openapi.yaml differ: `npm run generate` writes the migration.';

/** Columns without a list of their own. What is written to them is written to `ledger_balances` in the same transaction, or read from `transactions`. */
const guardedElsewhere = ['ledger_entries', 'ledger_holds', 'payment_counts'];

/** Columns that hold whatever currency a provider states. */
const statedByProviders = ['statements', 'statement_lines', 'reconciliation_cases'];
const isStated = (place: string) => statedByProviders.includes(place.split('.')[1] ?? '');

let database: TestDatabase;
let tables: readonly string[];
let checks: readonly { readonly place: string; readonly column: string; readonly codes: readonly string[] }[];

beforeAll(async () => {
  database = await cloneDatabase();
  const columns = await database.asOwner(`
    SELECT n.nspname || '.' || c.relname AS place
    FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname IN ('platform', 'sandbox', 'live') AND c.relkind = 'r' AND a.attname LIKE '%currency%'`);
  tables = columns.map(({ place }) => String(place)).filter((place) => !isStated(place));
  const constraints = await database.asOwner(
    `
    SELECT n.nspname || '.' || c.relname AS place, pg_get_constraintdef(k.oid) AS text
    FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE k.contype = 'c' AND n.nspname IN ('platform', 'sandbox', 'live') AND pg_get_constraintdef(k.oid) ~ $1`,
    [`currency|'(${codes.join('|')})'`],
  );
  checks = constraints
    .map(({ place, text }) => ({
      place: String(place),
      column: /^CHECK \(\((\w+) = ANY \(ARRAY\[/.exec(String(text))?.[1] ?? String(text),
      codes: [...String(text).matchAll(/'(\w+)'::text/g)].map(([, code]) => String(code)),
    }))
    .filter(({ place }) => !isStated(place));
});
afterAll(() => database.close());

describe('the checks of columns that hold a currency', () => {
  it('list exactly the currencies of the contract', () => {
    const wrong = checks.filter(
      (check) => check.column !== 'currency' || check.codes.join() !== codes.join(),
    );

    expect(checks.length).toBeGreaterThan(0);
    expect(wrong.map(({ place, codes: listed }) => `${place} takes ${listed.join(', ')}. ${advice}`)).toEqual(
      [],
    );
  });

  it('are there for every such column', () => {
    const checked = new Set(checks.map(({ place }) => place));
    const unchecked = tables.filter((place) => !checked.has(place));

    const guarded = ['sandbox', 'live'].flatMap((schema) =>
      guardedElsewhere.map((name) => `${schema}.${name}`),
    );
    expect(unchecked.toSorted()).toEqual(guarded.toSorted());
  });
});
