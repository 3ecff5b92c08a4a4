import { afterAll, beforeAll, expect, it } from 'vitest';
import { isSpread } from '../../../../../src/platform/db/together/spread.ts';
import { openService, openShop, type Place } from '../../../../journeys/shop.ts';
import { aCardCheckout } from '../../../../support/builders/build.ts';
import { aReceiver, type Receiver } from '../../../../support/receivers/receiver.ts';

let app: Place;
let receiver: Receiver;

beforeAll(async () => {
  app = await openService();
  receiver = await aReceiver();
});
afterAll(async () => {
  await receiver.close();
  await app.stop();
});

it('records one event for each checkout that shares a commit, and none for a refused one', async () => {
  const shop = await openShop(app, {
    webhookUrl: `${receiver.url}/hook`,
    eventTypes: ['payment.order.created'],
  });
  const bodies = Array.from({ length: 24 }, (_, place) => ({
    ...aCardCheckout(),
    merchantTransactionId: `order-${place === 23 ? 22 : place}`,
  }));

  const answers = await Promise.all(bodies.map((body) => shop.api('createCheckout', { body })));
  await receiver.sees(23);
  const { data } = await shop.api('listEvents', { query: { limit: 100 } });

  const opened = answers.filter(({ status }) => status === 201).map(({ data: made }) => made.checkout_id);
  expect(answers.filter(({ status }) => status !== 201).map(({ status }) => status)).toEqual([409]);
  expect(data.items).toHaveLength(23);
  expect(data.items.every(({ sequence }) => sequence === 1)).toBe(true);
  expect(new Set(data.items.map(({ resource_id: of }) => of))).toEqual(new Set(opened));
  expect(receiver.received).toHaveLength(23);
  expect(new Set(receiver.received.map(({ body }) => JSON.parse(body).resource_id))).toEqual(new Set(opened));
});

it('gives each merchant only their own events when merchants share a commit', async () => {
  const shops = await Promise.all(
    Array.from({ length: 12 }, () =>
      openShop(app, { webhookUrl: `${receiver.url}/hook`, eventTypes: ['payment.order.created'] }),
    ),
  );
  const opened = await Promise.all(
    shops.map(async (shop) => {
      // All use one reference, which is unique for each merchant only.
      const body = { ...aCardCheckout(), merchantTransactionId: 'order-1' };
      const answers = await Promise.all([0, 1].map(() => shop.api('createCheckout', { body })));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 409]));
      return answers.find(({ status }) => status === 201)?.data.checkout_id;
    }),
  );

  const events = await Promise.all(shops.map((shop) => shop.api('listEvents', { query: { limit: 100 } })));

  expect(events.map(({ data }) => data.items.map(({ resource_id: of }) => of))).toEqual(
    opened.map((checkoutId) => [checkoutId]),
  );
});

it('shares a commit between merchants', async (context) => {
  if (await isSpread(app.service.contexts.sandbox.db))
    context.skip('on a cluster each merchant has their own: test/src/platform/db/citus/sharing.test.ts');
  const shops = await Promise.all(Array.from({ length: 12 }, () => openShop(app, {})));
  const commits = async () => {
    const [row] = await app.database.asOwner(
      'SELECT count(DISTINCT xmin::text)::int AS n FROM sandbox.checkouts WHERE merchant_id = ANY($1)',
      [shops.map(({ merchant }) => merchant.merchantId)],
    );
    return Number(row?.['n']);
  };

  await Promise.all(shops.map((shop) => shop.api('createCheckout', { body: aCardCheckout() })));

  expect(await commits()).toBeLessThan(12);
});
