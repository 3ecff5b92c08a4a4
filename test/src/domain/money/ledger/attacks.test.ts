import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { amountOf } from '../../../../../src/domain/money/amounts/amount.ts';
import { paymentCaptured, paymentSettled } from '../../../../../src/domain/money/ledger/accounts.ts';
import { cloneDatabase, type TestDatabase } from '../../../../support/service/database.ts';
import { type Attack, attacks as ledgerAttacks, merchant, payment } from './attacks.ts';
import { someDay } from './model.ts';
import { postTo, refusalOf } from './post-and-read.ts';
import { rowAttacks } from './row-attacks.ts';

const attacks = [...ledgerAttacks, ...rowAttacks];

let database: TestDatabase;
let owner: Client;

beforeAll(async () => {
  database = await cloneDatabase();
  owner = new Client({ connectionString: database.url });
  await owner.connect();
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
});

afterAll(async () => {
  await owner.end();
  await database.close();
});

/** Plays an attack in a transaction that never commits: deferred constraints are judged as COMMIT would. */
async function play(attack: Attack, before: readonly string[] = []): Promise<string> {
  const role = attack.by === 'the role' ? [`SET LOCAL ROLE mps_${attack.schema}`] : [];
  await owner.query(`BEGIN; SET LOCAL search_path = ${attack.schema}`);
  try {
    for (const statement of [...before, ...role]) await owner.query(statement);
    return await attempt(attack);
  } finally {
    await owner.query('ROLLBACK');
  }
}

async function attempt({ statements }: Attack): Promise<string> {
  let answer = 'done';
  try {
    for (const statement of statements) {
      const { rows } = await owner.query<{ '?column?': string }>(statement);
      answer = rows[0]?.['?column?'] ?? 'done';
    }
    await owner.query('SET CONSTRAINTS ALL IMMEDIATE');
    return answer;
  } catch (error) {
    return refusalOf(error);
  }
}

describe.each(
  attacks.map((attack) => ({ name: `${attack.what}, by ${attack.by} in ${attack.schema}`, attack })),
)('the ledger and $name', ({ attack }) => {
  it(`is refused: ${attack.refusal}`, async () => {
    expect(await play(attack)).toBe(attack.refusal);
  });

  it('succeeds without its guard, which shows that the test above would notice', async () => {
    const outcome = await play(attack, attack.without);

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
