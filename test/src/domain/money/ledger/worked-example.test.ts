import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditLedgerAcrossMerchants } from '../../../../../src/domain/money/ledger/audit/audit.ts';
import type { Db } from '../../../../../src/platform/db/database.ts';
import { cloneDatabase, type TestDatabase } from '../../../../support/service/database.ts';
import { MerchantLedger } from './merchant-ledger.ts';
import { someDay } from './model.ts';
import { balancesOf, refusalOf } from './post-and-read.ts';

let database: TestDatabase;
let db: Db;

beforeAll(async () => {
  database = await cloneDatabase();
  db = database.databases.live;
});

afterAll(async () => {
  await database.close();
});

const card = { hundredths: 10_000, method: 'card', currency: 'USD' } as const;
const wallet = { hundredths: 5_000, method: 'wallet_a', currency: 'USD' } as const;

/** Available, pending, reserve, in transit, fees, gateway_clearing, payout_clearing, in hundredths. */
async function rowOf(ledger: MerchantLedger): Promise<readonly number[]> {
  const balances = await balancesOf(db, ledger.merchant);
  const [available, pending, reserve, refunds, payouts, fees, gateway, paidOut] = [
    'available',
    'pending',
    'reserve',
    'refund_in_transit',
    'payout_in_transit',
    'fees',
    'gateway_clearing',
    'payout_clearing',
  ].map((account) => Number(balances.get(`${account} USD`) ?? 0n));
  return [
    available,
    pending,
    reserve,
    (refunds ?? 0) + (payouts ?? 0),
    fees,
    0 - (gateway ?? 0),
    paidOut,
  ].map(Number);
}

async function refunded(ledger: MerchantLedger, payment: string, hundredths: number): Promise<void> {
  await ledger.endRefund(await ledger.refund(payment, hundredths), 'completed');
}

/** Up to the payout, whose size is to be chosen. */
async function upToTheRefund(look: (ledger: MerchantLedger) => Promise<void> = async () => undefined) {
  const ledger = new MerchantLedger(db);
  const a = await ledger.capture(card, someDay);
  await look(ledger);
  await ledger.settle(a);
  await look(ledger);
  const b = await ledger.capture(wallet, someDay);
  await look(ledger);
  await ledger.settle(b);
  await look(ledger);
  await refunded(ledger, a, 4_000);
  await look(ledger);
  return { ledger, a, b };
}

describe('the worked example', () => {
  it('has these balances after each of its rows', async () => {
    const rows: (readonly number[])[] = [];
    const look = async (of: MerchantLedger) => void rows.push(await rowOf(of));

    const { ledger, a, b } = await upToTheRefund(look);
    const payout = await ledger.payOut(4_500, 'USD', 'bank_transfer');
    await look(ledger);
    await ledger.endPayout(payout, 'completed');
    await look(ledger);
    await refunded(ledger, a, 6_000);
    await look(ledger);
    await ledger.releaseShares();
    await look(ledger);
    await ledger.release(b);
    await look(ledger);

    expect(rows).toEqual([
      [0, 9150, 500, 0, 350, 10_000, 0],
      [9150, 0, 500, 0, 350, 10_000, 0],
      [9150, 4650, 750, 0, 450, 15_000, 0],
      [13_800, 0, 750, 0, 450, 15_000, 0],
      [9800, 0, 750, 0, 450, 11_000, 0],
      [5300, 0, 750, 4500, 450, 11_000, 0],
      [5300, 0, 750, 0, 550, 11_000, 4400],
      [-700, 0, 750, 0, 550, 5000, 4400],
      [-200, 0, 250, 0, 550, 5000, 4400],
      [50, 0, 0, 0, 550, 5000, 4400],
    ]);
  });

  it('refuses the refund after a payout of 60.00, because −22.00 is below the allowance', async () => {
    const { ledger, a } = await upToTheRefund();
    await ledger.endPayout(await ledger.payOut(6_000, 'USD', 'bank_transfer'), 'completed');
    const before = await rowOf(ledger);

    await expect(ledger.refund(a, 6_000)).rejects.toMatchObject({ code: 'INSUFFICIENT_BALANCE' });

    expect(before[0]).toBe(3800);
    expect(await rowOf(ledger)).toEqual(before);
  });

  it('refuses the refund in the database too, for a caller that did not check before', async () => {
    const { ledger } = await upToTheRefund();
    const amount = 1_000_000n;

    const refusal = await ledger
      .post({
        name: 'refund.requested',
        sourceId: ledger.merchant,
        lines: [
          { account: 'available', currency: 'USD', amount: -amount },
          { account: 'refund_in_transit', currency: 'USD', amount },
        ],
        floor: -1_999n,
      })
      .catch(refusalOf);

    expect(refusal).toBe('23514 balance_floor');
  });
});

describe('a merchant who has paid nothing out', () => {
  it('can refund all payments, one after the other, and owes only the fees after the next midnight', async () => {
    const ledger = new MerchantLedger(db);
    const payments = [await ledger.capture(card), await ledger.capture(card)];

    for (const payment of payments) await refunded(ledger, payment, 10_000);
    const after = await rowOf(ledger);
    await ledger.releaseShares();

    expect(after[0]).toBe(-1700);
    expect((await rowOf(ledger))[0]).toBe(-700);
  });

  it('cannot pay out while the balance is below zero', async () => {
    const ledger = new MerchantLedger(db);
    await refunded(ledger, await ledger.capture(card), 10_000);

    const refusal = await ledger.payOut(51, 'USD', 'mobile_money').catch(refusalOf);

    expect(refusal).toBe('23514 balance_floor');
  });

  it('can refund before settlement, which settles the share of the refund', async () => {
    const ledger = new MerchantLedger(db);
    const payment = await ledger.capture(card, someDay);

    await refunded(ledger, payment, 4_000);
    const between = await rowOf(ledger);
    await ledger.settle(payment);

    // Of 40.00 fall 1.40 on the fee and 2.00 on the reserve.
    expect(between).toEqual([-340, 9150 - 3660, 500, 0, 350, 6000, 0]);
    expect(await rowOf(ledger)).toEqual([5150, 0, 500, 0, 350, 6000, 0]);
  });

  it('loses nothing by a refund that fails', async () => {
    const ledger = new MerchantLedger(db);
    const payment = await ledger.capture(card);
    const before = await rowOf(ledger);

    await ledger.endRefund(await ledger.refund(payment, 4_000), 'failed');
    const after = await rowOf(ledger);
    await refunded(ledger, payment, 10_000);

    expect(after).toEqual(before);
    expect((await rowOf(ledger))[0]).toBe(-850);
  });
});

describe('a reserve', () => {
  it('is released for refunds at the next midnight, the rest after ninety days, and never twice', async () => {
    const ledger = new MerchantLedger(db);
    const payment = await ledger.capture(card);
    await refunded(ledger, payment, 4_000);
    const reserves: (number | undefined)[] = [];
    const look = async () => void reserves.push((await rowOf(ledger))[2]);

    await look();
    await ledger.releaseShares();
    await look();
    await ledger.releaseShares();
    await look();
    await ledger.release(payment);
    await look();
    await ledger.release(payment);
    await look();

    expect(reserves).toEqual([500, 300, 300, 0, 0]);
  });

  it('has no share left for any refund once it was released as a whole', async () => {
    const ledger = new MerchantLedger(db);
    const payment = await ledger.capture(card);
    await refunded(ledger, payment, 4_000);

    await ledger.release(payment);
    await ledger.releaseShares();
    await refunded(ledger, payment, 6_000);
    await ledger.releaseShares();

    expect(await rowOf(ledger)).toEqual([-350, 0, 0, 0, 350, 0, 0]);
  });

  it('is not released for a refund that is not completed', async () => {
    const ledger = new MerchantLedger(db);
    await ledger.refund(await ledger.capture(card), 4_000);

    await ledger.releaseShares();

    expect((await rowOf(ledger))[2]).toBe(500);
  });

  it('waits for the next midnight if the refund is completed after midnight', async () => {
    const ledger = new MerchantLedger(db);
    const payment = await ledger.capture(card);
    const midnight = new Date('2026-03-02T00:00:00.000Z');
    ledger.now = midnight;
    await refunded(ledger, payment, 4_000);

    await ledger.releaseShares();
    const then = (await rowOf(ledger))[2];
    ledger.now = new Date(midnight.getTime() + 1);
    await ledger.releaseShares();

    expect([then, (await rowOf(ledger))[2]]).toEqual([500, 300]);
  });
});

describe('a payout', () => {
  it('gives its amount and fee back when it fails, and only its amount less the fee when it is returned', async () => {
    const ledger = new MerchantLedger(db);
    await ledger.capture(card);

    await ledger.endPayout(await ledger.payOut(5_000, 'USD', 'bank_transfer'), 'failed');
    const failed = await rowOf(ledger);
    const payout = await ledger.payOut(5_000, 'USD', 'bank_transfer');
    await ledger.endPayout(payout, 'completed');
    await ledger.endPayout(payout, 'returned');

    expect(failed).toEqual([9150, 0, 500, 0, 350, 10_000, 0]);
    expect(await rowOf(ledger)).toEqual([9050, 0, 500, 0, 450, 10_000, 0]);
  });
});

it('leaves nothing for the audit of the books to find', async () => {
  const findings = await auditLedgerAcrossMerchants(db);

  expect(findings.filter(({ audit }) => audit < 'A8')).toEqual([]);
});
