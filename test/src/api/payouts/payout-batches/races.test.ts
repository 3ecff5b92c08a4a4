import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { endBatch } from '../../../../../src/domain/payouts/batches/end-batch.ts';
import { findBatch, findWaiting, writeResult } from '../../../../../src/domain/payouts/batches/queries.ts';
import { completePayout } from '../../../../../src/domain/payouts/payouts/complete-payout.ts';
import { uuidIn } from '../../../../../src/platform/ids.ts';
import { openService, type Place, type Shop } from '../../../../journeys/shop.ts';
import { turnClock } from '../../../../support/builders/build.ts';
import { actingAs, eventsAbout } from '../../../../support/builders/inside.ts';
import { aPayout, booksOf, fiveMinutes, openPaidShop } from '../../../../support/builders/payouts.ts';
import { atOnce, counted, times } from '../../../../support/checks/at-once.ts';
import { isOnCluster } from '../../../../support/citus/nodes.ts';

let app: Place;
beforeAll(async () => {
  app = await openService();
});
afterAll(() => app.stop());

const wallet = (amount: string) => aPayout('mobile_money', { amount });

/** Asks until the call is decided: a busy machine answers SERVICE_UNAVAILABLE to some. */
async function decided(ask: () => Promise<{ status: number; code: string }>): Promise<string> {
  const { status, code } = await ask();
  if (code === 'SERVICE_UNAVAILABLE' || code === 'IDEMPOTENCY_IN_PROGRESS') return await decided(ask);
  return code === '' ? String(status) : code;
}

async function batchesOf(shop: Shop) {
  return (await shop.api('listPayoutBatches', { query: { limit: 100 } })).data.items;
}

describe('batches and single payouts at once', () => {
  it('pay out what is available and no more, each item and each call once', async () => {
    const shop = await openPaidShop(app);
    const batch = (at: number) => () => {
      const headers = { 'idempotency-key': `batch-${at % 6}` };
      const body = { items: times(6, () => wallet('3.00')) };
      return decided(() => shop.api('createPayoutBatch', { body, headers }));
    };
    const single = (at: number) => () => {
      const headers = { 'idempotency-key': `payout-${at % 20}` };
      return decided(() => shop.api('requestPayout', { body: wallet('3.00'), headers }));
    };

    const answers = await atOnce(
      24,
      times(60, (at) => (at % 2 === 0 ? batch(at / 2) : single(Math.floor(at / 2)))),
    );
    await expect
      .poll(async () => (await batchesOf(shop)).filter(({ counts }) => counts.waiting > 0).length, {
        timeout: 60_000,
      })
      .toBe(0);

    const { 201: _made, INSUFFICIENT_BALANCE: _refused, ...others } = counted(answers);
    expect(others).toEqual({});
    const made = await app.database.asOwner('SELECT id FROM sandbox.payouts WHERE merchant_id = $1', [
      shop.merchant.merchantId,
    ]);
    // 91.50 is enough for thirty payouts of 3.00. A batch that is refused as a whole may leave some of it.
    expect(made.length).toBeLessThanOrEqual(30);
    const left = 9150 - made.length * 300;
    expect(await booksOf(app, shop)).toMatchObject({
      available: (left / 100).toFixed(2),
      payout_in_transit: (made.length * 3).toFixed(2),
    });
    await turnClock(shop.api, fiveMinutes);
    for (const { id, status, counts } of await batchesOf(shop)) {
      expect([status, counts.completed + counts.refused]).toEqual([
        counts.completed === 0 ? 'denied' : 'completed',
        6,
      ]);
      const types = (await eventsAbout(app, { id })).map(({ type }) => type);
      expect(types).toEqual([
        'payment.payout-batch.processing',
        counts.completed === 0 ? 'payment.payout-batch.denied' : 'payment.payout-batch.success',
      ]);
    }
    expect(await booksOf(app, shop)).toMatchObject({ payout_in_transit: '0.00' });
  });
});

describe('the last two items of a batch', () => {
  // Whoever waits on another node is not seen.
  it.skipIf(isOnCluster)(
    'end it when the second of them ends, though each ends while the other is not committed',
    async () => {
      const shop = await openPaidShop(app);
      const make = async () => {
        const body = { items: [wallet('10.00'), wallet('0.10')] };
        return (await shop.api('createPayoutBatch', { body })).data.id;
      };
      const [id, other] = [await make(), await make()];
      await expect
        .poll(async () => (await batchesOf(shop)).map(({ counts }) => counts.refused))
        .toEqual([1, 1]);
      // As before the job has come to them.
      await app.database.asOwner(
        `UPDATE sandbox.payout_batch_items SET refusal = NULL, request_sealed = 'for later' WHERE merchant_id = $1 AND position = 2`,
        [shop.merchant.merchantId],
      );
      const batchId = uuidIn(id) ?? '';
      const { promise: isPaid, resolve: paid } = Promise.withResolvers<void>();
      const { promise: end, resolve: commit } = Promise.withResolvers<void>();
      onTestFinished(() => commit());

      const payout = actingAs(app, shop.merchant, async (act) => {
        const { payout_id: payoutId } = await act.tx
          .selectFrom('payout_batch_items')
          .select('payout_id')
          .where('batch_id', '=', batchId)
          .where('position', '=', 1)
          .executeTakeFirstOrThrow();
        await completePayout.finish(act, { payoutId: String(payoutId) }, { kind: 'completed' });
        paid();
        await end;
        return (await findBatch(act.tx, act.merchant.id, batchId))?.status;
      });
      await isPaid;
      const item = actingAs(app, shop.merchant, async (act) => {
        const waiting = await findWaiting(act.tx, act.merchant.id, batchId, 10);
        for (const one of waiting)
          await writeResult(act.tx, act.merchant.id, one.id, {
            payout_id: null,
            refusal: 'AMOUNT_TOO_SMALL',
          });
        await endBatch(act, batchId);
        return waiting.length;
      });
      await expect.poll(waitingForLocks, { timeout: 10_000 }).toBe(1);
      commit();

      expect([await payout, await item]).toEqual(['processing', 1]);
      const ended = (await batchesOf(shop)).map(({ id: batch, status, counts }) => [
        batch,
        status,
        counts.waiting,
      ]);
      expect(ended).toEqual([
        [other, 'processing', 1],
        [id, 'completed', 0],
      ]);
      const types = (await eventsAbout(app, { id })).map(({ type }) => type);
      expect(types).toEqual(['payment.payout-batch.processing', 'payment.payout-batch.success']);
    },
  );
});

async function waitingForLocks(): Promise<number> {
  const rows = await app.database.asOwner(
    "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query ~ 'payout_batches'",
  );
  return rows.length;
}
