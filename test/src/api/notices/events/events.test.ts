import { describe, expect, it } from 'vitest';
import { eventGroups } from '../../../../../generated/event-registry.ts';
import { newId, showId } from '../../../../../src/platform/ids.ts';
import { aCardCheckout, openedCheckout, turnClock } from '../../../../support/builders/build.ts';
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
import { anIdentity } from '../../../../support/receivers/identity.ts';
import { aReceiver } from '../../../../support/receivers/receiver.ts';
import type { Api } from '../../../../support/service/api.ts';

const service = eventService();

const aShop = (webhookUrl: string | null = service.receiver.url) => service.aShop(webhookUrl);

const idsOf = async (api: Api, query: Record<string, string | number> = {}) => {
  const listed = await api('listEvents', { query });
  if (listed.status !== 200) throw new Error(JSON.stringify(listed.body));
  return listed.data.items.map(({ id }) => id);
};

const dayAfter = (days: number) => new Date(Date.now() + 86_400_000 * days).toISOString().slice(0, 10);

describe('an event', () => {
  it('shows what was sent, and the status of its deliveries', async () => {
    const { api, appId } = await aShop();

    const event = await anEvent(api);

    expect(await eventNow(api, event)).toEqual(event);
    expect(event).toMatchObject({
      object: 'event',
      type: 'billing.plan.created',
      api_version: '2026-01-01',
      livemode: false,
      sequence: 1,
      data: { id: event.resource_id, name: 'Tea club' },
      delivery_status: 'pending',
    });
    const [delivery] = await deliveriesOf(api, event);
    const { delivery_status: _ours, ...sent } = event;
    expect(JSON.parse(delivery?.request_body ?? '')).toEqual(sent);
    expect(delivery).toMatchObject({
      event_id: event.id,
      app_id: showId('app', appId),
      url: `${service.receiver.url}/`,
      status: 'pending',
      replay: false,
      attempts: [],
    });
    expect(Date.parse(delivery?.created_at ?? '')).toBeCloseTo(Date.now(), -5);
  });

  it('is pending, and its attempt is to come, while it waits for an earlier one of its resource', async () => {
    const { api } = await aShop();
    const first = await anEvent(api);

    const second = await anotherEventOf(api, first);

    expect(second.delivery_status).toBe('pending');
    expect(await deliveriesOf(api, second)).toMatchObject([
      { status: 'pending', attempts: [], next_attempt_at: expect.any(String) },
    ]);
    expect(await idsOf(api, { delivery_status: 'pending' })).toEqual([second.id, first.id]);
  });

  it('exists without subscribers too', async () => {
    const { api } = await aShop(null);

    const event = await anEvent(api);

    expect(event.delivery_status).toBe('none');
    expect(await deliveriesOf(api, event)).toEqual([]);
  });

  it.each(['x', 'evt_', `evt_${'0'.repeat(32)}`, `txn_${'0'.repeat(32)}`])(
    'is not found by the id %s',
    async (id) => {
      const { api } = await aShop();
      const asked = await Promise.all([
        api('getEvent', { params: { id } }),
        api('listEventDeliveries', { params: { id } }),
        api('replayEvent', { params: { id } }),
      ]);

      expect(asked.map(({ status, body }) => [status, body['details']])).toEqual(
        asked.map(() => [404, { resource: 'event' }]),
      );
    },
  );

  it('is dated by the merchant’s own clock', async () => {
    const { api } = await aShop();
    await turnClock(api, 86_400 * 3);

    const event = await anEvent(api);

    const day = dayAfter(3);
    expect(new Date(event.created * 1000).toISOString().slice(0, 10)).toBe(day);
    expect(await idsOf(api, { from_date: day, to_date: day })).toEqual([event.id]);
    expect(await idsOf(api, { from_date: dayAfter(4) })).toEqual([]);
    expect(await idsOf(api, { to_date: dayAfter(2) })).toEqual([]);
    const [delivery] = await deliveriesOf(api, event);
    expect(Date.parse(delivery?.created_at ?? '')).toBeLessThan(Date.now() + 60_000);
  });
});

describe('the list of events', () => {
  it('can be filtered by every type of the registry', async () => {
    const { api } = await aShop();
    const types = eventGroups.flatMap(({ events }) => events.map(({ id }) => id));

    const answers = await Promise.all(types.map((type) => api('listEvents', { query: { type } })));

    expect(types.filter((_type, at) => answers[at]?.status !== 200)).toEqual([]);
  });

  it('is newest first, in pages, and can be filtered by type, resource and time', async () => {
    const { api } = await aShop(null);
    const [one, two] = [await anEvent(api), await anEvent(api)];
    const three = await anotherEventOf(api, one);
    const all = [three.id, two.id, one.id];

    const first = await api('listEvents', { query: { limit: 2 } });
    const second = await api('listEvents', { query: { limit: 2, cursor: String(first.data.next_cursor) } });

    expect([...first.data.items, ...second.data.items].map(({ id }) => id)).toEqual(all);
    expect([first.data.has_more, second.data.has_more, second.data.next_cursor]).toEqual([true, false, null]);
    expect(await idsOf(api)).toEqual(all);
    expect(await idsOf(api, { type: 'billing.plan.updated' })).toEqual([three.id]);
    expect(await idsOf(api, { type: 'billing.plan.created' })).toEqual([two.id, one.id]);
    expect(await idsOf(api, { type: 'payment.capture.completed' })).toEqual([]);
    expect(await idsOf(api, { resource_id: one.resource_id })).toEqual([three.id, one.id]);
    expect(await idsOf(api, { resource_id: one.resource_id.replace('plan_', 'sub_') })).toEqual([]);
    expect(await idsOf(api, { to_date: '2026-01-01' })).toEqual([]);
    expect(await idsOf(api, { from_date: '2026-01-01', type: 'billing.plan.updated', limit: 1 })).toEqual([
      three.id,
    ]);
  });

  it('can be filtered by the status of the deliveries', async () => {
    const shop = await aShop();
    const { api } = shop;
    const delivered = await anEvent(api);
    await finishDeliveries(service.app, 'delivered', shop);
    const exhausted = await anEvent(api);
    await finishDeliveries(service.app, 'exhausted', shop);
    const pending = await anEvent(api);
    await setUrl(service.app, shop, null);
    const none = await anEvent(api);
    const statuses = { none, pending, exhausted, delivered };

    for (const [delivery_status, { id }] of Object.entries(statuses)) {
      expect([delivery_status, await idsOf(api, { delivery_status })]).toEqual([delivery_status, [id]]);
      expect((await eventNow(api, { id })).delivery_status).toBe(delivery_status);
    }
    expect(await idsOf(api)).toEqual(Object.values(statuses).map(({ id }) => id));
  });

  it('shows the status of the destination that fares worst', async () => {
    const shop = await aShop();
    const other = await aReceiver();
    await anotherApp(service.app, shop, `${other.url}/`);
    const event = await anEvent(shop.api);
    const status = async () => (await eventNow(shop.api, event)).delivery_status;

    await finishDeliveries(service.app, 'delivered', { ...shop, url: `${service.receiver.url}/` });
    expect(await status()).toBe('pending');
    await finishDeliveries(service.app, 'exhausted', { ...shop, url: `${other.url}/` });
    expect(await status()).toBe('exhausted');
    await other.close();
  });

  it.each([
    { type: 'Payment' },
    { type: '*' },
    { resource_id: 'plan_1' },
    { delivery_status: 'lost' },
    { from_date: 'yesterday' },
    { limit: 0 },
    { limit: 101 },
  ])('refuses %j', async (query) => {
    const { api } = await aShop();

    expect(await api('listEvents', { query })).toMatchObject({ status: 400, code: 'VALIDATION_ERROR' });
  });

  it('never has events of other merchants, whatever the filter', async () => {
    const [mine, other] = [await aShop(), await aShop()];
    const event = await anEvent(mine.api);

    const found = await Promise.all(
      [
        {},
        { resource_id: event.resource_id },
        { delivery_status: 'pending' },
        { cursor: `cur_${'f'.repeat(32)}` },
      ].map((query) => idsOf(other.api, query)),
    );

    expect(found).toEqual([[], [], [], []]);
  });
});

describe('a delivery', () => {
  it('shows each attempt with its headers, and the start of the answer', async () => {
    const { api } = await aShop();
    service.receiver.answer({
      status: 503,
      body: 'busy'.repeat(2000),
      headers: { 'X-Reason': 'deploy: now' },
    });
    const event = await anEvent(api);

    const delivery = await delivering(service.app, () => attemptedOnce(api, event));

    const [attempt] = delivery.attempts;
    expect(attempt).toMatchObject({
      number: 1,
      response_status: 503,
      response_body: 'busy'.repeat(1024),
      error: 'The receiver answered 503; only a 2xx status acknowledges.',
    });
    expect(attempt?.response_headers).toContainEqual({ name: 'X-Reason', value: 'deploy: now' });
    expect(Date.parse(String(delivery.next_attempt_at))).toBeGreaterThanOrEqual(
      Date.parse(String(attempt?.started_at)) + 2000,
    );
    // The API shows the request as it was received, without the signature.
    const [seen] = service.receiver.received;
    const shown = delivery.attempts.flatMap(({ request_headers: headers }) => headers);
    const headers = Object.fromEntries(shown.map(({ name, value }) => [name.toLowerCase(), value]));
    expect(seen).toMatchObject({ body: delivery.request_body, headers });
    expect(headers).not.toHaveProperty('service-signature');
    expect(JSON.stringify(delivery)).not.toMatch(/whsec_|v1=/);
  });

  it('lists its attempts in the order in which they were made', async () => {
    const { api } = await aShop();
    const event = await anEvent(api);
    // Stored in another order. The last two began at the same moment: their ids are in the order of creation.
    await service.app.database.asOwner(
      `INSERT INTO sandbox.webhook_attempts (merchant_id, delivery_id, attempt_id, attempt, started_at, duration_ms)
        SELECT merchant_id, delivery_id, a.id, a.number, timestamptz '2026-01-01' + a.seconds * interval '1 second', 5
        FROM sandbox.webhook_deliveries, (VALUES ($2::uuid, 4, 20), ($3::uuid, 2, 10), ($4::uuid, 1, 0), ($5::uuid, 3, 20))
          AS a (id, number, seconds)
        WHERE replace(event_id::text, '-', '') = $1`,
      [event.id.replace('evt_', ''), ...['4', '1', '3', '2'].map((first) => `${first}${newId().slice(1)}`)],
    );

    const [delivery] = await deliveriesOf(api, event);

    expect(delivery?.attempts.map(({ number }) => number)).toEqual([1, 2, 3, 4]);
  });

  it('is delivered when it was acknowledged', async () => {
    const { api } = await aShop();
    const event = await anEvent(api);

    const [delivery] = await delivering(service.app, () =>
      soon(
        () => deliveriesOf(api, event),
        ([first]) => first?.status === 'delivered',
      ),
    );

    expect(delivery).toMatchObject({
      next_attempt_at: null,
      attempts: [{ number: 1, response_status: 204, error: null }],
    });
    expect((await eventNow(api, event)).delivery_status).toBe('delivered');
  });

  it.each(['dns', 'address', 'connect', 'timeout'])(
    'shows the same error for the failure "%s" as for the others, and no address',
    async (failure) => {
      const { api, merchantId } = await aShop();
      const event = await anEvent(api);
      await service.app.database.asOwner(
        `INSERT INTO sandbox.webhook_attempts (merchant_id, delivery_id, attempt_id, attempt, started_at, duration_ms, address, failure)
         SELECT merchant_id, delivery_id, $2, 1, now(), 7, '10.1.2.3', $3 FROM sandbox.webhook_deliveries WHERE merchant_id = $1`,
        [merchantId, newId(), failure],
      );

      const [delivery] = await deliveriesOf(api, event);

      expect(delivery?.attempts).toMatchObject([
        {
          error: 'We could not connect to the address, or it did not answer within 15 seconds.',
          response_status: null,
          response_body: null,
          response_headers: [],
        },
      ]);
      expect(JSON.stringify(delivery)).not.toContain('10.1.2.3');
    },
  );

  it('says what TLS needs when the receiver has no certificate of a public authority', async () => {
    const untrusted = await aReceiver(anIdentity('127.0.0.1'));
    const { api } = await aShop(`${untrusted.url}/hook`);
    const event = await anEvent(api);

    const [delivery] = await delivering(service.app, () =>
      soon(
        () => deliveriesOf(api, event),
        ([first]) => (first?.attempts.length ?? 0) > 0,
      ),
    );
    await untrusted.close();

    expect(untrusted.received).toEqual([]);
    expect(delivery?.attempts[0]?.error).toContain('intermediate certificates');
  });

  it('says what an answer must be when the receiver answered with too many headers', async () => {
    const { api } = await aShop();
    const event = await anEvent(api);
    service.receiver.answer({ status: 200, headers: { 'x-policy': 'a'.repeat(9000) } });

    const [delivery] = await delivering(service.app, () =>
      soon(
        () => deliveriesOf(api, event),
        ([first]) => (first?.attempts.length ?? 0) > 0,
      ),
    );

    expect(delivery?.attempts[0]).toMatchObject({
      response_status: null,
      error: 'The connection ended before there was an answer in HTTP/1.1 with at most 8 KiB of headers.',
    });
  });

  it('is listed in pages, newest first', async () => {
    const { api } = await aShop();
    const event = await anEvent(api);
    for (let replayed = 0; replayed < 3; replayed += 1)
      await api('replayEvent', { params: { id: event.id } });
    const params = { id: event.id };

    const first = await api('listEventDeliveries', { params, query: { limit: 3 } });
    const second = await api('listEventDeliveries', {
      params,
      query: { limit: 3, cursor: String(first.data.next_cursor) },
    });

    const all = [...first.data.items, ...second.data.items];
    expect(all.map(({ replay }) => replay)).toEqual([true, true, true, false]);
    expect(all.map(({ delivery_id }) => delivery_id)).toEqual(
      all
        .map(({ delivery_id }) => delivery_id)
        .toSorted()
        .toReversed(),
    );
  });

  it('names the app that signs it when it goes to a notification URL', async () => {
    const { api, appId } = await aShop(null);
    const { checkout_id } = await openedCheckout(
      api,
      aCardCheckout({
        notificationUrl: `${service.receiver.url}/n`,
        walletType: 'wallet_a',
        customerPhone: '0771111111',
      }),
    );
    await turnClock(api, 10);
    const { data } = await api('listEvents', { query: { type: 'payment.capture.completed' } });

    const [delivery] = await deliveriesOf(api, { id: data.items[0]?.id ?? '' });

    expect(data.items[0]?.data['checkout_id']).toBe(checkout_id);
    expect(delivery).toMatchObject({ url: `${service.receiver.url}/n`, app_id: showId('app', appId) });
  });
});

/** Waits until the first attempt of the event's only delivery has failed. */
async function attemptedOnce(api: Api, event: { readonly id: string }) {
  const [delivery] = await soon(
    () => deliveriesOf(api, event),
    ([first]) => first?.attempts.length === 1 && first.status === 'retrying',
  );
  if (!delivery) throw new Error('there is a delivery');
  return delivery;
}
