import { afterAll, beforeAll, expect, it } from 'vitest';
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
