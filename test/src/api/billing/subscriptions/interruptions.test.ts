import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { chargeTry } from '../../../../../src/domain/billing/collection/charge-try.ts';
import { resumeSubscription } from '../../../../../src/domain/billing/subscriptions/resume-subscription.ts';
import { merchantId } from '../../../../../src/engine/principal.ts';
import { readId } from '../../../../../src/platform/ids.ts';
import { openService, openShop, type Place, type Shop } from '../../../../journeys/shop.ts';
import { asMerchant, inSeconds, merchantAt } from '../../../../support/builders/act.ts';
import { turnClock } from '../../../../support/builders/build.ts';
import { goodCard } from '../../../../support/builders/counter.ts';
import { gatewayOf } from '../../../../support/builders/inside.ts';
import { startInvoice } from '../../../../support/builders/invoices.ts';
import {
  cancel,
  createdPlan,
  invoicesOf,
  paidBy,
  pause,
  paymentsOf,
  resume,
  subscribed,
  subscriptionNow,
} from '../../../../support/builders/subscriptions.ts';
import { savedCard } from '../../../../support/builders/vault.ts';
import { submit } from '../../../../support/service/page.ts';

let app: Place;
let shop: Shop;
beforeAll(async () => {
  app = await openService();
});
afterAll(() => app.stop());
beforeEach(async () => {
  shop = await openShop(app);
});

const day = 86_400;
const failing = paidBy('0774444444');
const payments = () => paymentsOf(shop.api);

const chargeJobs = () =>
  app.database.asOwner(`SELECT FROM sandbox.jobs WHERE merchant_id = $1 AND kind = 'subscriptions.charge'`, [
    shop.merchant.merchantId,
  ]);

/** The worker's own job must be over, so that only the test asks the gateway. */
async function chargeJobIsOver(): Promise<void> {
  await expect.poll(async () => (await chargeJobs()).length, { timeout: 60_000 }).toBe(0);
}

describe('a try', () => {
  it('by card stays undecided when the gateway is unavailable: a worker that died may have charged', async () => {
    const card = await savedCard(shop.api);
    const charge = vi
      .spyOn(gatewayOf(app, 'sandbox_card'), 'charge')
      .mockResolvedValueOnce({ kind: 'unavailable' });

    await subscribed(
      shop.api,
      {},
      { customer: undefined, customer_id: card.customer_id, payment_method_id: card.id },
    );
    await expect.poll(() => charge.mock.calls.length).toBe(1);
    await turnClock(shop.api, 1);

    expect((await payments()).map(({ status }) => status)).toEqual(['pending']);
    await turnClock(shop.api, 40);
    expect(await payments()).toMatchObject([{ status: 'failed', failure: { code: 'GATEWAY_TIMEOUT' } }]);
    charge.mockRestore();
  });

  it('charges nobody if the subscription was canceled before its job ran', async () => {
    const subscription = await subscribed(shop.api, {}, paidBy('0772222222'));
    await expect.poll(async () => (await payments()).length).toBe(1);
    const [payment] = await payments();
    await chargeJobIsOver();
    await cancel(shop.api, subscription);
    const charge = vi.spyOn(gatewayOf(app, 'sandbox_wallet_a'), 'charge');
    const merchant = { id: merchantId(shop.merchant.merchantId), clockOffsetMs: 0 };

    const outcome = await chargeTry.ask(app.service.contexts.sandbox, merchant, {
      paymentId: readId('txn', payment?.id ?? ''),
    });

    expect([outcome, charge.mock.calls.length]).toEqual([{ kind: 'unknown' }, 0]);
    charge.mockRestore();
  });

  it('charges nobody once its time is over, even before the job that ends its checkout has run', async () => {
    await subscribed(shop.api, {}, paidBy('0776666666'));
    await expect.poll(async () => (await payments()).length).toBe(1);
    const [payment] = await payments();
    await chargeJobIsOver();
    const charge = vi.spyOn(gatewayOf(app, 'sandbox_wallet_a'), 'charge');
    const { sandbox } = app.service.contexts;
    const paymentId = readId('txn', payment?.id ?? '');
    const ask = (seconds: number) =>
      chargeTry.ask(sandbox, merchantAt(shop.merchant.merchantId, inSeconds(seconds)), { paymentId });

    const late = [await ask(121), charge.mock.calls.length];
    const inTime = [await ask(0), charge.mock.calls.length];

    expect(late).toEqual([{ kind: 'unknown' }, 0]);
    expect(inTime).toMatchObject([{ kind: 'pending' }, 1]);
    charge.mockRestore();
  });

  it('comes at least half a day after the last one, even if its day has long passed', async () => {
    const subscription = await subscribed(shop.api, {}, failing);
    await turnClock(shop.api, 60);
    await app.database.asOwner(
      `UPDATE sandbox.subscription_cycles SET created_at = (created_at AT TIME ZONE 'UTC' - interval '10 days') AT TIME ZONE 'UTC' WHERE merchant_id = $1`,
      [shop.merchant.merchantId],
    );

    await turnClock(shop.api, day);
    const soon = [(await payments()).length, (await subscriptionNow(shop.api, subscription)).status];
    await turnClock(shop.api, day / 2);

    expect(soon).toEqual([2, 'active']);
    expect(await payments()).toHaveLength(3);
  });
});

describe('a subscription', () => {
  it('canceled at the end of its period ends when the last try fails, instead of being paused', async () => {
    const subscription = await subscribed(shop.api, { on_exhausted: 'pause' }, failing);
    await cancel(shop.api, subscription, { at_period_end: true });
    // Lets the first try, which a worker may be running, finish on its own day.
    await turnClock(shop.api, 60);

    await turnClock(shop.api, 8 * day);

    expect(await subscriptionNow(shop.api, subscription)).toMatchObject({
      status: 'canceled',
      cancel_reason: 'exhausted',
    });
  });

  it('is billed again for its only period if a pause voided it', async () => {
    const subscription = await subscribed(shop.api, { max_cycles: 1 });

    await pause(shop.api, subscription);
    await resume(shop.api, subscription);

    expect((await invoicesOf(shop.api, subscription)).map(({ status }) => status)).toEqual(['void', 'sent']);
    expect(await subscriptionNow(shop.api, subscription)).toMatchObject({ status: 'active', cycle_count: 1 });
  });

  it('is billed for all its periods, whichever of them a pause voided', async () => {
    const subscription = await subscribed(shop.api, { max_cycles: 2 });
    const payLast = async () => {
      const invoice = (await invoicesOf(shop.api, subscription)).at(-1);
      await submit(await startInvoice({ url: invoice?.hosted_url ?? '' }), 'pay', goodCard);
    };

    await pause(shop.api, subscription);
    await resume(shop.api, subscription);
    await payLast();
    await turnClock(shop.api, 32 * day);
    await payLast();
    await turnClock(shop.api, 32 * day);

    expect((await invoicesOf(shop.api, subscription)).map(({ status }) => status)).toEqual([
      'void',
      'paid',
      'paid',
    ]);
    expect(await subscriptionNow(shop.api, subscription)).toMatchObject({
      status: 'canceled',
      cancel_reason: 'completed',
      cycle_count: 2,
    });
  });

  it('counts a period of its old plan, which a pause voided, not among those of its new plan', async () => {
    const subscription = await subscribed(shop.api);
    const { plan_id } = await createdPlan(shop.api, { max_cycles: 1 });
    await shop.api('updateSubscription', { params: { id: subscription.id }, body: { plan_id } });

    await pause(shop.api, subscription);
    await resume(shop.api, subscription);
    await turnClock(shop.api, 60);
    const invoice = (await invoicesOf(shop.api, subscription)).at(-1);
    await submit(await startInvoice({ url: invoice?.hosted_url ?? '' }), 'pay', goodCard);
    await turnClock(shop.api, 32 * day);

    expect((await invoicesOf(shop.api, subscription)).map(({ status }) => status)).toEqual(['void', 'paid']);
    expect((await subscriptionNow(shop.api, subscription)).cancel_reason).toBe('completed');
  });

  it('begins another period when it is resumed in the millisecond in which the last one began', async () => {
    const subscription = await subscribed(shop.api);
    const begun = subscription.current_period_start ?? '';
    await pause(shop.api, subscription);

    const resumed = await asMerchant(
      app,
      shop.merchant,
      (act) => resumeSubscription(act, readId('sub', subscription.id)),
      { at: new Date(begun) },
    );

    expect(resumed.current_period_start).toEqual(new Date(Date.parse(begun) + 1));
    expect((await invoicesOf(shop.api, subscription)).map(({ status }) => status)).toEqual(['void', 'sent']);
  });

  it('is not billed again for its only period if that is paid', async () => {
    const subscription = await subscribed(shop.api, { max_cycles: 1 });
    const [invoice] = await invoicesOf(shop.api, subscription);
    await submit(await startInvoice({ url: invoice?.hosted_url ?? '' }), 'pay', goodCard);

    await pause(shop.api, subscription);
    await resume(shop.api, subscription);

    expect((await invoicesOf(shop.api, subscription)).map(({ status }) => status)).toEqual(['paid']);
  });

  it('that has ended says that an invoice is open, even after another one is paid', async () => {
    const subscription = await subscribed(shop.api, { interval: 'day' });
    await turnClock(shop.api, day + 60);
    await cancel(shop.api, subscription, { at_period_end: true });
    await turnClock(shop.api, day);
    const before = await subscriptionNow(shop.api, subscription);
    const [invoice] = await invoicesOf(shop.api, subscription);

    await submit(await startInvoice({ url: invoice?.hosted_url ?? '' }), 'pay', goodCard);

    expect(before).toMatchObject({ status: 'canceled', collection_state: 'exhausted' });
    expect((await invoicesOf(shop.api, subscription)).map(({ status }) => status)).toEqual(['paid', 'sent']);
    expect((await subscriptionNow(shop.api, subscription)).collection_state).toBe('exhausted');
  });
});
