import { describe, expect, it } from 'vitest';
import { dailyJobs } from '../../../../../src/app/job-handlers.ts';
import { showId } from '../../../../../src/platform/ids.ts';
import { aCardCheckout, openedCheckout, turnClock } from '../../../../support/builders/build.ts';
import { times } from '../../../../support/checks/at-once.ts';
import {
  anEvent,
  anotherApp,
  anotherEventOf,
  deliveriesOf,
  delivering,
  eventNow,
  eventService,
  finishDeliveries,
  setUrl,
  soon,
} from '../../../../support/receivers/events.ts';
import { isSigned } from '../../../../support/receivers/receiver.ts';

const service = eventService();

/** A merchant with a shortcut to replay an event. */
async function aShop(...about: Parameters<typeof service.aShop>) {
  const shop = await service.aShop(...about);
  const replay = async ({ id }: { readonly id: string }, headers: Record<string, string> = {}) => {
    const replayed = await shop.api('replayEvent', { params: { id }, headers });
    if (replayed.status !== 201) throw new Error(JSON.stringify(replayed.body));
    return replayed.data.deliveries;
  };
  return { ...shop, replay };
}

describe('a replay', () => {
  it('is a new delivery with one attempt: same event and body, new signature', async () => {
    const { api, replay, webhookSecret } = await aShop();
    const event = await anEvent(api);
    await delivering(service.app, () => service.receiver.sees(1));

    const deliveries = await replay(event);

    expect(deliveries).toMatchObject([
      { status: 'pending', replay: true, attempts: [], event_id: event.id, request_body: expect.any(String) },
    ]);
    expect(await deliveriesOf(api, event)).toHaveLength(2);
    // The signature differs only if it is made in another second.
    await new Promise((done) => setTimeout(done, 1100));
    const [first, second] = await delivering(service.app, () => service.receiver.sees(2));
    if (!first || !second) throw new Error('two have come');
    expect(second.body).toBe(first.body);
    expect(second.headers).toMatchObject({
      'service-delivery-id': deliveries[0]?.delivery_id,
      'service-attempt': '1',
    });
    expect(second.headers['service-signature']).not.toBe(first.headers['service-signature']);
    expect(await isSigned(second, webhookSecret)).toBe(true);
  });

  it('is exhausted after one failed attempt, and the event stays delivered', async () => {
    const shop = await aShop();
    const event = await anEvent(shop.api);
    await finishDeliveries(service.app, 'delivered', shop);
    service.receiver.answer(500);
    await shop.replay(event);

    const [last] = await delivering(service.app, () =>
      soon(
        () => deliveriesOf(shop.api, event),
        ([newest]) => newest?.status === 'exhausted',
      ),
    );

    expect([last?.attempts.length, last?.next_attempt_at, service.receiver.received.length]).toEqual([
      1,
      null,
      1,
    ]);
    expect((await eventNow(shop.api, event)).delivery_status).toBe('delivered');
  });

  it('makes an exhausted event delivered', async () => {
    const shop = await aShop();
    const event = await anEvent(shop.api);
    const status = async () => (await eventNow(shop.api, event)).delivery_status;
    await finishDeliveries(service.app, 'exhausted', shop);

    await shop.replay(event);
    expect(await status()).toBe('pending');
    await finishDeliveries(service.app, 'exhausted', shop);
    expect(await status()).toBe('exhausted');
    await shop.replay(event);
    await delivering(service.app, () => soon(status, (seen) => seen !== 'pending'));

    expect(await status()).toBe('delivered');
    const { data } = await shop.api('listEvents', { query: { delivery_status: 'exhausted' } });
    expect(data.items).toEqual([]);
  });

  it('goes to the current URL, with the version and body of the first delivery', async () => {
    const shop = await aShop();
    const event = await anEvent(shop.api);
    const [before] = await deliveriesOf(shop.api, event);
    await anotherEventOf(shop.api, event);
    await setUrl(service.app, shop, `${service.receiver.url}/moved`);

    const [made] = await shop.replay(event);

    expect(made).toMatchObject({ url: `${service.receiver.url}/moved`, request_body: before?.request_body });
  });

  it('goes to an app that had no URL when the event happened', async () => {
    const shop = await aShop(null);
    const event = await anEvent(shop.api);
    await setUrl(service.app, shop, `${service.receiver.url}/late`);

    await shop.replay(event);

    const [seen] = await delivering(service.app, () => service.receiver.sees(1));
    const { delivery_status: _ours, ...sent } = event;
    expect(JSON.parse(seen?.body ?? '')).toEqual(sent);
    expect(seen && (await isSigned(seen, shop.webhookSecret))).toBe(true);
  });

  it('goes to every destination once: apps, the notification URL, and a URL that is both', async () => {
    const shop = await aShop(`${service.receiver.url}/same`);
    const { appId } = await anotherApp(service.app, shop, `${service.receiver.url}/other`);
    await anotherApp(service.app, shop, `${service.receiver.url}/deaf`, ['billing.plan.created']);
    const about = { walletType: 'wallet_a', customerPhone: '0771111111' };
    await openedCheckout(
      shop.api,
      aCardCheckout({ ...about, notificationUrl: `${service.receiver.url}/same` }),
    );
    await turnClock(shop.api, 10);
    const { data } = await shop.api('listEvents', { query: { type: 'payment.capture.completed' } });
    const [event] = data.items;
    if (!event) throw new Error('nothing was captured');

    const made = await shop.replay(event);

    expect(made.map(({ url, app_id }) => [url, app_id])).toEqual([
      [`${service.receiver.url}/same`, showId('app', shop.appId)],
      [`${service.receiver.url}/other`, showId('app', appId)],
    ]);
  });

  it('has the same body when the deliveries of the event were deleted by age', async () => {
    const shop = await aShop();
    const event = await anEvent(shop.api);
    const [before] = await deliveriesOf(shop.api, event);
    await finishDeliveries(service.app, 'delivered', shop);
    await service.app.database.asOwner(
      "UPDATE sandbox.webhook_deliveries SET finished_at = now() - interval '31 days' WHERE merchant_id = $1",
      [shop.merchantId],
    );
    await dailyJobs['events.forget'](service.app.service.contexts.sandbox, AbortSignal.timeout(60_000));
    expect((await eventNow(shop.api, event)).delivery_status).toBe('none');

    const [made] = await shop.replay(event);

    expect(made).toMatchObject({ url: before?.url, request_body: before?.request_body });
  });

  it('finds the notification URL when the deliveries of the event were deleted by age', async () => {
    const shop = await aShop(null);
    const about = { walletType: 'wallet_a', customerPhone: '0771111111' };
    await openedCheckout(
      shop.api,
      aCardCheckout({ ...about, notificationUrl: `${service.receiver.url}/note` }),
    );
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
    await finishDeliveries(service.app, 'delivered', shop);
    await service.app.database.asOwner(
      `UPDATE sandbox.webhook_deliveries SET finished_at = now() - interval '31 days' WHERE merchant_id = $1`,
      [shop.merchantId],
    );
    await dailyJobs['events.forget'](service.app.service.contexts.sandbox, AbortSignal.timeout(60_000));
    expect((await eventNow(shop.api, captured)).delivery_status).toBe('none');

    const made = [await shop.replay(captured), await shop.replay(refunded)];

    expect(made.map((replays) => replays.map(({ url }) => url))).toEqual([
      [`${service.receiver.url}/note`],
      [`${service.receiver.url}/note`],
    ]);
    expect(made[0]?.[0]?.request_body).toBe(before?.request_body);
  });

  it('is refused for an event without a destination, and makes nothing', async () => {
    const { api } = await aShop(`${service.receiver.url}/hook`, ['payment.capture.completed']);
    const event = await anEvent(api);

    const refused = await api('replayEvent', { params: { id: event.id } });

    expect([refused.status, refused.code]).toEqual([409, 'WEBHOOK_NOT_CONFIGURED']);
    expect(await deliveriesOf(api, event)).toEqual([]);
  });

  it('does not wait for earlier events, and does not hold up later ones', async () => {
    const shop = await aShop();
    const first = await anEvent(shop.api);
    await finishDeliveries(service.app, 'exhausted', shop);
    service.receiver.answer(({ headers }) => (headers['service-delivery-id'] === held ? 500 : 204));
    const second = await anotherEventOf(shop.api, first);
    const held = (await deliveriesOf(shop.api, second))[0]?.delivery_id;
    await shop.replay(first);
    const third = await anotherEventOf(shop.api, first);

    await delivering(service.app, () =>
      soon(
        () => eventNow(shop.api, first),
        ({ delivery_status }) => delivery_status === 'delivered',
      ),
    );

    // The second event is being retried, and the third waits for it.
    expect([
      (await eventNow(shop.api, second)).delivery_status,
      (await deliveriesOf(shop.api, third))[0]?.attempts,
    ]).toEqual(['pending', []]);
  });

  it('is made once for each idempotency key, and for each call without one', async () => {
    const { api, replay } = await aShop();
    const event = await anEvent(api);
    const once = { 'idempotency-key': 'again' };

    const [one, two] = [await replay(event, once), await replay(event, once)];

    expect(two).toEqual(one);
    expect(await deliveriesOf(api, event)).toHaveLength(2);
    await Promise.all(times(8, () => replay(event)));
    expect(await deliveriesOf(api, event)).toHaveLength(10);
  });

  it('stores one body when six calls replay an event at once that had no deliveries', async () => {
    const shop = await aShop(null);
    const event = await anEvent(shop.api);
    await setUrl(service.app, shop, `${service.receiver.url}/late`);

    const made = await Promise.all(times(6, () => shop.replay(event)));

    expect(new Set(made.flat().map(({ request_body }) => request_body)).size).toBe(1);
    await delivering(service.app, () => service.receiver.sees(6));
    expect(new Set(service.receiver.received.map(({ body }) => body)).size).toBe(1);
  });
});
