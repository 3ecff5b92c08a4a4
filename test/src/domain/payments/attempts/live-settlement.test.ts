import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { amountOf } from '../../../../../src/domain/money/amounts/amount.ts';
import { capturePayment } from '../../../../../src/domain/payments/attempts/capture-payment.ts';
import { settlePending } from '../../../../../src/domain/payments/settlement/release-hold.ts';
import { insertTransaction } from '../../../../../src/domain/payments/transactions/queries.ts';
import type { Act } from '../../../../../src/engine/context.ts';
import { newId } from '../../../../../src/platform/ids.ts';
import { openService, openShop, type Place, type Shop } from '../../../../journeys/shop.ts';
import { asMerchant } from '../../../../support/builders/act.ts';

let place: Place;
let shop: Shop;

beforeAll(async () => {
  place = await openService();
});
afterAll(() => place.stop());
beforeEach(async () => {
  shop = await openShop(place, { mode: 'live' });
});

const dayMs = 86_400_000;
const amount = amountOf(1_000_000n);

/** Live has no clock to turn, so the action is given its time. */
function actAt<T>(at: Date, work: (act: Act) => Promise<T>): Promise<T> {
  return asMerchant(place, shop.merchant, work, { mode: 'live', at });
}

/** Captures a payment of 100.00. */
async function captured(method: 'card' | 'wallet_a', at: Date): Promise<string> {
  const id = newId();
  const about = { gateway: 'sandbox_card', reference: id, source_type: 'checkout', source_id: id } as const;
  await actAt(at, async (act) => {
    const payment = await insertTransaction(act.tx, act.merchant.id, {
      ...about,
      id,
      type: 'payment',
      status: 'pending',
      amount,
      currency: 'USD',
      method_type: method,
      late: false,
      created_at: at,
    });
    const approved = { kind: 'approved', gatewayReference: id, gatewayStatus: 'PAID' } as const;
    await capturePayment(act, payment, { ...approved, amount, currency: 'USD' }, false);
  });
  return id;
}

/** `available`, `pending` and `reserve`. */
async function balance(): Promise<readonly string[]> {
  const { available, pending, reserve } = (await shop.api('getBalance')).data;
  return [available.USD, pending.USD, reserve.USD];
}

async function jobsOf(paymentId: string) {
  return await place.service.contexts.live.db
    .selectFrom('jobs')
    .select(['kind', 'due_at'])
    .where('merchant_id', '=', shop.merchant.merchantId)
    .where('key', '=', paymentId)
    .orderBy('due_at')
    .execute();
}

describe('a live payment', () => {
  it.each([
    ['wallet_a', 1, ['0.00', '93.00', '5.00'], ['93.00', '0.00', '5.00']],
    ['card', 2, ['0.00', '91.50', '5.00'], ['91.50', '0.00', '5.00']],
  ] as const)('by %s can be paid out after %i day(s), once', async (method, days, before, after) => {
    const at = new Date();
    const due = new Date(at.getTime() + days * dayMs);

    const id = await captured(method, at);
    const waiting = await balance();
    const jobs = await jobsOf(id);
    await actAt(due, (act) => settlePending(act, { paymentId: id }));
    const settled = await balance();
    await actAt(due, (act) => settlePending(act, { paymentId: id }));

    expect(waiting).toEqual(before);
    expect(jobs).toEqual([
      { kind: 'ledger.settle-pending', due_at: due },
      { kind: 'ledger.release-reserve', due_at: new Date(at.getTime() + 90 * dayMs) },
    ]);
    expect(settled).toEqual(after);
    expect(await balance()).toEqual(after);
  });
});
