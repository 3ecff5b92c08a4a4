import { readdir } from 'node:fs/promises';
import type { Client } from 'pg';
import { outside } from '../../src/platform/db/migrations/statements.ts';
import type { Files } from './bundle.ts';
import type { Currencies } from './currencies.ts';

type Check = { readonly table: string; readonly name: string; readonly list: string };

const folder = new URL('../../src/platform/db/migrations/mode/', import.meta.url);

/**
 * The next two migrations of the modes, when a column does not take exactly the currencies of the contract; otherwise nothing. The
 * second one checks the rows, without keeping the tables locked.
 */
export async function currencyMigration(client: Client, currencies: Currencies): Promise<Files> {
  const codes = Object.keys(currencies);
  const { rows } = await client.query<Check>(checksOfCurrencies);
  const outdated = rows.filter(({ list }) => !isListOf(list, codes));
  if (outdated.length === 0) return {};
  const list = codes.map((code) => `'${code}'`).join(', ');
  const changes = outdated.map(
    ({ table, name }) =>
      `ALTER TABLE ${table} DROP CONSTRAINT ${name}, ADD CONSTRAINT ${name} CHECK (currency IN (${list})) NOT VALID;\n`,
  );
  const checks = outdated.map(({ table, name }) => `ALTER TABLE ${table} VALIDATE CONSTRAINT ${name};\n`);
  const what = '-- The columns take the currencies of the contract. Written by `npm run generate`.\n\n';
  const next = await nextNumber();
  return {
    [`${numbered(next)}-currencies.sql`]: `${what}${changes.join('')}`,
    [`${numbered(next + 1)}-currencies-checked.sql`]: `${outside}\n${what}${checks.join('')}`,
  };
}

function isListOf(list: string, codes: readonly string[]): boolean {
  const listed = [...list.matchAll(/'(\w+)'::text/g)].map(([, code]) => code);
  return listed.length === codes.length && codes.every((code) => listed.includes(code));
}

async function nextNumber(): Promise<number> {
  const last = (await readdir(folder))
    .filter((file) => file.endsWith('.sql'))
    .toSorted()
    .at(-1);
  return Number(last?.slice(0, 4) ?? 0) + 1;
}

const numbered = (number: number) => String(number).padStart(4, '0');

/** `CHECK (currency IN (…))` of every table, as PostgreSQL writes it back. */
const checksOfCurrencies = `
  SELECT c.relname AS table, k.conname AS name, pg_get_constraintdef(k.oid) AS list
  FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE k.contype = 'c' AND n.nspname = 'sandbox' AND pg_get_constraintdef(k.oid) LIKE 'CHECK ((currency = ANY (ARRAY[%'
  ORDER BY 1`;
