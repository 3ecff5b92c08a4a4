import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openService, openShop, type Place, type Shop } from '../journeys/shop.ts';
import { anInvoice, draftedInvoice } from '../support/builders/invoices.ts';
import { createdPlan, subscribed } from '../support/builders/subscriptions.ts';
import { createdCustomer, savedCard } from '../support/builders/vault.ts';
import { times } from '../support/checks/at-once.ts';

/**
 * Concurrent calls must take their locks in one order, or they deadlock. The first event for a receiver inserts a lane, which all
 * later events for it use: so each round has a new merchant with a new receiver.
 */
let app: Place;
beforeAll(async () => {
  app = await openService();
});
afterAll(() => app.stop());

/** How many deadlocks PostgreSQL has broken so far. */
async function deadlocks(): Promise<number> {
  // Each connection reports its statistics up to a second late.
  await new Promise((done) => setTimeout(done, 1100));
  const [row] = await app.database.asOwner(
    'SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()',
  );
  return Number(row?.['deadlocks']);
}

const newShop = () => openShop(app, { webhookUrl: app.notificationUrl, eventTypes: ['*'] });

type Calls = readonly (() => Promise<{ readonly status: number; readonly code: string }>)[];

/** Runs the calls of each round at once. Returns their server errors and the number of deadlocks. */
async function together(rounds: number, prepare: (shop: Shop) => Promise<Calls>) {
  const before = await deadlocks();
  const failed: string[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const calls = await prepare(await newShop());
    for (const { status, code } of await Promise.all(calls.map((call) => call())))
      if (status >= 500) failed.push(`${status} ${code}`);
  }
  return { failed, deadlocks: (await deadlocks()) - before };
}

const none = { failed: [], deadlocks: 0 };

/** Makes something without events, so that the merchant's first event is still to come. */
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

describe('concurrent calls of a new merchant do not deadlock', () => {
  it('when invoices are created and sent, and drafts are sent', async () => {
    const found = await together(8, async (shop) => {
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
  });

  it('when a customer and their cards are deleted', async () => {
    const found = await together(6, async (shop) => {
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
  });

  it('when a customer is deleted and gets invoices', async () => {
    const found = await together(8, async (shop) => {
      const { id } = await silently(shop, () => createdCustomer(shop.api, { external_id: 'crm-1' }));
      const body = anInvoice({ customer: undefined, customer_id: id, send: true });
      return [
        ...times(6, () => () => shop.api('createInvoice', { body })),
        () => shop.api('deleteCustomer', { params: { id } }),
      ];
    });

    expect(found).toEqual(none);
  });

  it('when a plan is edited and gets subscribers', async () => {
    const found = await together(8, async (shop) => {
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
  });

  it('when subscriptions are canceled, which voids their invoices, and the invoices are voided', async () => {
    const found = await together(4, async (shop) => {
      const { plan_id } = await createdPlan(shop.api);
      const made = await Promise.all(times(8, () => subscribed(shop.api, plan_id)));
      const { data } = await shop.api('listInvoices');
      return [
        ...made.map(
          ({ id }) =>
            () =>
              shop.api('cancelSubscription', { params: { id }, body: {} }),
        ),
        ...data.items.toReversed().map(
          ({ id }) =>
            () =>
              shop.api('voidInvoice', { params: { id } }),
        ),
      ];
    });

    expect(found).toEqual(none);
  });
});
