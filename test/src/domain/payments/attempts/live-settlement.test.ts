import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { receiveReport } from '../../../../../src/domain/payments/disputes/receive-report.ts';
import { settlePending } from '../../../../../src/domain/payments/settlement/release-hold.ts';
import type { Act } from '../../../../../src/engine/context.ts';
import { showId } from '../../../../../src/platform/ids.ts';
import { openService, openShop, type Place, type Shop } from '../../../../journeys/shop.ts';
import { asMerchant, capturedLive } from '../../../../support/builders/act.ts';
import { aSplit, entriesOf } from '../../../../support/builders/partners.ts';

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
/** Live has no clock to turn, so the action is given its time. */
function actAt<T>(at: Date, work: (act: Act) => Promise<T>): Promise<T> {
  return asMerchant(place, shop.merchant, work, { mode: 'live', at });
}

const captured = (method: 'card' | 'wallet_a', at: Date, splitId?: string) =>
  capturedLive(place, shop.merchant, { method, at, splitId });

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

  it('with a split, disputed before it settles, settles what the dispute needs and shares each part once', async () => {
    const { id: splitId, partners } = await aSplit(shop.api, ['20.00']);
    const at = new Date();
    const due = new Date(at.getTime() + 2 * dayMs);
    const id = await captured('card', at, splitId);
    const report = { kind: 'opened', reason: 'not_received', amount: '400000' } as const;

    await actAt(at, (act) => receiveReport(act, { paymentId: id, gatewayReference: 'bank-1', report }));
    const disputed = await balance();
    const shared = await entriesOf(shop.api, partners[0]);
    await actAt(due, (act) => settlePending(act, { paymentId: id }));

    // 40.00 less their shares of fee and reserve, 1.40 and 2.00, are settled early. Of these 36.60, 7.32 are the partner's.
    expect(disputed).toEqual(['-10.72', '54.90', '5.00']);
    expect(shared).toEqual(['split.settled 7.32, 7.32']);
    expect(await balance()).toEqual(['33.20', '0.00', '5.00']);
    expect(await entriesOf(shop.api, partners[0])).toEqual([...shared, 'split.settled 10.98, 18.30']);
    const query = { transaction_id: showId('txn', id) };
    expect((await shop.api('listDisputes', { query })).data.items).toMatchObject([
      { amount: '40.00', status: 'needs_response' },
    ]);
    const events = await shop.api('listEvents', { query: { type: 'split.settled' } });
    expect(events.data.items.map(({ data }) => data)).toMatchObject([
      { amount: '54.9000', net: '10.9800' },
      { amount: '36.6000', net: '7.3200' },
    ]);
  });
});
