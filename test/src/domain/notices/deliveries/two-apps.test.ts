import { beforeEach, expect, it } from 'vitest';
import { deliveriesOf, deliverySetup, statesOf } from '../../../../support/receivers/deliveries.ts';
import { aCheckoutWith, anApp, aPaymentRow, happens } from '../../../../support/receivers/event-context.ts';
import { isSigned } from '../../../../support/receivers/receiver.ts';

const now = '2026-01-01';
const before = '2025-01-01';
const captured = 'payment.capture.completed';

const setup = deliverySetup((usual) => ({
  ...usual,
  versions: {
    ...usual.versions,
    inEffect: (pin) => pin,
    event: (_type, data, { to }) => (to === now ? data : { id: 'as it was called before' }),
  },
}));
beforeEach(() => {
  setup.deliver();
});

it('sends two apps with two API versions two bodies of one event, each signed with the app’s own secret', async () => {
  const one = await anApp(setup.ctx, { url: `${setup.receiver.url}/new`, eventTypes: [captured] });
  const { merchant } = one;
  const two = await anApp(setup.ctx, { of: merchant, url: `${setup.receiver.url}/old`, apiVersion: before });
  await anApp(setup.ctx, {
    of: merchant,
    url: `${setup.receiver.url}/other`,
    eventTypes: ['payment.capture.declined'],
  });
  await anApp(setup.ctx, { of: merchant, url: null });

  await happens(setup.ctx, merchant, captured, aPaymentRow(merchant));
  await expect.poll(() => statesOf(setup.ctx, merchant)).toEqual(['delivered', 'delivered']);

  const [older, newer] = setup.receiver.received.toSorted((a, b) => b.path.localeCompare(a.path));
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
  const shop = await anApp(setup.ctx, { url: `${setup.receiver.url}/hook`, apiVersion: before });
  const { merchant } = shop;
  const maker = await anApp(setup.ctx, { of: merchant, url: `${setup.receiver.url}/hook` });
  const checkoutId = await aCheckoutWith(setup.ctx, maker, `${setup.receiver.url}/hook`);

  await happens(setup.ctx, merchant, captured, aPaymentRow(merchant, { checkout_id: checkoutId }));
  await expect.poll(() => statesOf(setup.ctx, merchant)).toEqual(['delivered']);

  const [request] = await setup.receiver.sees(1);
  const [delivery] = await deliveriesOf(setup.ctx, merchant);
  const bodies = await setup.database.asOwner(
    'SELECT api_version, body FROM sandbox.event_bodies WHERE merchant_id = $1',
    [merchant],
  );
  expect(setup.receiver.received).toHaveLength(1);
  expect(delivery).toMatchObject({ destination: 'notification_url', api_version: now });
  expect(bodies).toEqual([{ api_version: now, body: request?.body }]);
  expect(request && (await isSigned(request, maker.secret))).toBe(true);
});
