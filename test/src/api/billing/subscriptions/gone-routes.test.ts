import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { gatewaysOf, type Route, unconnected } from '../../../../../src/app/gateways.ts';
import type { Gateways } from '../../../../../src/domain/money/gateways/gateways.ts';
import { sandboxCardGateway } from '../../../../../src/domain/money/gateways/sandbox/card-gateway.ts';
import { expectSoundBooks, openShop, type Place, type Shop } from '../../../../journeys/shop.ts';
import { turnClock } from '../../../../support/builders/build.ts';
import {
  billingEventTypes,
  invoicesOf,
  paidBy,
  paymentsOf,
  subscribed,
  subscriptionNow,
  turnTo,
} from '../../../../support/builders/subscriptions.ts';
import { createdCustomer, savedCard } from '../../../../support/builders/vault.ts';
import { aScriptedGateway } from '../../../../support/faults/scripted-gateways.ts';
import { startApp } from '../../../../support/service/app.ts';

const keeper = sandboxCardGateway();
const cards: Route = { takes: 'card', gateway: keeper };
const cardsInUsd: Route = { takes: 'card', currency: 'USD', gateway: keeper };
const otherCards: Route = { takes: 'card', gateway: aScriptedGateway('other').gateway };
const wallets: Route = { takes: 'wallet_a', gateway: aScriptedGateway('wallets').gateway };

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
    connectGateways: (mode, parts) =>
      mode === 'sandbox' ? { gateways, rails: [] } : unconnected(mode, parts),
  });
  app = { ...service, notificationUrl: 'http://127.0.0.1:9/unheard' };
});
afterAll(async () => {
  await expectSoundBooks(app);
  await app.stop();
});
beforeEach(async () => {
  routes = [cards, wallets];
  shop = await openShop(app);
});

const start_at = '2028-01-31T08:00:00.000Z';
const afterDay = (days: number) => new Date(Date.parse(start_at) + days * 86_400_000 + 180_000).toISOString();

/** What the log says of billing jobs that failed. */
const failedJobs = () =>
  app.lines.filter((line) => line.includes('a job failed') && line.includes('subscriptions.'));

const byWallet = () => subscribed(shop.api, {}, { ...paidBy('0771111111'), start_at });

async function bySavedCard() {
  const customer = await createdCustomer(shop.api);
  const { id: payment_method_id } = await savedCard(shop.api, {}, customer.id);
  const about = { customer: undefined, customer_id: customer.id, payment_method_id, start_at };
  return await subscribed(shop.api, {}, about);
}

describe('a renewal in a currency that no gateway takes any more', () => {
  it('is put off from hour to hour, and bills when one takes it again', async () => {
    const terms = { currency: 'ZWG' };
    const subscription = await subscribed(shop.api, terms, { ...paidBy('0771111111'), start_at });
    routes = [cardsInUsd];
    await turnTo(shop.api, afterDay(1));
    const meanwhile = await invoicesOf(shop.api, subscription);
    routes = [cards, wallets];
    await turnClock(shop.api, 3600);
    await turnClock(shop.api, 60);

    expect(meanwhile).toEqual([]);
    expect(await invoicesOf(shop.api, subscription)).toMatchObject([{ status: 'paid', currency: 'ZWG' }]);
    expect(failedJobs()).toEqual([]);
  });
});

it('renews where no gateway takes cards, since its page offers the wallet', async () => {
  routes = [wallets];
  const subscription = await subscribed(shop.api, { currency: 'ZWG' }, { start_at });
  await turnTo(shop.api, afterDay(1));

  expect(await invoicesOf(shop.api, subscription)).toMatchObject([{ status: 'sent', currency: 'ZWG' }]);
  expect(failedJobs()).toEqual([]);
});

describe('a subscription whose gateway is gone', () => {
  it.each([
    ['by wallet, which no route takes', byWallet, [cards]],
    ['by saved card, although another gateway takes cards', bySavedCard, [otherCards, wallets]],
  ] as const)('counts a failed try %s, and is collected by the next one', async (_how, begin, left) => {
    const subscription = await begin();
    const before = app.lines.length;
    routes = left;
    await turnTo(shop.api, afterDay(0));
    const retrying = await subscriptionNow(shop.api, subscription);
    const asked = await paymentsOf(shop.api);
    routes = [cards, wallets];
    await turnTo(shop.api, afterDay(1));

    expect([retrying.collection_state, asked]).toEqual(['retrying', []]);
    expect(await billingEventTypes(app, subscription)).toEqual(['created', 'payment-failed', 'activated']);
    expect(await paymentsOf(shop.api)).toMatchObject([{ status: 'completed', amount: '12.00' }]);
    expect(app.lines.slice(before).join()).toContain('no gateway can collect the money of a subscription');
    expect(failedJobs()).toEqual([]);
  });
});
