import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Deliverer } from '../../../../../src/domain/notices/deliveries/deliver.ts';
import type { Context } from '../../../../../src/engine/context.ts';
import { cloneDatabase, type TestDatabase } from '../../../../support/database.ts';
import { aDeliverer, deliveriesOf, statesOf } from '../../../../support/deliveries.ts';
import { aCheckoutWith, aContext, anApp, aPaymentRow, happens } from '../../../../support/event-world.ts';
import { aReceiver, isSigned, type Receiver } from '../../../../support/receiver.ts';

let database: TestDatabase;
let ctx: Context;
let receiver: Receiver;
let deliverer: Deliverer;

const now = '2026-01-01';
const before = '2025-01-01';
const captured = 'payment.capture.completed';

beforeAll(async () => {
  database = await cloneDatabase();
  const plain = aContext(database.databases);
  ctx = {
    ...plain,
    versions: {
      ...plain.versions,
      downEvent: (to, _type, data) => (to === now ? data : { id: 'as it was called before' }),
    },
  };
});
afterAll(() => database.close());
beforeEach(async () => {
  receiver = await aReceiver();
  deliverer = aDeliverer(ctx);
});
afterEach(async () => {
  await deliverer.stop(0);
  await receiver.close();
});

it('sends two apps with two API versions two bodies of one event, each signed with the app’s own secret', async () => {
  const one = await anApp(ctx, { url: `${receiver.url}/new`, eventTypes: [captured] });
  const { merchant } = one;
  const two = await anApp(ctx, { of: merchant, url: `${receiver.url}/old`, apiVersion: before });
  await anApp(ctx, { of: merchant, url: `${receiver.url}/other`, eventTypes: ['payment.capture.declined'] });
  await anApp(ctx, { of: merchant, url: null });

  await happens(ctx, merchant, captured, aPaymentRow(merchant));
  await expect.poll(() => statesOf(ctx, merchant)).toEqual(['delivered', 'delivered']);

  const [older, newer] = receiver.received.toSorted((a, b) => b.path.localeCompare(a.path));
  if (!older || !newer) throw new Error('two requests came');
  const [first, second] = [JSON.parse(newer.body), JSON.parse(older.body)];
  expect([newer.path, older.path]).toEqual(['/new', '/old']);
  expect([newer.headers['service-version'], older.headers['service-version']]).toEqual([now, before]);
  expect(first).toMatchObject({ api_version: now, data: { amount: '10.0000' } });
  expect(second).toEqual({ ...first, api_version: before, data: { id: 'as it was called before' } });
  expect(await isSigned(newer, one.secret)).toBe(true);
  expect(await isSigned(older, two.secret)).toBe(true);
  expect(await isSigned(newer, two.secret)).toBe(false);
});

it('sends an event once to a URL that two apps and a checkout share, signed by the app that made the checkout', async () => {
  const shop = await anApp(ctx, { url: `${receiver.url}/hook`, apiVersion: before });
  const { merchant } = shop;
  const maker = await anApp(ctx, { of: merchant, url: `${receiver.url}/hook` });
  const checkoutId = await aCheckoutWith(ctx, maker, `${receiver.url}/hook`);

  await happens(ctx, merchant, captured, aPaymentRow(merchant, { checkout_id: checkoutId }));
  await expect.poll(() => statesOf(ctx, merchant)).toEqual(['delivered']);

  const [request] = await receiver.sees(1);
  const [delivery] = await deliveriesOf(ctx, merchant);
  const bodies = await database.asOwner(
    'SELECT api_version, body FROM sandbox.event_bodies WHERE merchant_id = $1',
    [merchant],
  );
  expect(receiver.received).toHaveLength(1);
  expect(delivery).toMatchObject({ destination: 'notification_url', api_version: now });
  expect(bodies).toEqual([{ api_version: now, body: request?.body }]);
  expect(request && (await isSigned(request, maker.secret))).toBe(true);
});
