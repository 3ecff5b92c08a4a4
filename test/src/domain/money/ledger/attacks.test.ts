import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { amountOf } from '../../../../../src/domain/money/amounts/amount.ts';
import { paymentCaptured, paymentSettled } from '../../../../../src/domain/money/ledger/accounts.ts';
import { putFunction } from '../../../../../src/platform/db/citus/functions.ts';
import { ledgerBodies } from '../../../../../src/platform/db/citus/ledger-functions.ts';
import { cloneDatabase, type TestDatabase } from '../../../../support/service/database.ts';
import { type Attack, attacks as ledgerAttacks, merchant, payment } from './attacks.ts';
import { someDay } from './model.ts';
import { postTo, refusalOf } from './post-and-read.ts';
import { rowAttacks } from './row-attacks.ts';

const attacks = [...ledgerAttacks, ...rowAttacks];

/** The ledger as it is, and with the functions that it has on a cluster: they are other code for the same rules. */
const ledgers = { one: 'the ledger', cluster: 'the ledger of a cluster' } as const;
type Ledger = keyof typeof ledgers;
type Opened = { readonly database: TestDatabase; readonly owner: Client };

const opened = new Map<Ledger, Opened>();
let owner: Client;

beforeAll(async () => {
  const [one, cluster] = [await open(), await open()];
  for (const schema of ['sandbox', 'live'])
    for (const name of Object.keys(ledgerBodies)) await putFunction(cluster.owner, `${schema}.${name}`);
  opened.set('one', one).set('cluster', cluster);
  owner = one.owner;
});

afterAll(async () => {
  for (const { database, owner: client } of opened.values()) {
    await client.end();
    await database.close();
  }
});

/** A database with a payment. */
async function open(): Promise<Opened> {
  const database = await cloneDatabase();
  const client = new Client({ connectionString: database.url });
  await client.connect();
  const captured = {
    id: payment,
    amount: amountOf(1_000_000n),
    fee: amountOf(35_000n),
    reserve_amount: amountOf(50_000n),
    reserve_release_at: someDay,
    currency: 'USD' as const,
  };
  await postTo(database.databases.sandbox, merchant, paymentCaptured(captured), paymentSettled(captured));
  await postTo(database.databases.live, merchant, paymentCaptured(captured), paymentSettled(captured));
  return { database, owner: client };
}

/** Plays an attack in a transaction that never commits: deferred constraints are judged as COMMIT would. */
async function play(ledger: Ledger, attack: Attack, before: readonly string[] = []): Promise<string> {
  const client = opened.get(ledger)?.owner;
  if (!client) throw new Error(`${ledger} was not opened`);
  const role = attack.by === 'the role' ? [`SET LOCAL ROLE mps_${attack.schema}`] : [];
  await client.query(`BEGIN; SET LOCAL search_path = ${attack.schema}`);
  try {
    for (const statement of [...before, ...role]) await client.query(statement);
    return await attempt(client, attack);
  } finally {
    await client.query('ROLLBACK');
  }
}

async function attempt(client: Client, { statements }: Attack): Promise<string> {
  let answer = 'done';
  try {
    for (const statement of statements) {
      const { rows } = await client.query<{ '?column?': string }>(statement);
      answer = rows[0]?.['?column?'] ?? 'done';
    }
    await client.query('SET CONSTRAINTS ALL IMMEDIATE');
    return answer;
  } catch (error) {
    return refusalOf(error);
  }
}

const named = (ledger: Ledger) => (attack: Attack) => {
  return {
    name: `${ledgers[ledger]} and ${attack.what}, by ${attack.by} in ${attack.schema}`,
    ledger,
    attack,
  };
};

describe.each([
  ...attacks.map(named('one')),
  ...ledgerAttacks.filter(({ isOnOneOnly }) => isOnOneOnly !== true).map(named('cluster')),
])('$name', ({ ledger, attack }) => {
  it(`is refused: ${attack.refusal}`, async () => {
    expect(await play(ledger, attack)).toBe(attack.refusal);
  });

  it('succeeds without its guard, which shows that the test above would notice', async () => {
    const without = (ledger === 'cluster' && attack.withoutOnCluster) || attack.without;
    const outcome = await play(ledger, attack, without);

    expect(outcome).not.toBe(attack.refusal);
    expect(outcome).not.toMatch(/^[0-9A-Z]{5}( |$)/);
  });
});

describe('the guards of the ledger', () => {
  it('are all attacked: every constraint and trigger', async () => {
    const { rows } = await owner.query<{ name: string; of: string }>(`
      SELECT conname AS name, conrelid::regclass::text AS of FROM pg_constraint
      WHERE connamespace = 'live'::regnamespace AND conrelid::regclass::text ~ '^live[.](ledger.*|refunds|payouts|bank_accounts|resets)$' AND contype <> 'n'
      UNION ALL
      SELECT tgname, tgrelid::regclass::text FROM pg_trigger
      WHERE NOT tgisinternal
        -- They refuse nothing: one begins the platform's billing, the others fill in what the release before leaves out.
        AND tgname NOT IN ('first_journal', 'a_number', 'a_foresee')
        AND tgrelid::regclass::text ~ '^live[.](ledger.*|refunds|payouts|bank_accounts|resets)$'`);

    const droppable = attacks.flatMap(({ without }) => without).join('\n');
    const unattacked = rows.filter(({ name, of }) => {
      const table = of.replace('live.', '');
      return !new RegExp(
        `(ALTER TABLE ${table} DROP CONSTRAINT ${name}|DROP TRIGGER ${name} ON ${table})`,
      ).test(droppable);
    });
    expect(rows.length).toBeGreaterThan(20);
    expect(unattacked).toEqual([]);
  });

  it.each(['sandbox', 'live'] as const)('leave the role of %s these rights and no other', async (schema) => {
    const { rows } = await owner.query<{ right: string }>(
      `SELECT DISTINCT privilege_type || ' ' || table_name || coalesce(' (' || columns || ')', '') AS right FROM (
         SELECT privilege_type, table_name, NULL AS columns FROM information_schema.role_table_grants
         WHERE grantee = $2 AND table_schema = $1 AND table_name LIKE 'ledger%'
         UNION ALL
         SELECT privilege_type, table_name, string_agg(column_name, ', ' ORDER BY column_name)
         FROM information_schema.column_privileges c
         WHERE grantee = $2 AND table_schema = $1 AND table_name LIKE 'ledger%' AND NOT EXISTS (
           SELECT FROM information_schema.role_table_grants t WHERE (t.grantee, t.table_schema, t.table_name, t.privilege_type)
             = (c.grantee, c.table_schema, c.table_name, c.privilege_type))
         GROUP BY 1, 2) granted ORDER BY 1`,
      [schema, `mps_${schema}`],
    );

    const rights = rows.map(({ right }) => right);
    expect(rights.filter((right) => right.startsWith('TRUNCATE'))).toHaveLength(schema === 'sandbox' ? 5 : 0);
    expect(rights.filter((right) => !right.startsWith('TRUNCATE'))).toEqual([
      'INSERT ledger_entries (amount, code, currency, merchant_id, number)',
      'INSERT ledger_holds',
      'INSERT ledger_journals (effective_at, floor, merchant_id, movement, source_id)',
      'SELECT ledger_balances',
      'SELECT ledger_entries',
      'SELECT ledger_heads',
      'SELECT ledger_holds',
      'SELECT ledger_journals',
      'UPDATE ledger_heads (lock_only)',
      'UPDATE ledger_holds (released)',
    ]);
  });
});
