import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openService, openShop, type Place, type Shop } from '../../../../journeys/shop.ts';
import {
  aPlan,
  billingEvents,
  billingEventTypes,
  createdPlan,
  invoicesOf,
  subscribed,
} from '../../../../support/builders/subscriptions.ts';

let app: Place;
let shop: Shop;

beforeAll(async () => {
  app = await openService();
});
afterAll(() => app.stop());
beforeEach(async () => {
  shop = await openShop(app);
});

const change = (plan: { plan_id: string }, body: Record<string, unknown>) =>
  shop.api('updateSubscriptionPlan', { params: { id: plan.plan_id }, body });

describe('POST /v1/subscriptions/subscription-plans', () => {
  it('makes a plan with the default terms, and records an event', async () => {
    const plan = await createdPlan(shop.api);

    expect(plan).toEqual({
      plan_id: expect.stringMatching(/^plan_[0-9a-f]{32}$/),
      status: 'active',
      name: 'Tea club',
      description: null,
      amount: '12.00',
      tax_rate: null,
      currency: 'USD',
      interval: 'month',
      interval_count: 1,
      trial_days: 0,
      max_cycles: null,
      on_exhausted: 'pause',
      created_at: expect.any(String),
    });
    const { plan_id, ...shown } = plan;
    expect(await billingEvents(app, { id: plan_id })).toMatchObject([
      { type: 'created', sequence: 1, data: { ...shown, id: plan_id, amount: '12.0000' } },
    ]);
  });

  it.each([
    [{ amount: '0.00' }, 400, 'INVALID_AMOUNT'],
    [{ amount: 12 }, 400, 'INVALID_AMOUNT'],
    [{ currency: 'EUR' }, 400, 'CURRENCY_NOT_SUPPORTED'],
    [{ interval: 'fortnight' }, 400, 'VALIDATION_ERROR'],
    [{ interval_count: 0 }, 400, 'VALIDATION_ERROR'],
    [{ interval_count: 366 }, 400, 'VALIDATION_ERROR'],
    [{ trial_days: 366 }, 400, 'VALIDATION_ERROR'],
    [{ max_cycles: 0 }, 400, 'VALIDATION_ERROR'],
    [{ max_cycles: 1001 }, 400, 'VALIDATION_ERROR'],
    [{ on_exhausted: 'forget' }, 400, 'VALIDATION_ERROR'],
    [{ name: 'Card 4242 4242 4242 4242' }, 400, 'CARD_NUMBER_IN_TEXT'],
    [{ colour: 'green' }, 400, 'UNKNOWN_FIELD'],
    [{ tax_rate: '0.00' }, 400, 'VALIDATION_ERROR'],
    [{ tax_rate: '100.01' }, 400, 'VALIDATION_ERROR'],
    [{ amount: '1000000.01' }, 409, 'AMOUNT_TOO_LARGE'],
    [{ amount: '900000.00', tax_rate: '15.00' }, 409, 'AMOUNT_TOO_LARGE'],
  ])('refuses %j', async (about, status, code) => {
    const refused = await shop.api('createSubscriptionPlan', { body: aPlan(about) });

    expect(refused).toMatchObject({ status, code });
    expect((await shop.api('listSubscriptionPlans')).data.items).toEqual([]);
  });
});

describe('PATCH /v1/subscriptions/subscription-plans/{id}', () => {
  it('changes name, description and status, with one event for each change and none without', async () => {
    const plan = await createdPlan(shop.api);

    await change(plan, {});
    await change(plan, { name: 'Tea club', status: 'active' });
    await change(plan, { name: 'Coffee club', description: 'Beans', status: 'inactive' });
    await change(plan, { status: 'inactive' });
    const changed = await change(plan, { status: 'active' });

    expect(changed).toMatchObject({
      status: 200,
      data: { ...plan, name: 'Coffee club', description: 'Beans', status: 'active' },
    });
    expect(await billingEventTypes(app, { id: plan.plan_id })).toEqual([
      'created',
      'updated',
      'deactivated',
      'activated',
    ]);
  });

  it.each([{ amount: '1.00' }, { currency: 'ZWG' }, { interval: 'day' }, { on_exhausted: 'cancel' }])(
    'refuses %j: the terms of a plan never change',
    async (body) => {
      expect(await change(await createdPlan(shop.api), body)).toMatchObject({
        status: 400,
        code: 'UNKNOWN_FIELD',
      });
    },
  );

  it('to inactive keeps the subscriptions, and refuses new ones', async () => {
    const plan = await createdPlan(shop.api);
    const subscription = await subscribed(shop.api, plan.plan_id);
    await change(plan, { status: 'inactive' });

    const body = { plan_id: plan.plan_id, customer: { name: 'Rudo' } };
    const refused = await shop.api('createSubscription', { body });

    expect(refused).toMatchObject({ status: 409, code: 'PLAN_INACTIVE' });
    expect(await invoicesOf(shop.api, subscription)).toHaveLength(1);
    const listed = await shop.api('listSubscriptions');
    expect(listed.data.items).toMatchObject([{ id: subscription.id, status: 'active' }]);
  });

  it('is not found for an unknown plan', async () => {
    const refused = await change({ plan_id: `plan_${'0'.repeat(32)}` }, { name: 'Coffee club' });

    expect(refused).toMatchObject({ status: 404, body: { details: { resource: 'subscription_plan' } } });
  });
});

describe('GET /v1/subscriptions/subscription-plans', () => {
  it('lists plans newest first, by status', async () => {
    const one = await createdPlan(shop.api);
    const other = await createdPlan(shop.api, { interval: 'year' });
    await change(one, { status: 'inactive' });

    const lists = await Promise.all(
      [{}, { status: 'active' }, { status: 'inactive' }].map(
        async (query) => (await shop.api('listSubscriptionPlans', { query })).data.items,
      ),
    );

    expect(lists.map((items) => items.map(({ plan_id }) => plan_id))).toEqual([
      [other.plan_id, one.plan_id],
      [other.plan_id],
      [one.plan_id],
    ]);
  });

  it('is not mistaken for the path of a subscription', async () => {
    const posted = await fetch(`${app.baseUrl}/v1/subscriptions/subscription-plans/pause`, {
      method: 'POST',
      headers: { authorization: `Bearer ${shop.merchant.secretKey}` },
    });

    expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'PATCH']);
  });
});
