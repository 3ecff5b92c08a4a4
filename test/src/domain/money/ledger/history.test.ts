import { assert, asyncProperty } from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditLedgerAcrossMerchants } from '../../../../../src/domain/money/ledger/audit/audit.ts';
import type { Db } from '../../../../../src/platform/db/database.ts';
import { cloneDatabase, type TestDatabase } from '../../../../support/service/database.ts';
import { MerchantLedger } from './merchant-ledger.ts';
import { type Case, cases } from './model.ts';
import { balancesOf } from './post-and-read.ts';
import { Replay } from './replay.ts';

let database: TestDatabase;
let db: Db;

beforeAll(async () => {
  database = await cloneDatabase();
  db = database.databases.live;
});

afterAll(async () => {
  await database.close();
});

/** Plays a case against PostgreSQL and compares the balances with the model after every step. */
async function replay({ payments, commands }: Case): Promise<void> {
  const ledger = new MerchantLedger(db);
  const both = new Replay(ledger, payments);
  for (const command of commands) {
    const { expected, outcome } = await both.do(command);
    expect(`${command.does}: ${outcome}`).toBe(`${command.does}: ${expected}`);
    if (outcome === 'skipped') continue;
    const balances = new Map<string, number>();
    for (const [account, balance] of await balancesOf(db, ledger.merchant)) {
      // The model has one account for the cash of all agents.
      const name = account.replace(/^agent_float:\w+/, 'agent_float');
      balances.set(name, (balances.get(name) ?? 0) + Number(balance));
    }
    expect(notZero([...balances])).toEqual(notZero([...both.model.balances]));
  }
}

function notZero(balances: readonly (readonly [string, number])[]) {
  return Object.fromEntries(balances.filter(([, balance]) => balance !== 0));
}

describe('two hundred histories of up to a hundred movements', () => {
  it('leave PostgreSQL with the balances of the model after every step', { timeout: 180_000 }, async () => {
    await Promise.all(
      Array.from({ length: 4 }, () => assert(asyncProperty(cases(100), replay), { numRuns: 50 })),
    );
  });

  it('leave nothing for the ledger audit to find', async () => {
    const findings = await auditLedgerAcrossMerchants(db);

    // These postings record no events.
    expect(findings.filter(({ audit }) => audit < 'A8')).toEqual([]);
  });
});
