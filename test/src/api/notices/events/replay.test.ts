import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { forgetEvents } from '../../../../../src/domain/notices/events/forget-events.ts';
import { showId } from '../../../../../src/platform/ids.ts';
import { apiOf } from '../../../../support/api.ts';
import { type App, startApp } from '../../../../support/app.ts';
import { times } from '../../../../support/at-once.ts';
import { aCardCheckout, openedCheckout, turnClock } from '../../../../support/build.ts';
import {
  anEvent,
  anotherApp,
  anotherEventOf,
  deliveriesOf,
  delivering,
  eventNow,
  finishDeliveries,
  setUrl,
  soon,
} from '../../../../support/events.ts';
import { aReceiver, isSigned, type Receiver } from '../../../../support/receiver.ts';

let app: App;
let receiver: Receiver;
beforeAll(async () => {
  app = await startApp({ role: 'api' });
});
afterAll(() => app.stop());
beforeEach(async () => {
  receiver = await aReceiver();
});
afterEach(() => receiver.close());

async function aShop(webhookUrl: string | null = `${receiver.url}/hook`, eventTypes = ['*']) {
  const merchant = await app.aMerchant({ webhookUrl, eventTypes });
  const api = apiOf(app.baseUrl, merchant.secretKey);
  const replay = async ({ id }: { readonly id: string }, headers: Record<string, string> = {}) => {
    const replayed = await api('replayEvent', { params: { id }, headers });
    if (replayed.status !== 201) throw new Error(JSON.stringify(replayed.body));
    return replayed.data.deliveries;
  };
  return { ...merchant, api, replay };
}

describe('a replay', () => {
  it('is a delivery of its own: the same id and bytes, signed anew, once', async () => {
    const { api, replay, webhookSecret } = await aShop();
    const event = await anEvent(api);
    await delivering(app, () => receiver.sees(1));

    const deliveries = await replay(event);

    expect(deliveries).toMatchObject([
      { status: 'pending', replay: true, attempts: [], event_id: event.id, request_body: expect.any(String) },
    ]);
    expect(await deliveriesOf(api, event)).toHaveLength(2);
    // Its time is of a later second.
    await new Promise((done) => setTimeout(done, 1100));
    const [first, second] = await delivering(app, () => receiver.sees(2));
    if (!first || !second) throw new Error('two have come');
    expect(second.body).toBe(first.body);
    expect(second.headers).toMatchObject({
      'service-delivery-id': deliveries[0]?.delivery_id,
      'service-attempt': '1',
    });
    expect(second.headers['service-signature']).not.toBe(first.headers['service-signature']);
    expect(await isSigned(second, webhookSecret)).toBe(true);
  });

  it('that fails is over after one attempt, and does no harm to what was delivered', async () => {
    const shop = await aShop();
    const event = await anEvent(shop.api);
    await finishDeliveries(app, 'delivered', shop);
    receiver.answer(500);
    await shop.replay(event);

    const [last] = await delivering(app, () =>
      soon(
        () => deliveriesOf(shop.api, event),
        ([newest]) => newest?.status === 'exhausted',
      ),
    );

    expect([last?.attempts.length, last?.next_attempt_at, receiver.received.length]).toEqual([1, null, 1]);
    expect((await eventNow(shop.api, event)).delivery_status).toBe('delivered');
  });

  it('mends an event that was exhausted', async () => {
    const shop = await aShop();
    const event = await anEvent(shop.api);
    const status = async () => (await eventNow(shop.api, event)).delivery_status;
    await finishDeliveries(app, 'exhausted', shop);

    await shop.replay(event);
    expect(await status()).toBe('pending');
    await finishDeliveries(app, 'exhausted', shop);
    expect(await status()).toBe('exhausted');
    await shop.replay(event);
    await delivering(app, () => soon(status, (seen) => seen !== 'pending'));

    expect(await status()).toBe('delivered');
    const { data } = await shop.api('listEvents', { query: { delivery_status: 'exhausted' } });
    expect(data.items).toEqual([]);
  });

  it('goes to the address of today, in the version and bytes of then', async () => {
    const shop = await aShop();
    const event = await anEvent(shop.api);
    const [before] = await deliveriesOf(shop.api, event);
    await anotherEventOf(shop.api, event);
    await setUrl(app, shop, `${receiver.url}/moved`);

    const [made] = await shop.replay(event);

    expect(made).toMatchObject({ url: `${receiver.url}/moved`, request_body: before?.request_body });
  });

  it('goes to an app that was told of nothing when it happened', async () => {
    const shop = await aShop(null);
    const event = await anEvent(shop.api);
    await setUrl(app, shop, `${receiver.url}/late`);

    await shop.replay(event);

    const [seen] = await delivering(app, () => receiver.sees(1));
    const { delivery_status: _ours, ...sent } = event;
    expect(JSON.parse(seen?.body ?? '')).toEqual(sent);
    expect(seen && (await isSigned(seen, shop.webhookSecret))).toBe(true);
  });

  it('goes to every destination once: apps, the notification URL, and one address of both', async () => {
    const shop = await aShop(`${receiver.url}/same`);
    const { appId } = await anotherApp(app, shop, `${receiver.url}/other`);
    await anotherApp(app, shop, `${receiver.url}/deaf`, ['billing.plan.created']);
    const about = { walletType: 'wallet_a', customerPhone: '0771111111' };
    await openedCheckout(shop.api, aCardCheckout({ ...about, notificationUrl: `${receiver.url}/same` }));
    await turnClock(shop.api, 10);
    const { data } = await shop.api('listEvents', { query: { type: 'payment.capture.completed' } });
    const [event] = data.items;
    if (!event) throw new Error('nothing was captured');

    const made = await shop.replay(event);

    expect(made.map(({ url, app_id }) => [url, app_id])).toEqual([
      [`${receiver.url}/same`, showId('app', shop.appId)],
      [`${receiver.url}/other`, showId('app', appId)],
    ]);
  });

  it('of an event whose deliveries are not kept any more has the same bytes', async () => {
    const shop = await aShop();
    const event = await anEvent(shop.api);
    const [before] = await deliveriesOf(shop.api, event);
    await finishDeliveries(app, 'delivered', shop);
    await app.database.asOwner(
      "UPDATE sandbox.webhook_deliveries SET finished_at = now() - interval '31 days' WHERE merchant_id = $1",
      [shop.merchantId],
    );
    await forgetEvents(app.service.contexts.sandbox);
    expect((await eventNow(shop.api, event)).delivery_status).toBe('none');

    const [made] = await shop.replay(event);

    expect(made).toMatchObject({ url: before?.url, request_body: before?.request_body });
  });

  it('finds the notification URL also when the deliveries are long forgotten', async () => {
    const shop = await aShop(null);
    const about = { walletType: 'wallet_a', customerPhone: '0771111111' };
    await openedCheckout(shop.api, aCardCheckout({ ...about, notificationUrl: `${receiver.url}/note` }));
    await turnClock(shop.api, 10);
    const captures = await shop.api('listEvents', { query: { type: 'payment.capture.completed' } });
    const [captured] = captures.data.items;
    if (!captured) throw new Error('nothing was captured');
    const { status } = await shop.api('refundTransaction', {
      params: { id: captured.resource_id },
      body: {},
    });
    expect(status).toBeLessThan(300);
    const refunds = await shop.api('listEvents', { query: { type: 'payment.refund.created' } });
    const [refunded] = refunds.data.items;
    if (!refunded) throw new Error('nothing was refunded');
    const [before] = await deliveriesOf(shop.api, captured);
    await finishDeliveries(app, 'delivered', shop);
    await app.database.asOwner(
      `UPDATE sandbox.webhook_deliveries SET finished_at = now() - interval '31 days' WHERE merchant_id = $1`,
      [shop.merchantId],
    );
    await app.database.asOwner('SELECT sandbox.forget_deliveries(1000)');
    expect((await eventNow(shop.api, captured)).delivery_status).toBe('none');

    const made = [await shop.replay(captured), await shop.replay(refunded)];

    expect(made.map((replays) => replays.map(({ url }) => url))).toEqual([
      [`${receiver.url}/note`],
      [`${receiver.url}/note`],
    ]);
    expect(made[0]?.[0]?.request_body).toBe(before?.request_body);
  });

  it('of an event without a destination is refused, and leaves nothing', async () => {
    const { api } = await aShop(`${receiver.url}/hook`, ['payment.capture.completed']);
    const event = await anEvent(api);

    const refused = await api('replayEvent', { params: { id: event.id } });

    expect([refused.status, refused.code]).toEqual([409, 'WEBHOOK_NOT_CONFIGURED']);
    expect(await deliveriesOf(api, event)).toEqual([]);
  });

  it('waits for no earlier event, and holds up no later one', async () => {
    const shop = await aShop();
    const first = await anEvent(shop.api);
    await finishDeliveries(app, 'exhausted', shop);
    receiver.answer(({ headers }) => (headers['service-delivery-id'] === held ? 500 : 204));
    const second = await anotherEventOf(shop.api, first);
    const held = (await deliveriesOf(shop.api, second))[0]?.delivery_id;
    await shop.replay(first);
    const third = await anotherEventOf(shop.api, first);

    await delivering(app, () =>
      soon(
        () => eventNow(shop.api, first),
        ({ delivery_status }) => delivery_status === 'delivered',
      ),
    );

    // The second one is being tried again, and the third waits for it.
    expect([
      (await eventNow(shop.api, second)).delivery_status,
      (await deliveriesOf(shop.api, third))[0]?.attempts,
    ]).toEqual(['pending', []]);
  });

  it('is made once for an idempotency key, and once for each call without', async () => {
    const { api, replay } = await aShop();
    const event = await anEvent(api);
    const once = { 'idempotency-key': 'again' };

    const [one, two] = [await replay(event, once), await replay(event, once)];

    expect(two).toEqual(one);
    expect(await deliveriesOf(api, event)).toHaveLength(2);
    await Promise.all(times(8, () => replay(event)));
    expect(await deliveriesOf(api, event)).toHaveLength(10);
  });

  it('by two at once of an event that nobody was told of freezes one body', async () => {
    const shop = await aShop(null);
    const event = await anEvent(shop.api);
    await setUrl(app, shop, `${receiver.url}/late`);

    const made = await Promise.all(times(6, () => shop.replay(event)));

    expect(new Set(made.flat().map(({ request_body }) => request_body)).size).toBe(1);
    await delivering(app, () => receiver.sees(6));
    expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
  });
});
