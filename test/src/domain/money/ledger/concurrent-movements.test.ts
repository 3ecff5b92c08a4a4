import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditLedgerAcrossMerchants } from '../../../../../src/domain/money/ledger/audit/audit.ts';
import { ApiError } from '../../../../../src/platform/errors.ts';
import { cloneDatabase, type TestDatabase } from '../../../../support/service/database.ts';
import { MerchantLedger } from './merchant-ledger.ts';
import { balancesOf, refusalOf } from './post-and-read.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await cloneDatabase();
});

afterAll(async () => {
  await database.close();
});

const card = { hundredths: 10_000, method: 'card', currency: 'USD' } as const;
const refusals = new Set(['INSUFFICIENT_BALANCE', '23514 balance_floor', '23514 transaction_refunded']);
const [workers, each] = [50, 20];

/** By how many hundredths the merchant's money changed, or the refusal for lack of money. */
async function tried(action: () => Promise<number>): Promise<number | string> {
  try {
    return await action();
  } catch (error) {
    const refusal = error instanceof ApiError ? error.code : refusalOf(error);
    return refusal;
  }
}

/** One of the things that happen to a merchant. It answers by how much the merchant's money changed. */
function actionOf(ledger: MerchantLedger, payment: string, turn: number): () => Promise<number> {
  const refund = async (status: 'completed' | 'failed') => {
    await ledger.endRefund(await ledger.refund(payment, 900), status);
    return status === 'failed' ? 0 : -900;
  };
  const payOut = async (status: 'completed' | 'failed') => {
    const payout = await ledger.payOut(300, 'USD', 'bank_transfer');
    await ledger.endPayout(payout, status);
    return { payout, change: status === 'failed' ? 0 : -300 };
  };
  const actions: readonly (() => Promise<number>)[] = [
    () => refund('completed'),
    async () => (await payOut('completed')).change,
    () => refund('failed'),
    async () => (await payOut('failed')).change,
    async () => (await ledger.endPayout((await payOut('completed')).payout, 'returned'), -100),
    () => refund('completed'),
    async () => (await ledger.releaseShares(), 0),
    async () => (await payOut('completed')).change,
    async () => (turn % 3 === 0 ? await ledger.release(payment) : await ledger.settle(payment), 0),
  ];
  return actions[turn % actions.length] ?? (() => refund('completed'));
}

describe('a thousand actions of fifty workers on one merchant', () => {
  it('each move exactly their amount or nothing, without a deadlock', async () => {
    const ledger = new MerchantLedger(database.databases.sandbox);
    const payments: string[] = [];
    for (let place = 0; place < 20; place += 1)
      payments.push(await ledger.capture(card, place % 2 === 0 ? ledger.now : undefined));
    const outcomes: (number | string)[] = [];

    await Promise.all(
      Array.from({ length: workers }, async (_, worker) => {
        for (let turn = 0; turn < each; turn += 1) {
          const place = (worker * 7 + turn * 3) % payments.length;
          outcomes.push(await tried(actionOf(ledger, payments[place] ?? '', worker + turn)));
        }
      }),
    );

    const balances = await balancesOf(database.databases.sandbox, ledger.merchant);
    const has = ['available', 'pending', 'reserve'].map((code) => Number(balances.get(`${code} USD`) ?? 0n));
    const moved = outcomes.filter((outcome) => typeof outcome === 'number');
    const refused = outcomes.filter((outcome) => typeof outcome === 'string');
    expect(outcomes).toHaveLength(workers * each);
    expect(refused.filter((refusal) => !refusals.has(refusal))).toEqual([]);
    expect(Math.min(moved.length, refused.length)).toBeGreaterThan(100);
    expect(has.reduce((sum, balance) => sum + balance, 0)).toBe(
      20 * 9_650 + moved.reduce((sum, change) => sum + change, 0),
    );
  });

  it('leave nothing for the audit of the books to find', async () => {
    const findings = await auditLedgerAcrossMerchants(database.databases.sandbox);

    expect(findings.filter(({ audit }) => audit < 'A8')).toEqual([]);
  });
});
