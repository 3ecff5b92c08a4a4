import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openService, openShop, type Place, type Shop } from '../journeys/shop.ts';
import { times } from '../support/at-once.ts';
import { anInvoice, draftedInvoice } from '../support/invoices.ts';
import { createdPlan } from '../support/subscriptions.ts';
import { createdCustomer, savedCard } from '../support/vault.ts';

/**
 * Calls that meet must wait for one another in one order. The first event of an app to a receiver makes its lane, which all
 * who tell of something there need: so each round here has a new merchant with a new receiver.
 */
let app: Place;
beforeAll(async () => {
  app = await openService();
});
afterAll(() => app.stop());

/** How often PostgreSQL had to break a circle of waiting, since it began. */
async function deadlocks(): Promise<number> {
  // Each connection tells of its own a second late.
  await new Promise((done) => setTimeout(done, 1100));
  const [row] = await app.database.asOwner(
    'SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()',
  );
  return Number(row?.['deadlocks']);
}

const newShop = () => openShop(app, { webhookUrl: app.notificationUrl, eventTypes: ['*'] });

type Calls = readonly (() => Promise<{ readonly status: number; readonly code: string }>)[];

/** What was heard of our own faults, and how many circles were broken. */
async function met(rounds: number, prepare: (shop: Shop) => Promise<Calls>) {
  const before = await deadlocks();
  const heard: string[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const calls = await prepare(await newShop());
    for (const { status, code } of await Promise.all(calls.map((call) => call())))
      if (status >= 500) heard.push(`${status} ${code}`);
  }
  return { heard, circles: (await deadlocks()) - before };
}

const none = { heard: [], circles: 0 };

/** Known before its merchant has told anybody anything. */
async function silently<T>(shop: Shop, make: () => Promise<T>): Promise<T> {
  const events = (types: string) =>
    app.database.asOwner(
      `UPDATE platform.webhook_endpoints SET event_types = '${types}'
        WHERE app_id IN (SELECT id FROM platform.api_apps WHERE merchant_id = $1)`,
      [shop.merchant.merchantId],
    );
  await events('{}');
  const made = await make();
  await events('{*}');
  return made;
}

describe('calls of one merchant that meet for the first time', () => {
  it('invoices that are sent when they are made, and drafts that are sent', async () => {
    const found = await met(8, async (shop) => {
      const drafts = await silently(shop, () => Promise.all(times(6, () => draftedInvoice(shop.api))));
      return [
        ...drafts.map(
          ({ id }) =>
            () =>
              shop.api('sendInvoice', { params: { id } }),
        ),
        ...times(6, () => () => shop.api('createInvoice', { body: anInvoice({ send: true }) })),
      ];
    });

    expect(found).toEqual(none);
  }, 60_000);

  it('a customer who is deleted, and his cards', async () => {
    const found = await met(6, async (shop) => {
      const cards = await silently(shop, async () => {
        const { id } = await createdCustomer(shop.api);
        const saved = [];
        for (let made = 0; made < 4; made += 1) saved.push(await savedCard(shop.api, {}, id));
        return saved;
      });
      return [
        ...cards.toReversed().map(
          ({ id }) =>
            () =>
              shop.api('deletePaymentMethod', { params: { id } }),
        ),
        () => shop.api('deleteCustomer', { params: { id: cards[0]?.customer_id ?? '' } }),
      ];
    });

    expect(found).toEqual(none);
  }, 60_000);

  it('a customer who is deleted, and invoices for him', async () => {
    const found = await met(8, async (shop) => {
      const { id } = await silently(shop, () => createdCustomer(shop.api, { external_id: 'crm-1' }));
      const body = anInvoice({ customer: undefined, customer_id: id, send: true });
      return [
        ...times(6, () => () => shop.api('createInvoice', { body })),
        () => shop.api('deleteCustomer', { params: { id } }),
      ];
    });

    expect(found).toEqual(none);
  }, 60_000);

  it('a plan that is edited, and those who subscribe to it', async () => {
    const found = await met(8, async (shop) => {
      const { plan_id } = await silently(shop, () => createdPlan(shop.api));
      const body = { plan_id, customer: { name: 'Rudo Ncube' } };
      return [
        ...times(8, () => () => shop.api('createSubscription', { body })),
        ...times(
          4,
          (at) => () =>
            shop.api('updateSubscriptionPlan', { params: { id: plan_id }, body: { name: `Tea club ${at}` } }),
        ),
      ];
    });

    expect(found).toEqual(none);
  }, 60_000);
});
