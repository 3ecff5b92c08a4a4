import { createHmac, randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createFeed } from '../../../../src/domain/notices/listening/feed.ts';
import { give } from '../../../../src/domain/notices/listening/giving.ts';
import { readPosition } from '../../../../src/domain/notices/listening/position.ts';
import type { Listener, Reader } from '../../../../src/domain/notices/listening/reading.ts';
import { isLater, isSnapshot, sees, withOpen } from '../../../../src/domain/notices/listening/snapshot.ts';
import { firstIdOf, newId, showId } from '../../../../src/platform/ids.ts';
import { createdPlan } from '../../../support/builders/subscriptions.ts';
import { anotherApp } from '../../../support/receivers/events.ts';
import { aReceiver } from '../../../support/receivers/receiver.ts';
import { type Api, apiOf } from '../../../support/service/api.ts';
import { type App, startApp } from '../../../support/service/app.ts';
import { listenTo } from './reader.ts';

const dayMs = 86_400_000;

let app: App;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

/** Makes an event up, and returns its id. */
async function trigger(api: Api, type = 'billing.plan.updated'): Promise<string> {
  const { status, data, body } = await api('triggerTestEvent', { body: { type } });
  if (status >= 300) throw new Error(JSON.stringify(body));
  return data.event_id;
}

async function aListener(query = '') {
  const merchant = await app.aMerchant();
  const api = apiOf(app.baseUrl, merchant.secretKey);
  const stream = await listenTo(app.baseUrl, { key: merchant.secretKey, query });
  return { merchant, api, stream };
}

/** After nothing: everything is new. */
const start = 's~1:1:~0~~~~0';

/**
 * Writes events in a transaction that stays open. They carry its number as recorded events do: read where the service is connected.
 *
 * @returns commits it
 */
async function written(statement: (number: string) => string): Promise<() => Promise<void>> {
  const client = new Client({ connectionString: app.database.url });
  await client.connect();
  await client.query('BEGIN');
  const { rows } = await client.query<{ number: string }>('SELECT pg_current_xact_id()::text AS number');
  await client.query(statement(rows[0]?.number ?? ''));
  return async () => {
    await client.query('COMMIT');
    await client.end();
  };
}

/** An event like the merchant's first one, of another resource. */
const another = (
  { merchantId }: Pick<Listener, 'merchantId'>,
  { id, number, version = '2026-01-01' }: { id: string; number: string; version?: string },
) => `INSERT INTO sandbox.events (merchant_id, event_id, type, resource_id, sequence, data, data_version, created_at, written_in)
  SELECT merchant_id, '${id}', type, gen_random_uuid(), 1, data, '${version}', created_at, '${number}' FROM sandbox.events
  WHERE merchant_id = '${merchantId}' LIMIT 1`;

/** More events of the merchant's first resource. */
const more = (
  { merchantId }: Pick<Listener, 'merchantId'>,
  { count, number, id = 'gen_random_uuid()' }: { count: number; number: string; id?: string },
) => `INSERT INTO sandbox.events (merchant_id, event_id, type, resource_id, sequence, data, created_at, synthetic, written_in)
  SELECT e.merchant_id, ${id}, e.type, e.resource_id, n + 1, e.data, e.created_at, true, '${number}'
  FROM sandbox.events e, generate_series(1, ${count}) n WHERE e.merchant_id = '${merchantId}'`;

/** Writes them in one transaction: more than a page has. */
async function multiply(merchant: Pick<Listener, 'merchantId'>, count: number): Promise<void> {
  const commit = await written((number) => more(merchant, { count, number }));
  await commit();
}

/** Someone who listens without a connection, and is never slow. */
const aListenerOf = (
  { merchantId, appId }: Pick<Listener, 'merchantId' | 'appId'>,
  also: Partial<Listener> = {},
): Listener => ({
  merchantId,
  appId,
  apiVersion: '2026-01-01',
  types: undefined,
  send: () => true,
  ready: () => undefined,
  end: () => undefined,
  ...also,
});

const refusalOf = async (path: string, init: RequestInit) => {
  const answer = await fetch(`${app.baseUrl}/listen/${path}`, init);
  const body: unknown = await answer.json();
  return { status: answer.status, body };
};
const bearer = (key: string) => ({ authorization: `Bearer ${key}` });

describe('GET /listen/events', () => {
  it('sends each event as the request that a delivery would be', async () => {
    const { merchant, api, stream } = await aListener('?since=0');
    const id = await trigger(api);
    const [heard] = await stream.hears(1);
    stream.stop();

    expect(stream.headers.get('content-type')).toBe('text/event-stream');
    expect(stream.headers.get('cache-control')).toContain('no-transform');
    expect(heard).toMatchObject({ id, type: 'billing.plan.updated' });
    const { headers = {}, body = '' } = heard ?? {};
    const [, time, digest] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(headers['Service-Signature'] ?? '') ?? [];
    expect(digest).toBe(createHmac('sha256', merchant.webhookSecret).update(`${time}.${body}`).digest('hex'));
    expect(headers).toMatchObject({
      'Content-Type': 'application/json',
      'Service-Attempt': '1',
      'Service-Version': '2026-01-01',
    });
    expect(JSON.parse(body)).toMatchObject({ id, object: 'event', livemode: false, sequence: 1 });
  });

  it('sends the bytes of the real delivery, and replays too', async () => {
    const receiver = await aReceiver();
    const merchant = await app.aMerchant({ webhookUrl: receiver.url, eventTypes: ['*'] });
    const api = apiOf(app.baseUrl, merchant.secretKey);
    const stream = await listenTo(app.baseUrl, { key: merchant.secretKey, query: '?since=60' });
    const id = await trigger(api);
    const [delivered] = await receiver.sees(1);
    const [first] = await stream.hears(1);
    await api('replayEvent', { params: { id } });
    const [, second] = await stream.hears(2);
    stream.stop();
    await receiver.close();

    expect(first?.body).toBe(delivered?.body);
    expect(first?.replay).toBeUndefined();
    expect(second).toMatchObject({ id, body: delivered?.body, replay: expect.stringMatching(/^whd_/) });
  });

  it('sends a replay to two apps once', async () => {
    const receiver = await aReceiver();
    const merchant = await app.aMerchant({ webhookUrl: `${receiver.url}/one`, eventTypes: ['*'] });
    await anotherApp(app, merchant, `${receiver.url}/two`);
    const api = apiOf(app.baseUrl, merchant.secretKey);
    const stream = await listenTo(app.baseUrl, { key: merchant.secretKey, query: '?since=60' });
    const id = await trigger(api);
    await stream.hears(1);
    const { data } = await api('replayEvent', { params: { id } });
    await stream.hears(2);
    const last = await trigger(api);
    const heard = await stream.hears(3);
    stream.stop();
    await receiver.close();

    expect(data.deliveries).toHaveLength(2);
    expect(heard.map((each) => [each.id, each.replay !== undefined])).toEqual([
      [id, false],
      [id, true],
      [last, false],
    ]);
  });

  it('signs with both secrets during a rotation, and with one afterwards', async () => {
    const { merchant, api, stream } = await aListener('?since=0');
    const rotate = (until: string) =>
      app.database.asOwner(`UPDATE platform.webhook_endpoints
        SET previous_secret_sealed = secret_sealed, previous_secret_until = now() + interval '${until}'
        WHERE app_id = '${merchant.appId}'`);
    await rotate('1 hour');
    await trigger(api);
    await stream.hears(1);
    await rotate('-1 second');
    await trigger(api);
    const heard = await stream.hears(2);
    stream.stop();

    expect(heard.map(({ headers }) => headers['Service-Signature']?.match(/v1=/g)?.length)).toEqual([2, 1]);
  });

  it('shows another merchant and the other mode nothing', async () => {
    const { merchant, api, stream } = await aListener('?since=600');
    const other = await aListener('?since=600');
    const { secretKey } = await app.aMerchant({ mode: 'live' });
    const live = await listenTo(app.baseUrl, { key: secretKey, query: '?since=600' });
    const id = await trigger(api);
    const own = await trigger(other.api);
    await stream.hears(1);
    await other.stream.hears(1);
    const again = await listenTo(app.baseUrl, { key: merchant.secretKey, query: '?since=600' });
    await again.hears(1);

    expect(again.heard.map((each) => each.id)).toEqual([id]);
    expect(stream.heard.map((each) => each.id)).toEqual([id]);
    expect(other.stream.heard.map((each) => each.id)).toEqual([own]);
    expect(live.heard).toEqual([]);
    for (const each of [stream, other.stream, live, again]) each.stop();
  });

  it('shows a live key the events of its own mode', async () => {
    const live = await app.aMerchant({ mode: 'live' });
    const stream = await listenTo(app.baseUrl, { key: live.secretKey, query: '?since=600' });
    const plan = await createdPlan(apiOf(app.baseUrl, live.secretKey));
    const [heard] = await stream.hears(1);
    stream.stop();

    expect(JSON.parse(heard?.body ?? '{}')).toMatchObject({ livemode: true, resource_id: plan.plan_id });
  });

  it('sends only the types that were asked for', async () => {
    const { api, stream } = await aListener('?events=payment.capture.completed,billing.plan.created&since=0');
    await trigger(api, 'billing.plan.updated');
    const id = await trigger(api, 'billing.plan.created');
    await stream.hears(1);
    stream.stop();

    expect(stream.heard.map((each) => each.id)).toEqual([id]);
  });

  it('goes on after any position, and skips and repeats nothing', async () => {
    const { merchant, api, stream } = await aListener('?since=0');
    const ids: string[] = [];
    for (let made = 0; made < 12; made += 1) ids.push(await trigger(api));
    const heard = await stream.hears(12);
    stream.stop();

    for (const [at, { position }] of heard.entries()) {
      const again = await listenTo(app.baseUrl, { key: merchant.secretKey, lastId: position });
      const rest = await again.hears(ids.length - at - 1);
      again.stop();
      expect(rest.map((each) => each.id)).toEqual(ids.slice(at + 1));
    }
    expect(heard.map((each) => each.id)).toEqual(ids);
  });

  it('goes on in the middle of more events than one read takes', async () => {
    const { merchant, api } = await aListener();
    await trigger(api);
    await multiply(merchant, 1300);
    const key = merchant.secretKey;
    const first = await listenTo(app.baseUrl, { key, lastId: start });
    const all = await first.hears(1301);
    first.stop();
    expect(new Set(all.map((each) => each.id)).size).toBe(1301);

    for (const at of [3, 499, 500, 501, 999, 1299]) {
      const again = await listenTo(app.baseUrl, { key, lastId: all[at]?.position });
      const rest = await again.hears(1301 - at - 1);
      again.stop();
      expect(rest.map((each) => each.id)).toEqual(all.slice(at + 1).map((each) => each.id));
    }
  });

  it('misses no event whose transaction began earlier and committed later', async () => {
    const { merchant, api, stream } = await aListener('?since=0');
    await stream.hears(0);
    const first = await trigger(api);
    await stream.hears(1);
    // An event of a transaction that stays open, with an id older than all others.
    const slow = newId();
    const commit = await written((number) => another(merchant, { id: slow, number }));
    const second = await trigger(api);
    await stream.hears(2);
    const { position } = { position: stream.heard[1]?.position };
    const third = await trigger(api);
    await stream.hears(3);
    expect(stream.heard.map((each) => each.id)).toEqual([first, second, third]);
    await commit();
    await stream.hears(4);
    stream.stop();
    const again = await listenTo(app.baseUrl, { key: merchant.secretKey, lastId: position });
    await again.hears(2);
    again.stop();

    expect(stream.heard[3]?.id).toBe(showId('evt', slow));
    expect(new Set(again.heard.map((each) => each.id))).toEqual(new Set([third, showId('evt', slow)]));
  });

  it.each([
    ['a snapshot', () => `s~1:1:~${Date.now() - 3 * dayMs}~~`],
    ['a time', () => `t~${firstIdOf(Date.now() - 3 * dayMs)}`],
  ])('goes on in a stretch after %s that ended days ago, and misses nothing since', async (_what, begun) => {
    const { merchant, api } = await aListener();
    const first = await trigger(api);
    const [row] = await app.database.asOwner('SELECT pg_current_snapshot()::text AS until');
    const old = firstIdOf(Date.now() - 2 * dayMs);
    const commit = await written((number) => another(merchant, { id: old, number }));
    await commit();
    const lastId = `${begun()}~${String(row?.['until'])}~0`;
    const stream = await listenTo(app.baseUrl, { key: merchant.secretKey, lastId });
    const heard = await stream.hears(2);
    stream.stop();

    expect(heard.map((each) => each.id)).toEqual([first, showId('evt', old)]);
  });

  it('misses nothing when another merchant has more events than one read takes', async () => {
    const busy = await aListener('?since=0');
    const quiet = await aListener('?since=0');
    for (const { api, stream } of [busy, quiet]) {
      await trigger(api);
      await stream.hears(1);
      await expect.poll(() => stream.text()).toContain(': ready');
    }
    // In one transaction, the ids say which events are read first.
    const last = firstIdOf(Date.now() + 60_000);
    const commit = await written((number) =>
      [
        more(busy.merchant, { count: 600, number, id: 'uuidv7()' }),
        another(quiet.merchant, { id: last, number }),
      ].join(';'),
    );
    await commit();
    const [, heard] = await quiet.stream.hears(2);
    await busy.stream.hears(601);
    for (const { stream } of [busy, quiet]) stream.stop();

    expect(heard?.id).toBe(showId('evt', last));
  });

  it('ends only the stream whose event cannot be made, and its client misses nothing', async () => {
    const one = await aListener('?since=0');
    const other = await aListener('?since=0');
    const first = await trigger(one.api);
    const ids = [await trigger(other.api)];
    for (const { stream } of [one, other]) {
      await stream.hears(1);
      await expect.poll(() => stream.text()).toContain(': ready');
    }
    // A later release recorded it.
    const [version, later, meanwhile] = ['2999-01-01', newId(), newId()];
    const commit = await written((number) =>
      [
        another(one.merchant, { id: later, number, version }),
        another(other.merchant, { id: meanwhile, number }),
      ].join(';'),
    );
    await commit();
    await one.stream.ended;
    ids.push(showId('evt', meanwhile), await trigger(other.api));
    await other.stream.hears(3);
    other.stream.stop();
    // The same process cannot make it now either, and the later release can.
    const lastId = one.stream.position();
    const again = await listenTo(app.baseUrl, { key: one.merchant.secretKey, lastId });
    await again.ended;
    const { sandbox } = app.service.contexts;
    const feed = createFeed({ ...sandbox, versions: { ...sandbox.versions, current: version } });
    const sent: string[] = [];
    feed.open(aListenerOf(one.merchant, { send: ({ id }) => sent.push(id) > 0 }), readPosition(lastId ?? ''));
    await expect.poll(() => sent).toEqual([showId('evt', later)]);
    await feed.stop();

    expect(one.stream.heard.map(({ id }) => id)).toEqual([first]);
    expect(again.heard).toEqual([]);
    expect(other.stream.heard.map(({ id }) => id)).toEqual(ids);
    const failures = app.lines.filter((line) => line.includes(`${showId('evt', later)} could not be made`));
    expect(failures).toHaveLength(2);
  });

  it('takes over nothing from the position of a client once it is up to date', async () => {
    const reader: Reader = {
      listener: aListenerOf(await app.aMerchant()),
      position: readPosition('s~10:10:~9000000000000~~~~0'),
      caughtUp: false,
      isReady: false,
      isFull: false,
      isReading: true,
      page: undefined,
    };

    const page = { rows: [], until: '10:10:', isLast: true, secrets: new Map() };
    give(app.service.contexts.sandbox, reader, page);

    expect(reader.position).toMatchObject({ seen: '10:10:', atMs: expect.closeTo(Date.now(), -6) });
  });

  it('reads no further for a slow reader than a page, and they miss nothing', async () => {
    const { merchant, api } = await aListener();
    await trigger(api);
    await multiply(merchant, 1300);
    const feed = createFeed(app.service.contexts.sandbox);
    const sent: string[] = [];
    // As a socket whose buffer is full after every seventh event.
    const send: Listener['send'] = ({ id }) => sent.push(id) % 7 !== 0;
    const stream = feed.open(aListenerOf(merchant, { send }), readPosition(start));
    const counts: number[] = [];
    for (let before = 0; before < 1301; before += counts.at(-1) ?? 0) {
      await expect.poll(() => sent.length).toBeGreaterThan(before);
      counts.push(sent.length - before);
      stream.resume();
    }
    stream.close();
    await feed.stop();

    expect(Math.max(...counts)).toBe(7);
    expect(new Set(sent).size).toBe(1301);
    expect(sent).toHaveLength(1301);
  });

  it('asks the database once for all who wait', async () => {
    const ctx = app.service.contexts.live;
    const merchant = await app.aMerchant({ mode: 'live' });
    const feed = createFeed(ctx);
    let ready = 0;
    for (let opened = 0; opened < 30; opened += 1)
      feed.open(aListenerOf(merchant, { ready: () => (ready += 1) }), undefined);
    await expect.poll(() => ready).toBe(30);
    const asked = vi.spyOn(ctx.db, 'executeQuery');
    const startedAt = performance.now();
    await expect.poll(() => asked.mock.calls.length, { timeout: 10_000 }).toBeGreaterThan(3);
    const perSecond = (asked.mock.calls.length * 1000) / (performance.now() - startedAt);
    asked.mockRestore();
    await feed.stop();

    // One stream alone would ask four times a second.
    expect(perSecond).toBeLessThan(8);
  });

  it('refuses other keys, too many streams, and what makes no sense', async () => {
    const { merchant } = await aListener();
    const { publicKey, restrictedKey, secretKey } = merchant;

    expect(await refusalOf('events', {})).toMatchObject({ status: 401 });
    expect(await refusalOf('events', { headers: bearer(publicKey) })).toMatchObject({
      status: 403,
      body: { code: 'PUBLIC_KEY_NOT_ALLOWED' },
    });
    expect(await refusalOf('events', { headers: bearer(restrictedKey) })).toMatchObject({
      status: 403,
      body: { code: 'INSUFFICIENT_PERMISSIONS' },
    });
    for (const query of ['events?since=1h', 'events?since=99999999', 'events?events=payment.captured'])
      expect(await refusalOf(query, { headers: bearer(secretKey) })).toMatchObject({
        status: 400,
        body: { code: 'VALIDATION_ERROR' },
      });
    for (const lastId of ['1', 's~1:0:~0~~~~0', 's~x~0~~~~0', 't~1~~0', 's~1:1:~0~~~~-1'])
      expect(
        await refusalOf('events', { headers: { ...bearer(secretKey), 'last-event-id': lastId } }),
      ).toMatchObject({ status: 400 });
    const streams = await Promise.all(
      Array.from({ length: 19 }, () => listenTo(app.baseUrl, { key: secretKey })),
    );
    expect(await refusalOf('events', { headers: bearer(secretKey) })).toMatchObject({
      status: 429,
      body: { details: { limit: 20 } },
    });
    for (const stream of streams) stream.stop();
  });

  it('goes on by time when the position is of another database', async () => {
    const { merchant, api } = await aListener();
    const id = await trigger(api);
    const lastId = `s~999999999:999999999:~${Date.now()}~~~~0`;
    const stream = await listenTo(app.baseUrl, { key: merchant.secretKey, lastId });
    const [heard] = await stream.hears(1);
    stream.stop();

    expect(heard?.id).toBe(id);
  });

  it('says a position with each ping', async () => {
    const { api, stream } = await aListener();
    await expect.poll(() => stream.position()).toBeDefined();
    await trigger(api);
    const [heard] = await stream.hears(1);

    // It comes within 15 seconds.
    await expect.poll(() => stream.text()).toMatch(/: ping\nid: s~[^\n]*\n\n$/);
    expect(stream.position()).not.toBe(heard?.position);
  });

  it('ends within seconds when its key is revoked or its merchant suspended, not with the next ping', async () => {
    const changes = [
      'UPDATE platform.api_keys SET revoked_at = now() WHERE merchant_id = $1',
      "UPDATE platform.merchants SET status = 'suspended' WHERE id = $1",
    ];
    const readers = await Promise.all(changes.map(async (change) => ({ change, ...(await aListener()) })));
    for (const { stream } of readers) await expect.poll(() => stream.position()).toBeDefined();
    for (const { change, merchant } of readers) await app.database.asOwner(change, [merchant.merchantId]);
    const changed = performance.now();
    await Promise.all(readers.map(({ stream }) => stream.ended));
    const answers = await Promise.all(
      readers.map(({ merchant }) =>
        refusalOf('reports', { method: 'POST', headers: bearer(merchant.secretKey) }),
      ),
    );

    // A process remembers a key for a second, and looks once a second.
    expect(performance.now() - changed).toBeLessThan(10_000);
    for (const { stream } of readers) expect(stream.text()).toMatch(/retry: \d+\n\n$/s);
    expect(answers).toMatchObject([
      { status: 401, body: { code: 'API_KEY_REVOKED' } },
      { status: 403, body: { code: 'ACCOUNT_SUSPENDED' } },
    ]);
  });

  it('leaves out old events of a restored database, whose transactions seem to lie ahead', async () => {
    const { merchant, api, stream } = await aListener('?since=0');
    const first = await trigger(api);
    await stream.hears(1);
    const old = firstIdOf(Date.now() - 2 * 86_400_000);
    await app.database.asOwner(`INSERT INTO sandbox.events (merchant_id, event_id, type, resource_id, sequence, data, created_at)
      SELECT merchant_id, '${old}', type, gen_random_uuid(), 1, data, created_at FROM sandbox.events WHERE merchant_id = '${merchant.merchantId}'`);
    const second = await trigger(api);
    await stream.hears(2);
    stream.stop();

    expect(stream.heard.map((each) => each.id)).toEqual([first, second]);
  });

  it('ends with a time to wait when the service ends', async () => {
    const other = await startApp({ role: 'api' });
    const { secretKey } = await other.aMerchant();
    const stream = await listenTo(other.baseUrl, { key: secretKey });
    await other.stop();
    await stream.ended;

    expect(stream.text()).toMatch(/retry: \d+\n\n$/);
  });
});

const aReport = (event_id: string) => ({
  event_id,
  report_id: randomUUID(),
  status: 500,
  duration_ms: 12,
  forwarded_to: 'http://me:secret@localhost:4000/hook?token=1',
});
const sendReport = (key: string, body: unknown) =>
  fetch(`${app.baseUrl}/listen/reports`, {
    method: 'POST',
    headers: { ...bearer(key), 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

describe('POST /listen/reports', () => {
  it('stores each report once, without logins, up to twenty of an event, and changes no delivery', async () => {
    const { merchant, api } = await aListener();
    const id = await trigger(api);
    // Of which nothing is reported.
    await trigger(api);
    const first = aReport(id);
    for (const body of [first, first, ...Array.from({ length: 25 }, () => aReport(id))])
      expect((await sendReport(merchant.secretKey, body)).status).toBe(204);
    const rows = await app.database.asOwner(
      `SELECT forwarded_to, status FROM sandbox.listen_reports WHERE merchant_id = '${merchant.merchantId}'`,
    );

    expect(rows).toHaveLength(20);
    expect(rows[0]).toEqual({ forwarded_to: 'http://localhost:4000/hook', status: 500 });
    expect((await api('getEvent', { params: { id } })).data).toMatchObject({ delivery_status: 'none' });
    expect((await api('listEventDeliveries', { params: { id } })).data.items).toEqual([]);
  });

  it('stores nothing of another merchant, and refuses what makes no sense', async () => {
    const { api } = await aListener();
    const other = await aListener();
    const id = await trigger(api);
    expect((await sendReport(other.merchant.secretKey, aReport(id))).status).toBe(204);
    for (const wrong of [
      { event_id: 'evt_1' },
      { status: 99 },
      { failure: 'connect' },
      { duration_ms: -1 },
      { forwarded_to: 'file:///etc' },
      { report_id: 'x' },
    ])
      expect((await sendReport(other.merchant.secretKey, { ...aReport(id), ...wrong })).status).toBe(400);

    expect(
      await app.database.asOwner(
        `SELECT FROM sandbox.listen_reports WHERE merchant_id = '${other.merchant.merchantId}'`,
      ),
    ).toEqual([]);
  });
});

const leftOut = (snapshot: string, ...numbers: string[]) => withOpen(snapshot, numbers);

function isTaken(snapshot: string): Promise<boolean> {
  return app.database.asOwner('SELECT $1::pg_snapshot', [snapshot]).then(
    () => true,
    () => false,
  );
}

describe('a snapshot', () => {
  it('sees what had committed when it was taken', () => {
    expect(['9', '10', '11', '12', '15', '16'].map((id) => sees('10:16:10,12', id))).toEqual([
      true,
      false,
      true,
      false,
      true,
      false,
    ]);
    expect(isLater('10:16:12', '10:16:10,12')).toBe(true);
    expect(isLater('10:16:10,12', '10:16:12')).toBe(false);
    expect(isLater('16:17:', '10:16:')).toBe(true);
    expect(isLater('10:16:', '10:16:')).toBe(false);
  });

  it('can leave out transactions that have ended and are not on all nodes yet', () => {
    expect(leftOut('10:16:10,12')).toBe('10:16:10,12');
    expect(leftOut('10:16:10,12', '11', '12')).toBe('10:16:10,11,12');
    expect(leftOut('10:16:', '9', '11')).toBe('9:16:9,11');
    // It began after the snapshot.
    expect(leftOut('10:16:12', '16', '17')).toBe('10:16:12');
    // Locks show 32 bits of 64.
    expect(leftOut('4294967297:4294967300:', '2')).toBe('4294967297:4294967300:4294967298');
    expect(leftOut('4294967297:4294967300:', '4294967295')).toBe('4294967295:4294967300:4294967295');
    expect(leftOut('4294967290:4294967295:', '3')).toBe('4294967290:4294967295:');
  });

  it('is refused when PostgreSQL would refuse it', async () => {
    const greatest = String(2n ** 63n - 1n);
    const beyond = String(2n ** 63n);
    for (const good of ['1:1:', '10:16:10,12', '10:16:15', `${greatest}:${greatest}:`])
      expect([good, isSnapshot(good), await isTaken(good)]).toEqual([good, true, true]);
    for (const bad of [
      '',
      '0:1:',
      '2:1:',
      '10:16:9',
      '10:16:16',
      '10:16:12,11',
      '10:16:12,12',
      '1:1:;',
      '10:16:12,',
      `${beyond}:${beyond}:`,
      `1:${beyond}:`,
    ])
      expect([bad, isSnapshot(bad)]).toEqual([bad, false]);
    expect(await isTaken(`1:${beyond}:`)).toBe(false);
  });
});
