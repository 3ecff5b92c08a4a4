import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { eventExamples } from '../../../../../generated/event-examples.ts';
import { eventGroups } from '../../../../../generated/event-registry.ts';
import { values } from '../../../../../generated/values.ts';
import {
  cardScenarios,
  walletScenarios,
} from '../../../../../src/domain/money/gateways/sandbox/scenarios.ts';
import { newId } from '../../../../../src/platform/ids.ts';
import { eventIn, openService, openShop, type Place, type Shop } from '../../../../journeys/shop.ts';
import { turnClock } from '../../../../support/builders/build.ts';
import { openedSession } from '../../../../support/builders/counter.ts';
import { capture } from '../../../../support/builders/holds.ts';
import { sentInvoice } from '../../../../support/builders/invoices.ts';
import { endLeases, holdNextCharge } from '../../../../support/faults/faults.ts';
import { aReceiver } from '../../../../support/receivers/receiver.ts';
import { apiOf } from '../../../../support/service/api.ts';

let app: Place;
beforeAll(async () => {
  app = await openService();
});
afterAll(() => app.stop());

type Scenario = (typeof values.TestPayerScenario)[number];

const pay = (shop: Shop, checkout: { checkout_id: string }, scenario: Scenario, headers = {}) =>
  shop.api('payAsTestPayer', { body: { checkout_id: checkout.checkout_id, scenario }, headers });

describe('the test payer', () => {
  it('knows every test number by its name', () => {
    const named = walletScenarios.filter(({ phone }) => phone !== null);

    expect([...values.TestPayerScenario].toSorted()).toEqual(
      [...named, ...cardScenarios].map(({ name }) => name).toSorted(),
    );
  });

  it('pays by card at once, and the payment is like any other', async () => {
    const shop = await openShop(app);
    const checkout = await shop.card({ amount: '100.00' });

    const { status, data } = await pay(shop, checkout, 'card_success');

    const transaction = await shop.api('getTransaction', { params: { id: data.transaction_id } });
    expect([status, data.status, data.checkout_id]).toEqual([200, 'completed', checkout.checkout_id]);
    expect(transaction.data).toMatchObject({ status: 'completed', payment_method: { last4: '4242' } });
    expect(await shop.available()).toBe('91.50');
    expect(await shop.orderEventsOf(checkout)).toEqual(['payment.order.created', 'payment.order.approved']);
  });

  it.each([
    ['card_declined', 'failed', 'CARD_DECLINED'],
    ['switch_success', 'completed', undefined],
    ['switch_blocked', 'failed', 'CARD_BLOCKED'],
    ['card_challenge', 'pending', undefined],
    ['success_delayed', 'pending', undefined],
  ] as const)('%s ends as %s', async (scenario, status, failure) => {
    const shop = await openShop(app);

    const { data } = await pay(shop, await shop.card(), scenario);

    expect([data.status, data.failure?.code]).toEqual([status, failure]);
  });

  it('answers the prompt of a wallet when the clock says so', async () => {
    const shop = await openShop(app);
    const checkout = await shop.card();
    await pay(shop, checkout, 'success_delayed');

    await turnClock(shop.api, 31);

    expect(await shop.statusOf(checkout)).toMatchObject({ status: 'completed', payment_method: 'wallet_a' });
  });

  it('lets the amount of a checkout that is captured later only be held, and by a method that can hold it', async () => {
    const shop = await openShop(app);
    const checkout = await shop.card({ amount: '100.00', capture: 'manual' });

    const refused = await pay(shop, checkout, 'success');
    const held = await pay(shop, checkout, 'card_success');

    expect([refused.status, refused.code]).toEqual([409, 'PAYMENT_METHOD_NOT_USABLE']);
    expect([held.status, held.data.status]).toEqual([200, 'authorized']);
    expect(await shop.available()).toBe('0.00');
    expect((await capture(shop.api, checkout, '80.00')).data).toMatchObject({
      status: 'captured',
      amount_captured: '80.00',
    });
  });

  it('only holds the amount also where a process died between its two transactions', async () => {
    const shop = await openShop(app);
    const checkout = await shop.card({ capture: 'manual' });
    const key = { 'Idempotency-Key': newId() };
    const { holds } = app.service.contexts.sandbox.gateways.forMethod('card') ?? {};
    if (!holds) throw new Error('the sandbox holds amounts on cards');
    const { authorize } = holds;
    const [asked, told] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    vi.spyOn(holds, 'authorize').mockImplementationOnce(async (request) => {
      asked.resolve();
      await told.promise;
      return await authorize(request);
    });
    const lost = pay(shop, checkout, 'card_success', key);
    await asked.promise;
    await endLeases(app, shop.merchant.merchantId);

    const retried = await pay(shop, checkout, 'card_success', key);
    told.resolve();
    await lost;

    expect([retried.status, retried.data.status]).toEqual([200, 'authorized']);
    expect(await shop.available()).toBe('0.00');
  });

  it('pays what an invoice asks for and what a session at the counter asks for', async () => {
    const shop = await openShop(app);
    const session = await openedSession(shop.api, { payment_method: 'card' });

    const refused = await pay(shop, session, 'success');
    const paid = await pay(shop, session, 'card_success');

    expect([refused.status, refused.code]).toEqual([409, 'PAYMENT_METHOD_NOT_USABLE']);
    expect([paid.status, paid.data.status]).toEqual([200, 'completed']);
    expect(await shop.payments()).toHaveLength(1);
    expect((await sentInvoice(shop.api)).status).toBe('sent');
  });

  it('begins nothing where the number is no wallet or the provider is down', async () => {
    const shop = await openShop(app);
    const checkout = await shop.card();

    const refused = [await pay(shop, checkout, 'not_a_wallet'), await pay(shop, checkout, 'provider_down')];

    expect(refused.map(({ status, code }) => [status, code])).toEqual([
      [400, 'WALLET_INIT_FAILED'],
      [503, 'PROVIDER_UNAVAILABLE'],
    ]);
    expect(await shop.payments()).toEqual([]);
    expect((await pay(shop, checkout, 'card_success')).data.status).toBe('completed');
  });

  it('does not pay twice: not at the same moment, not with the same key, not what is paid', async () => {
    const shop = await openShop(app);
    const checkout = await shop.card();
    const key = { 'Idempotency-Key': newId() };

    const race = await Promise.all([1, 2, 3].map(() => pay(shop, checkout, 'card_success', key)));
    const replayed = await pay(shop, checkout, 'card_success', key);
    const again = await pay(shop, checkout, 'card_success');

    expect(race.filter(({ status }) => status === 200)).not.toHaveLength(0);
    expect(race.filter(({ status, code }) => status !== 200 && code !== 'IDEMPOTENCY_IN_PROGRESS')).toEqual(
      [],
    );
    expect(replayed.headers.get('idempotent-replayed')).toBe('true');
    expect([again.status, again.code]).toEqual([409, 'CHECKOUT_NOT_PENDING']);
    expect(await shop.payments()).toHaveLength(1);
  });

  it('goes on where a process died between its two transactions: the same attempt, paid once', async () => {
    const shop = await openShop(app);
    const checkout = await shop.card();
    const key = { 'Idempotency-Key': newId() };
    const held = holdNextCharge(app);
    const lost = pay(shop, checkout, 'success_delayed', key);
    await held.isAsked;
    await endLeases(app, shop.merchant.merchantId);

    const retried = await pay(shop, checkout, 'success_delayed', key);
    held.answerNow();
    await lost;
    await turnClock(shop.api, 31);

    expect([retried.status, retried.data.status]).toEqual([200, 'pending']);
    expect(new Set(held.references()).size).toBe(1);
    expect(await shop.payments()).toMatchObject([{ id: retried.data.transaction_id, status: 'completed' }]);
    expect(await shop.available()).toBe('9.30');
  });

  it('finds no checkout of another merchant', async () => {
    const [shop, other] = [await openShop(app), await openShop(app)];

    const refused = await pay(other, await shop.card(), 'card_success');

    expect([refused.status, refused.code]).toEqual([404, 'NOT_FOUND']);
  });
});

describe('a triggered event', () => {
  it('is stored, marked, signed and delivered to the apps that subscribe to its type', async () => {
    const receiver = await aReceiver();
    const shop = await openShop(app, {
      webhookUrl: receiver.url,
      eventTypes: ['merchant.onboarding.kyc-rejected'],
    });

    const { status, data } = await shop.api('triggerTestEvent', {
      body: { type: 'merchant.onboarding.kyc-rejected' },
    });

    const [request] = await receiver.sees(1);
    const event = request && (await eventIn(request, shop.merchant.webhookSecret));
    const stored = (await shop.api('getEvent', { params: { id: data.event_id } })).data;
    await receiver.close();
    expect([status, data.synthetic]).toEqual([201, true]);
    expect(event).toMatchObject({
      id: data.event_id,
      type: 'merchant.onboarding.kyc-rejected',
      synthetic: true,
      livemode: false,
      sequence: 1,
      resource_id: data.resource_id,
      data: { id: data.resource_id },
    });
    expect(stored).toMatchObject({ id: data.event_id, synthetic: true });
  });

  it('is sent nowhere, and stored, if no app subscribes', async () => {
    const shop = await openShop(app);

    const { data } = await shop.api('triggerTestEvent', { body: { type: 'capital.repaid' } });

    const { items } = (await shop.api('listEvents', { query: { type: 'capital.repaid' } })).data;
    expect(items).toMatchObject([{ id: data.event_id, synthetic: true, delivery_status: 'none' }]);
  });

  it('can be of every type of the registry, each with an example that fits its contract', async () => {
    const shop = await openShop(app, { eventTypes: ['*'], webhookUrl: 'http://127.0.0.1:9/hook' });
    const registered = eventGroups.flatMap(({ events }) => events.map(({ id }) => id));

    const answers = await Promise.all(
      values.RegisteredEventType.map((type) => shop.api('triggerTestEvent', { body: { type } })),
    );

    expect([...values.RegisteredEventType].toSorted()).toEqual(registered.toSorted());
    expect(Object.keys(eventExamples)).toHaveLength(91);
    expect(answers.filter(({ status }) => status !== 201)).toEqual([]);
  });

  it('moves no money and changes nothing that exists', async () => {
    const shop = await openShop(app);

    const { data } = await shop.api('triggerTestEvent', { body: { type: 'payment.capture.completed' } });

    const transaction = await shop.api('getTransaction', { params: { id: data.resource_id } });
    expect(transaction.status).toBe(404);
    expect(await shop.available()).toBe('0.00');
    expect(await shop.payments()).toEqual([]);
  });

  it('carries the mark in a replay too; an event with a cause carries none', async () => {
    const receiver = await aReceiver();
    const shop = await openShop(app, { webhookUrl: receiver.url, eventTypes: ['*'] });
    const { data } = await shop.api('triggerTestEvent', { body: { type: 'billing.plan.created' } });
    await receiver.sees(1);
    await shop.api('replayEvent', { params: { id: data.event_id } });

    const [first, second] = await receiver.sees(2);
    await shop.api('setTestKyc', { body: { tier: 2 } });
    const real = (await receiver.sees(3))[2];
    await receiver.close();

    expect(second?.body).toBe(first?.body);
    expect(JSON.parse(first?.body ?? '')).toHaveProperty('synthetic', true);
    expect(JSON.parse(real?.body ?? '')).not.toHaveProperty('synthetic');
  });

  it.each(['payAsTestPayer', 'triggerTestEvent'] as const)('%s is of the sandbox only', async (operation) => {
    const live = await app.aMerchant({ mode: 'live' });

    const refused = await apiOf(app.baseUrl, live.secretKey)(operation, { body: {} });

    expect([refused.status, refused.code]).toEqual([403, 'TEST_MODE_ONLY']);
  });

  it('is gone after a reset', async () => {
    const shop = await openShop(app);
    const { data } = await shop.api('triggerTestEvent', { body: { type: 'split.settled' } });

    await shop.api('resetSandbox');

    expect((await shop.api('getEvent', { params: { id: data.event_id } })).status).toBe(404);
  });
});
