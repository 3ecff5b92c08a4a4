import { Client, DatabaseError } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cloneDatabase, type TestDatabase } from '../../../../support/service/database.ts';
import { caseOf, isTwice } from './case.ts';
import { cases } from './cases.ts';
import { type Row, type TableName, tableOf, tables } from './rows.ts';
import { triggerCases } from './triggers.ts';

/**
 * Each case breaks one constraint of a migrated database. It sees that constraint's name in the error, and no error once the
 * constraint is dropped: so nothing else refuses the row, and the case fails when the constraint is gone. The cases run in the
 * sandbox; a comparison of the two catalogues covers live.
 */
let database: TestDatabase;
let client: Client;

type Mode = 'sandbox' | 'live';

const names = Object.keys(tables) as TableName[];
const isShared = (table: string) => table.startsWith('platform.');

beforeAll(async () => {
  database = await cloneDatabase();
  client = new Client({ connectionString: database.url });
  await client.connect();
  await storeRows('sandbox', names);
  await storeRows(
    'live',
    names.filter((name) => !isShared(name)),
  );
});
afterAll(async () => {
  await client.end();
  await database.close();
});

/** Stores the rows that others refer to, without triggers: they are of an earlier transaction, and in any order. */
async function storeRows(mode: Mode, into: readonly TableName[]): Promise<void> {
  await client.query(`BEGIN; SET LOCAL session_replication_role = replica; SET LOCAL search_path = ${mode}`);
  for (const name of into) for (const row of tableOf(name).stored ?? []) await insert(name, row);
  await client.query('COMMIT');
}

async function insert(table: string, row: Row): Promise<void> {
  const columns = Object.keys(row);
  const places = columns.map((_column, at) => `$${at + 1}`);
  await client.query(
    `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${places.join(', ')})`,
    Object.values(row),
  );
}

/** Does some work in a transaction that is rolled back. */
async function undone(mode: Mode, work: () => Promise<void>): Promise<void> {
  await client.query(`BEGIN; SET LOCAL search_path = ${mode}`);
  try {
    await work();
  } finally {
    await client.query('ROLLBACK');
  }
}

/** What stops these statements: the name of a constraint, or else the message of the error. Undefined: nothing. */
async function refusalOf(statements: () => Promise<unknown>): Promise<string | undefined> {
  await client.query('SAVEPOINT before');
  try {
    await statements();
    return undefined;
  } catch (error) {
    if (error instanceof DatabaseError) return error.constraint ?? error.message;
    throw error;
  } finally {
    await client.query('ROLLBACK TO SAVEPOINT before');
  }
}

/** Removes a constraint, or a unique index that is none. */
async function drop(table: string, name: string): Promise<void> {
  const schema = isShared(table) ? 'platform.' : '';
  await client.query(
    `ALTER TABLE ${table} DROP CONSTRAINT IF EXISTS ${name} CASCADE; DROP INDEX IF EXISTS ${schema}${name}`,
  );
}

describe('a row that breaks one constraint is refused by it, and by nothing else', () => {
  const all = names.flatMap((table) =>
    Object.entries(cases[table]).map(([constraint, written]) => ({ table, constraint, ...caseOf(written) })),
  );

  it.each(all)('$table: $constraint', async ({ table, constraint, rows, without = [] }) => {
    const { row, fresh, prepare } = tableOf(table);
    for (const broken of rows) {
      await undone('sandbox', async () => {
        await client.query(`${prepare ?? ''}; SET CONSTRAINTS ALL IMMEDIATE`);
        for (const other of without) await drop(table, other);
        const first: Row = { ...row, ...fresh(1), ...(isTwice(broken) ? broken.both : broken) };
        const wrong = isTwice(broken) ? { ...first, ...fresh(2), ...among(first, broken.same) } : first;
        if (isTwice(broken)) await insert(table, first);

        const by = await refusalOf(() => insert(table, wrong));
        await drop(table, constraint);
        const withoutIt = await refusalOf(() => insert(table, wrong));

        expect({ broken, by, withoutIt }).toEqual({ broken, by: constraint, withoutIt: undefined });
      });
    }
  });
});

function among(row: Row, columns: readonly string[]): Row {
  return Object.fromEntries(columns.filter((column) => column in row).map((column) => [column, row[column]]));
}

describe('a trigger', () => {
  const all = triggerCases.map((one) => ({ mode: 'sandbox' as const, ...one }));

  it.each(all)('of $mode, $trigger of $table, says $says', async ({ mode, table, trigger, run, says }) => {
    await undone(mode, async () => {
      const withTrigger = await lastWord(run);
      await client.query(`DROP TRIGGER ${trigger} ON ${table}`);
      const without = await lastWord(run);

      expect(withTrigger).toBe(says);
      expect(without).not.toBe(says);
    });
  });

  it('of live lets a checkout and a transaction go that never began', async () => {
    await undone('live', async () => {
      await client.query(`UPDATE transactions SET status = 'pending', checkout_id = NULL`);

      expect(await refusalOf(() => client.query('DELETE FROM transactions'))).toBeUndefined();
      expect(await refusalOf(() => client.query('DELETE FROM checkouts'))).toBeUndefined();
    });
  });
});

/** What the last statement says. All of them are undone. */
async function lastWord(statements: readonly string[]): Promise<string | undefined> {
  let word: string | undefined;
  const refusal = await refusalOf(async () => {
    for (const statement of statements) {
      const { rows } = await client.query<Record<string, string>>(statement);
      word = Object.values(rows[0] ?? {})[0];
    }
  });
  return refusal ?? word;
}

/** All that can refuse or change a row, but for NOT NULL, which the types of `generated/database.ts` say too. */
const guards = `
  SELECT n.nspname AS schema, t.relname AS table, c.conname AS name, pg_get_constraintdef(c.oid) AS definition
  FROM pg_constraint c JOIN pg_class t ON t.oid = c.conrelid JOIN pg_namespace n ON n.oid = t.relnamespace
  WHERE c.contype NOT IN ('n', 't')
  UNION ALL
  SELECT n.nspname, d.typname, c.conname, pg_get_constraintdef(c.oid)
  FROM pg_constraint c JOIN pg_type d ON d.oid = c.contypid JOIN pg_namespace n ON n.oid = d.typnamespace
  WHERE c.contype <> 'n'
  UNION ALL
  SELECT n.nspname, t.relname, i.relname, pg_get_indexdef(i.oid)
  FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_class t ON t.oid = x.indrelid JOIN pg_namespace n ON n.oid = t.relnamespace
  WHERE x.indisunique AND NOT EXISTS (SELECT FROM pg_constraint c WHERE c.conindid = x.indexrelid AND c.contype IN ('p', 'u', 'x'))
  UNION ALL
  SELECT n.nspname, t.relname, 'trigger ' || g.tgname, pg_get_triggerdef(g.oid) || g.tgenabled::text
  FROM pg_trigger g JOIN pg_class t ON t.oid = g.tgrelid JOIN pg_namespace n ON n.oid = t.relnamespace
  WHERE NOT g.tgisinternal`;

type Guard = { readonly name: string; readonly definition: string };

async function guardsOf(schema: string): Promise<readonly Guard[]> {
  const { rows } = await client.query<Guard>(
    `SELECT concat_ws(' ', g.table, g.name) AS name, replace(g.definition, $1 || '.', '') AS definition
      FROM (${guards}) g WHERE g.schema = $1`,
    [schema],
  );
  return rows.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

const namesOf = (found: readonly Guard[]) => found.map(({ name }) => name);
const triggersWithCase = (schema: Mode | 'platform') => [
  ...new Set(
    triggerCases
      .filter(({ table, mode = 'sandbox' }) => (isShared(table) ? 'platform' : mode) === schema)
      .map(({ table, trigger }) => `${table.replace('platform.', '')} trigger ${trigger}`),
  ),
];

const constraintsWithCase = (shared: boolean) =>
  names
    .filter((table) => isShared(table) === shared)
    .flatMap((table) => Object.keys(cases[table]).map((name) => `${table.replace('platform.', '')} ${name}`));

describe('this test has a case', () => {
  it('for every guard of schema platform', async () => {
    const expected = [...constraintsWithCase(true), ...triggersWithCase('platform')];

    expect(namesOf(await guardsOf('platform'))).toEqual(expected.toSorted());
  });

  it('for every guard of schema sandbox', async () => {
    const expected = [...constraintsWithCase(false), ...triggersWithCase('sandbox')];

    expect(namesOf(await guardsOf('sandbox'))).toEqual(expected.toSorted());
  });

  it('for every guard that only live has; the others are those of the sandbox', async () => {
    const [sandbox, live] = [await guardsOf('sandbox'), await guardsOf('live')];
    const only = live.filter(({ name }) => !namesOf(sandbox).includes(name));

    expect(namesOf(only)).toEqual(triggersWithCase('live').toSorted());
    expect(live.filter((guard) => !only.includes(guard))).toEqual(sandbox);
  });
});
