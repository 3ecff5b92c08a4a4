import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditLedgerAcrossMerchants } from '../../../../../src/domain/money/ledger/audit.ts';
import type { Db } from '../../../../../src/platform/db/database.ts';
import { cloneDatabase, type TestDatabase } from '../../../../support/database.ts';
import { balancesOf, refusalOf } from './book.ts';
import { someDay } from './model.ts';
import { World } from './world.ts';

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
async function rowOf(world: World): Promise<readonly number[]> {
  const balances = await balancesOf(db, world.merchant);
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

async function refunded(world: World, payment: string, hundredths: number): Promise<void> {
  await world.endRefund(await world.refund(payment, hundredths), 'completed');
}

/** Up to the payout, whose size is to be chosen. */
async function upToTheRefund(look: (world: World) => Promise<void> = async () => undefined) {
  const world = new World(db);
  const a = await world.capture(card, someDay);
  await look(world);
  await world.settle(a);
  await look(world);
  const b = await world.capture(wallet, someDay);
  await look(world);
  await world.settle(b);
  await look(world);
  await refunded(world, a, 4_000);
  await look(world);
  return { world, a, b };
}

describe('the worked example', () => {
  it('has these balances after each of its rows', async () => {
    const rows: (readonly number[])[] = [];
    const look = async (of: World) => void rows.push(await rowOf(of));

    const { world, a, b } = await upToTheRefund(look);
    const payout = await world.payOut(4_500, 'USD', 'bank_transfer');
    await look(world);
    await world.endPayout(payout, 'completed');
    await look(world);
    await refunded(world, a, 6_000);
    await look(world);
    await world.releaseShares();
    await look(world);
    await world.release(b);
    await look(world);

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

  it('ends in a refusal when the payout was of 60.00: −22.00 is below the allowance', async () => {
    const { world, a } = await upToTheRefund();
    await world.endPayout(await world.payOut(6_000, 'USD', 'bank_transfer'), 'completed');
    const before = await rowOf(world);

    await expect(world.refund(a, 6_000)).rejects.toMatchObject({ code: 'INSUFFICIENT_BALANCE' });

    expect(before[0]).toBe(3800);
    expect(await rowOf(world)).toEqual(before);
  });

  it('refuses the refund in the database as well, to whoever does not ask before', async () => {
    const { world } = await upToTheRefund();
    const amount = 1_000_000n;

    const refusal = await world
      .post({
        name: 'refund.requested',
        sourceId: world.merchant,
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
  it('refunds all his payments, one after the other, and owes no more than fees after the next midnight', async () => {
    const world = new World(db);
    const payments = [await world.capture(card), await world.capture(card)];

    for (const payment of payments) await refunded(world, payment, 10_000);
    const after = await rowOf(world);
    await world.releaseShares();

    expect(after[0]).toBe(-1700);
    expect((await rowOf(world))[0]).toBe(-700);
  });

  it('has nothing to pay out below zero', async () => {
    const world = new World(db);
    await refunded(world, await world.capture(card), 10_000);

    const refusal = await world.payOut(51, 'USD', 'mobile_money').catch(refusalOf);

    expect(refusal).toBe('23514 balance_floor');
  });

  it('may refund before anything is settled, whose share is settled by that', async () => {
    const world = new World(db);
    const payment = await world.capture(card, someDay);

    await refunded(world, payment, 4_000);
    const between = await rowOf(world);
    await world.settle(payment);

    // Of 40.00 fall 1.40 on the fee and 2.00 on the reserve.
    expect(between).toEqual([-340, 9150 - 3660, 500, 0, 350, 6000, 0]);
    expect(await rowOf(world)).toEqual([5150, 0, 500, 0, 350, 6000, 0]);
  });

  it('loses nothing by a refund that fails', async () => {
    const world = new World(db);
    const payment = await world.capture(card);
    const before = await rowOf(world);

    await world.endRefund(await world.refund(payment, 4_000), 'failed');
    const after = await rowOf(world);
    await refunded(world, payment, 10_000);

    expect(after).toEqual(before);
    expect((await rowOf(world))[0]).toBe(-850);
  });
});

describe('a reserve', () => {
  it('of a refunded payment is let go at the next midnight, the rest after ninety days, and never twice', async () => {
    const world = new World(db);
    const payment = await world.capture(card);
    await refunded(world, payment, 4_000);
    const reserves: (number | undefined)[] = [];
    const look = async () => void reserves.push((await rowOf(world))[2]);

    await look();
    await world.releaseShares();
    await look();
    await world.releaseShares();
    await look();
    await world.release(payment);
    await look();
    await world.release(payment);
    await look();

    expect(reserves).toEqual([500, 300, 300, 0, 0]);
  });

  it('that was let go as a whole has no share left for a refund before or after', async () => {
    const world = new World(db);
    const payment = await world.capture(card);
    await refunded(world, payment, 4_000);

    await world.release(payment);
    await world.releaseShares();
    await refunded(world, payment, 6_000);
    await world.releaseShares();

    expect(await rowOf(world)).toEqual([-350, 0, 0, 0, 350, 0, 0]);
  });

  it('of a refund that is not completed waits', async () => {
    const world = new World(db);
    await world.refund(await world.capture(card), 4_000);

    await world.releaseShares();

    expect((await rowOf(world))[2]).toBe(500);
  });

  it('of a refund that is completed after the midnight waits for the next', async () => {
    const world = new World(db);
    const payment = await world.capture(card);
    const midnight = new Date('2026-03-02T00:00:00.000Z');
    world.now = midnight;
    await refunded(world, payment, 4_000);

    await world.releaseShares();
    const then = (await rowOf(world))[2];
    world.now = new Date(midnight.getTime() + 1);
    await world.releaseShares();

    expect([then, (await rowOf(world))[2]]).toEqual([500, 300]);
  });
});

describe('a payout', () => {
  it('that fails comes back with its fee, one that is returned without', async () => {
    const world = new World(db);
    await world.capture(card);

    await world.endPayout(await world.payOut(5_000, 'USD', 'bank_transfer'), 'failed');
    const failed = await rowOf(world);
    const payout = await world.payOut(5_000, 'USD', 'bank_transfer');
    await world.endPayout(payout, 'completed');
    await world.endPayout(payout, 'returned');

    expect(failed).toEqual([9150, 0, 500, 0, 350, 10_000, 0]);
    expect(await rowOf(world)).toEqual([9050, 0, 500, 0, 450, 10_000, 0]);
  });
});

it('leaves nothing for the audit of the books to find', async () => {
  const findings = await auditLedgerAcrossMerchants(db);

  expect(findings.filter(({ audit }) => audit < 'A8')).toEqual([]);
});
