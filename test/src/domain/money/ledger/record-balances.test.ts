import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { paymentCaptured } from '../../../../../src/domain/money/ledger/accounts.ts';
import { post } from '../../../../../src/domain/money/ledger/post.ts';
import { inTransaction } from '../../../../../src/platform/db/database.ts';
import { claimJobsAcrossMerchants } from '../../../../../src/platform/jobs/across-merchants.ts';
import { giveJobBack } from '../../../../../src/platform/jobs/queue.ts';
import { openShop, type Place, type Shop } from '../../../../journeys/shop.ts';
import { turnClock } from '../../../../support/builders/build.ts';
import { aPaymentRow } from '../../../../support/receivers/event-context.ts';
import { startApp } from '../../../../support/service/app.ts';
import { payByCard } from '../../../../support/service/page.ts';

let app: Place;

// No worker takes a job away from a test.
beforeAll(async () => {
  app = { ...(await startApp({ role: 'api' })), notificationUrl: 'http://127.0.0.1:9/unheard' };
});
afterAll(() => app.stop());

const kind = 'ledger.tell-balances';

async function pay(shop: Shop, amount: string): Promise<string> {
  const checkout = await shop.card({ amount });
  await payByCard(checkout.payment_url, '4242424242424242');
  return String((await shop.statusOf(checkout)).transaction_id);
}

/** What was told of the balance: available and reserve in USD. */
async function toldOf({ merchant }: Shop): Promise<readonly (readonly [string, string])[]> {
  const rows = await app.database.asOwner(
    `SELECT data FROM sandbox.events WHERE merchant_id = $1 AND type = 'merchant.account.balance-updated' ORDER BY sequence`,
    [merchant.merchantId],
  );
  return rows.map(({ data }) => {
    const { available, reserve } = JSON.parse(String(data));
    return [available.USD, reserve.USD] as const;
  });
}

async function jobsOf({ merchant }: Shop) {
  return await app.database.asOwner(
    `SELECT state, extract(epoch FROM due_at - now())::float AS in FROM sandbox.jobs WHERE merchant_id = $1 AND kind = $2`,
    [merchant.merchantId, kind],
  );
}

/** Its time has come, for a worker. */
const makeDue = ({ merchant }: Shop) =>
  app.database.asOwner(`UPDATE sandbox.jobs SET due_at = now() WHERE merchant_id = $1 AND kind = $2`, [
    merchant.merchantId,
    kind,
  ]);

describe('the event for changed balances', () => {
  it('is sent a minute after the first change, once for all changes, and not again until the next', async () => {
    const shop = await openShop(app);
    for (const amount of ['10.00', '20.00', '30.00']) await pay(shop, amount);
    await turnClock(shop.api, 50);
    const early = await toldOf(shop);

    await turnClock(shop.api, 60);
    const first = await toldOf(shop);
    await turnClock(shop.api, 3600);
    const quiet = await toldOf(shop);
    await pay(shop, '40.00');
    await turnClock(shop.api, 60);

    expect(early).toEqual([]);
    expect(first).toEqual([['54.9000', '3.0000']]);
    expect(quiet).toEqual(first);
    expect(await toldOf(shop)).toEqual([...first, ['91.5000', '5.0000']]);
  });

  it('is sent at its own time when the clock is turned far, and when a reserve is released', async () => {
    const shop = await openShop(app);
    await pay(shop, '100.00');

    await turnClock(shop.api, 91 * 24 * 3600);

    expect(await toldOf(shop)).toEqual([
      ['91.5000', '5.0000'],
      ['96.5000', '0.0000'],
    ]);
  });

  it('is not sent when no balance changes that the merchant sees, as when a payout completes', async () => {
    const shop = await openShop(app);
    const id = await pay(shop, '100.00');
    await turnClock(shop.api, 60);
    await shop.api('refundTransaction', { params: { id }, body: { amount: '50.11' } });
    await turnClock(shop.api, 5);
    await app.database.asOwner('DELETE FROM sandbox.jobs WHERE merchant_id = $1 AND kind = $2', [
      shop.merchant.merchantId,
      kind,
    ]);

    // The gateway confirms: from what is in transit, not from what is shown.
    await turnClock(shop.api, 30);

    expect((await shop.api('getTransaction', { params: { id } })).data.amount_refunded).toBe('50.11');
    expect(await jobsOf(shop)).toEqual([]);
  });
});

describe('a posting while the job of the event waits', () => {
  it('keeps the job from running until the posting is committed', async () => {
    const shop = await openShop(app);
    await pay(shop, '10.00');
    await makeDue(shop);
    const { sandbox } = app.service.contexts;
    const { merchantId: id } = shop.merchant;

    const during = await inTransaction(sandbox.db, id, async (tx, clockOffsetMs) => {
      const payment = aPaymentRow(id, { reserve_release_at: new Date() });
      await post({ ctx: sandbox, tx, merchant: { id, clockOffsetMs } }, paymentCaptured(payment, new Date()));
      const claimed = await claimJobsAcrossMerchants(sandbox.db, 100);
      for (const job of claimed) await giveJobBack(sandbox.db, job);
      return claimed.filter((job) => job.merchantId === id);
    });
    const after = await claimJobsAcrossMerchants(sandbox.db, 100);
    for (const job of after) await giveJobBack(sandbox.db, job);

    expect(during).toEqual([]);
    expect(after.filter((job) => job.merchantId === id).map((job) => job.kind)).toEqual([kind]);
  });

  it('is included to the last cent when many post at once', async () => {
    const shop = await openShop(app);

    await Promise.all(Array.from({ length: 8 }, () => pay(shop, '10.00')));
    await turnClock(shop.api, 60);

    expect((await toldOf(shop)).at(-1)).toEqual(['73.2000', '4.0000']);
    expect(await jobsOf(shop)).toEqual([]);
  });
});
