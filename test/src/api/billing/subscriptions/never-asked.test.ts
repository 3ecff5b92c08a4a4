import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { gatewaysOf, type Route, unconnected } from '../../../../../src/app/gateways.ts';
import { chargeTry } from '../../../../../src/domain/billing/collection/charge-try.ts';
import { collectCycle } from '../../../../../src/domain/billing/collection/collect-cycle.ts';
import type { Gateways } from '../../../../../src/domain/money/gateways/gateways.ts';
import type { ChargeOutcome } from '../../../../../src/domain/money/gateways/port.ts';
import { sandboxCardGateway } from '../../../../../src/domain/money/gateways/sandbox/card-gateway.ts';
import { merchantId } from '../../../../../src/engine/principal.ts';
import { readId } from '../../../../../src/platform/ids.ts';
import { openShop, type Place, type Shop } from '../../../../journeys/shop.ts';
import { asMerchant } from '../../../../support/builders/act.ts';
import { turnClock } from '../../../../support/builders/build.ts';
import {
  billingEventTypes,
  paidBy,
  pause,
  paymentsOf,
  subscribed,
  subscriptionNow,
} from '../../../../support/builders/subscriptions.ts';
import { savedCard } from '../../../../support/builders/vault.ts';
import { aScriptedGateway } from '../../../../support/faults/scripted-gateways.ts';
import { startApp } from '../../../../support/service/app.ts';

/** Like a live gateway, neither says anything about an attempt that it was never asked for. */
const knowsNothing = async (): Promise<ChargeOutcome> => ({ kind: 'unknown' });
const wallet = aScriptedGateway('wallets', { query: knowsNothing });
const wallets: Route = { takes: 'wallet_a', gateway: wallet.gateway };
const cards: Route = { takes: 'card', gateway: { ...sandboxCardGateway(), query: knowsNothing } };

/** What gateways.yaml says now. A test changes it without the restart that an operator needs. */
let routes: readonly Route[] = [];
const gateways: Gateways = {
  ...gatewaysOf([]),
  allFor: (...asked) => gatewaysOf(routes).allFor(...asked),
  forMethod: (...asked) => gatewaysOf(routes).forMethod(...asked),
  byName: (name) => gatewaysOf(routes).byName(name),
};

let app: Place;
let shop: Shop;
beforeAll(async () => {
  const service = await startApp({
    role: 'api',
    connectGateways: (mode, parts) =>
      mode === 'sandbox' ? { gateways, rails: [] } : unconnected(mode, parts),
  });
  app = { ...service, notificationUrl: 'http://127.0.0.1:9/unheard' };
});
afterAll(() => app.stop());
beforeEach(async () => {
  routes = [cards, wallets];
  wallet.asked.length = 0;
  shop = await openShop(app);
});

const day = 86_400;
type Subscribed = Awaited<ReturnType<typeof subscribed>>;

/** A subscription whose first try has begun. No worker runs, so the gateway is asked only when the clock is turned. */
async function begun(about: Record<string, unknown> = paidBy('0771111111')): Promise<Subscribed> {
  const subscription = await subscribed(shop.api, {}, about);
  const payload = {
    subscriptionId: readId('sub', subscription.id),
    periodStart: subscription.current_period_start ?? '',
  };
  await asMerchant(app, shop.merchant, (act) => collectCycle.finish(act, payload, false));
  expect(await statuses()).toEqual(['pending']);
  return subscription;
}

async function bySavedCard() {
  const card = await savedCard(shop.api);
  return {
    card,
    about: { customer: undefined, customer_id: card.customer_id, payment_method_id: card.id },
  };
}

const statuses = async () => (await paymentsOf(shop.api)).map(({ status }) => status);

/** As if the worker had died before it ran the job, and another one found it after the checkout's 120 seconds. */
const putOffCharge = () =>
  app.database.asOwner(
    `UPDATE sandbox.jobs SET due_at = (due_at AT TIME ZONE 'UTC' + interval '200 seconds') AT TIME ZONE 'UTC'
      WHERE kind = 'subscriptions.charge' AND merchant_id = $1`,
    [shop.merchant.merchantId],
  );

describe('an attempt of a subscription that no gateway was asked for', () => {
  it('fails if the subscription was paused before', async () => {
    const subscription = await begun();

    await pause(shop.api, subscription);
    await turnClock(shop.api, 2 * day);

    expect([await statuses(), wallet.asked]).toEqual([['failed'], []]);
    expect(await billingEventTypes(app, subscription)).toEqual(['created', 'suspended']);
  });

  it('fails if its time was over before, counts as one failed try, and the next one is collected', async () => {
    const subscription = await begun();
    await putOffCharge();

    await turnClock(shop.api, 300);
    const retrying = [await statuses(), (await subscriptionNow(shop.api, subscription)).collection_state];
    await turnClock(shop.api, day);

    expect(retrying).toEqual([['failed'], 'retrying']);
    expect(await statuses()).toEqual(['completed', 'failed']);
    expect(await billingEventTypes(app, subscription)).toEqual(['created', 'payment-failed', 'activated']);
  });

  it('fails if its saved card was deleted before, and counts as a failed try', async () => {
    const { card, about } = await bySavedCard();
    const subscription = await begun(about);

    await shop.api('deletePaymentMethod', { params: { id: card.id } });
    await turnClock(shop.api, 1);

    expect(await paymentsOf(shop.api)).toMatchObject([
      { status: 'failed', failure: { code: 'GATEWAY_TIMEOUT' } },
    ]);
    expect(await billingEventTypes(app, subscription)).toEqual(['created', 'payment-failed']);
  });

  it('fails if its gateway has gone before, and counts as a failed try', async () => {
    const subscription = await begun();

    routes = [cards];
    await turnClock(shop.api, 1);

    expect([await statuses(), wallet.asked]).toEqual([['failed'], []]);
    expect((await subscriptionNow(shop.api, subscription)).collection_state).toBe('retrying');
  });
});

describe('an attempt of a subscription that a gateway was asked for by a worker that died', () => {
  it('stays undecided after a pause: the gateway may have charged', async () => {
    const subscription = await begun();
    const [payment] = await paymentsOf(shop.api);
    const { sandbox } = app.service.contexts;
    const merchant = { id: merchantId(shop.merchant.merchantId), clockOffsetMs: 0 };
    await chargeTry.ask(sandbox, merchant, { paymentId: readId('txn', payment?.id ?? '') });

    await pause(shop.api, subscription);
    await turnClock(shop.api, 2 * day);

    expect([await statuses(), wallet.asked.length]).toEqual([['pending'], 1]);
  });

  it('stays undecided even if another worker had decided before that nobody is to be asked', async () => {
    const subscription = await begun();
    const [payment] = await paymentsOf(shop.api);
    const { sandbox } = app.service.contexts;
    const merchant = { id: merchantId(shop.merchant.merchantId), clockOffsetMs: 0 };
    const job = { paymentId: readId('txn', payment?.id ?? '') };
    routes = [cards];
    const decided = await chargeTry.ask(sandbox, merchant, job);
    routes = [cards, wallets];
    await chargeTry.ask(sandbox, merchant, job);

    await asMerchant(app, shop.merchant, (act) => chargeTry.finish(act, job, decided));

    expect([await statuses(), wallet.asked.length]).toEqual([['pending'], 1]);
    expect(await billingEventTypes(app, subscription)).toEqual(['created']);
  });
});
