import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { amountOf } from '../../../../../src/domain/money/amounts/amount.ts';
import { feeOf, reserveOf, reserveReleaseAt } from '../../../../../src/domain/money/fees/payment-fees.ts';
import {
  holdReleased,
  paymentCaptured,
  paymentSettled,
  paymentUnwanted,
  refundCompleted,
} from '../../../../../src/domain/money/ledger/accounts.ts';
import { readBalances } from '../../../../../src/domain/money/ledger/balances.ts';
import { merchantId } from '../../../../../src/engine/principal.ts';
import type { Db } from '../../../../../src/platform/db/database.ts';
import { newId } from '../../../../../src/platform/ids.ts';
import { cloneDatabase, type TestDatabase } from '../../../../support/service/database.ts';
import { someDay } from './model.ts';
import { balancesOf, postTo, refusalOf } from './post-and-read.ts';

let database: TestDatabase;
let db: Db;

beforeAll(async () => {
  database = await cloneDatabase();
  db = database.databases.sandbox;
});

afterAll(async () => {
  await database.close();
});

function aPayment(method: 'card' | 'wallet_a', hundredths: number, currency: 'USD' | 'ZWG' = 'USD') {
  const amount = amountOf(BigInt(hundredths) * 100n);
  const fee = feeOf(method, amount, currency);
  const reserve = reserveOf(amount, fee, currency);
  return {
    id: newId(),
    amount,
    fee,
    reserve_amount: reserve,
    reserve_release_at: reserveReleaseAt(someDay),
    currency,
  };
}

/** Available, pending, reserve, in transit, fees, gateway_clearing, in hundredths. */
async function rowOf(merchant: string): Promise<readonly number[]> {
  const balances = await balancesOf(db, merchant);
  const columns = ['available', 'pending', 'reserve', 'refund_in_transit', 'fees', 'gateway_clearing'];
  return columns.map((account) => Number(balances.get(`${account} USD`) ?? 0n));
}

describe('posting', () => {
  it('takes several movements in one statement, numbered in their order', async () => {
    const merchant = newId();
    const payment = aPayment('card', 10_000);

    const posted = await postTo(db, merchant, paymentCaptured(payment), paymentSettled(payment));

    const journals = await db
      .selectFrom('ledger_journals')
      .select(['number', 'movement', 'effective_at'])
      .where('merchant_id', '=', merchant)
      .orderBy('number')
      .execute();
    expect(posted).toBe(2);
    expect(journals).toEqual([
      { number: 1n, movement: 'payment.captured', effective_at: someDay },
      { number: 2n, movement: 'payment.settled', effective_at: someDay },
    ]);
  });

  it('moves money once when the same movement is posted again', async () => {
    const merchant = newId();
    const payment = aPayment('wallet_a', 5_000);
    await postTo(db, merchant, paymentCaptured(payment));

    const again = await postTo(db, merchant, paymentCaptured(payment), paymentSettled(payment));

    expect(again).toBe(1);
    expect(await rowOf(merchant)).toEqual([4650, 0, 250, 0, 100, -5000]);
  });

  it('moves money once when twenty try at the same moment', async () => {
    const merchant = newId();
    const payment = aPayment('card', 10_000);

    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () =>
        postTo(db, merchant, paymentCaptured(payment)).then((posted) => `${posted}`, refusalOf),
      ),
    );

    expect(outcomes.filter((outcome) => outcome === '1')).toHaveLength(1);
    expect(outcomes.filter((outcome) => !['1', '0', '23505 posted_once'].includes(outcome))).toEqual([]);
    expect(await rowOf(merchant)).toEqual([0, 9150, 500, 0, 350, -10_000]);
  });

  it('lets parallel payments of one merchant pass one after the other, without a gap', async () => {
    const merchant = newId();

    await Promise.all(
      Array.from({ length: 40 }, () => {
        const payment = aPayment('card', 10_000);
        return postTo(db, merchant, paymentCaptured(payment), paymentSettled(payment));
      }),
    );

    const head = await db
      .selectFrom('ledger_heads')
      .selectAll()
      .where('merchant_id', '=', merchant)
      .execute();
    expect(head).toEqual([{ merchant_id: merchant, number: 80n, lock_only: null }]);
    expect(await rowOf(merchant)).toEqual([9150 * 40, 0, 500 * 40, 0, 350 * 40, -10_000 * 40]);
  });

  it('keeps the reserve of a payment as a hold of ninety days', async () => {
    const merchant = newId();
    const payment = aPayment('card', 10_000);

    await postTo(db, merchant, paymentCaptured(payment));

    const holds = await db
      .selectFrom('ledger_holds')
      .selectAll()
      .where('merchant_id', '=', merchant)
      .execute();
    expect(holds).toMatchObject([
      { payment_id: payment.id, code: 'reserve', currency: 'USD', amount: 50_000n, released: 0n },
    ]);
    expect(holds.map(({ due_at: dueAt }) => dueAt)).toEqual([reserveReleaseAt(someDay)]);
  });

  it('releases a hold once, together with its money', async () => {
    const merchant = newId();
    const payment = aPayment('card', 10_000);
    await postTo(db, merchant, paymentCaptured(payment, someDay));
    const half = { paymentId: payment.id, currency: 'USD', amount: amountOf(20_000n) } as const;

    const posted = await postTo(
      db,
      merchant,
      holdReleased({ ...half, account: 'reserve' }, newId()),
      holdReleased({ ...half, account: 'reserve' }, newId()),
      holdReleased({ ...half, account: 'pending' }, payment.id),
    );
    const again = await postTo(db, merchant, holdReleased({ ...half, account: 'pending' }, payment.id));

    const holds = await db
      .selectFrom('ledger_holds')
      .select(['code', 'amount', 'released'])
      .where('merchant_id', '=', merchant)
      .orderBy('code')
      .execute();
    expect([posted, again]).toEqual([3, 0]);
    expect(holds).toEqual([
      { code: 'pending', amount: 915_000n, released: 20_000n },
      { code: 'reserve', amount: 50_000n, released: 40_000n },
    ]);
    expect(await rowOf(merchant)).toEqual([600, 8950, 100, 0, 350, -10_000]);
  });

  it('releases no more than is held', async () => {
    const merchant = newId();
    const [payment, other] = [aPayment('card', 10_000), aPayment('card', 10_000)];
    await postTo(db, merchant, paymentCaptured(payment), paymentCaptured(other));
    const much = {
      paymentId: payment.id,
      account: 'reserve',
      currency: 'USD',
      amount: amountOf(50_100n),
    } as const;

    const refusal = await postTo(db, merchant, holdReleased(much, payment.id)).catch(refusalOf);

    expect(refusal).toBe('23514 released_within_hold');
  });

  it('settles and holds nothing when the fee is the whole payment', async () => {
    const merchant = newId();
    const payment = aPayment('card', 1);

    const posted = await postTo(db, merchant, paymentCaptured(payment), paymentSettled(payment));

    expect(posted).toBe(1);
    expect(await rowOf(merchant)).toEqual([0, 0, 0, 0, 1, -1]);
  });

  it("returns unwanted money without changing the merchant's balance", async () => {
    const merchant = newId();
    const money = { id: newId(), amount: amountOf(1_000_000n), currency: 'USD' as const };

    await postTo(db, merchant, paymentUnwanted(money));
    const between = await rowOf(merchant);
    await postTo(db, merchant, refundCompleted({ ...money, id: newId() }));

    expect(between).toEqual([0, 0, 0, 10_000, 0, -10_000]);
    expect(await rowOf(merchant)).toEqual([0, 0, 0, 0, 0, 0]);
  });
});

describe('the balance', () => {
  it('is zero in both currencies for a merchant without payments', async () => {
    const balances = await readBalances(db, merchantId(newId()));

    const zero = { USD: 0n, ZWG: 0n };
    expect(balances).toEqual({ available: zero, pending: zero, reserve: zero });
  });

  it('keeps currencies and merchants apart', async () => {
    const [one, other] = [newId(), newId()];
    const [dollars, zwg] = [aPayment('card', 10_000), aPayment('card', 20_000, 'ZWG')];
    await postTo(db, one, paymentCaptured(dollars), paymentSettled(dollars), paymentCaptured(zwg));
    await postTo(db, other, paymentCaptured(aPayment('wallet_a', 5_000)));

    const balances = await readBalances(db, merchantId(one));

    expect(balances).toEqual({
      available: { USD: 915_000n, ZWG: 0n },
      pending: { USD: 0n, ZWG: 1_830_000n },
      reserve: { USD: 50_000n, ZWG: 100_000n },
    });
  });
});
