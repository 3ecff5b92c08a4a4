import { once } from 'node:events';
import type { Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operations } from '../../src/app/operations.ts';
import { createHttpServer } from '../../src/app/server.ts';
import type { CreatedMerchant } from '../../src/domain/merchants/accounts/create-merchant.ts';
import { newId } from '../../src/platform/ids.ts';
import { createLog } from '../../src/platform/log.ts';
import { versionChain } from '../../src/versions/chain.ts';
import { apiOf, sendOdd } from '../support/api.ts';
import { type App, startApp } from '../support/app.ts';
import { aCardCheckout, aWalletCheckout } from '../support/build.ts';
import { aKey } from '../support/keys.ts';

type Shape = Readonly<Record<string, unknown>>;

/** Changes the `data` of an answer. */
const inData = (change: (data: Shape) => Shape) => (body: unknown) => {
  const { data, ...envelope } = body as { data: Shape };
  return { ...envelope, data: change(data) };
};

/**
 * Releases that never were: before 2099 the reference was called `reference`, `requires_polling` was a word, a checkout
 * could not be `expired`, and the event named its `psp`. In 2098 the word was a number.
 */
const drill = versionChain([
  { date: '2026-01-01', changes: [] },
  {
    date: '2098-01-01',
    changes: [
      {
        title: 'Say requires_polling in a word instead of a number',
        touches: ['createCheckout'],
        response: inData((data) => ({
          ...data,
          requires_polling: data['requires_polling'] === 'yes' ? 1 : 0,
        })),
      },
    ],
  },
  {
    date: '2099-01-01',
    changes: [
      {
        title: 'Rename reference to merchantTransactionId',
        touches: ['createCheckout'],
        request: (body) => {
          const { reference, ...others } = body as Shape;
          return { ...others, merchantTransactionId: reference };
        },
      },
      {
        title: 'Say requires_polling as true or false',
        touches: ['createCheckout'],
        response: inData((data) => ({
          ...data,
          requires_polling: data['requires_polling'] === true ? 'yes' : 'no',
        })),
      },
      {
        title: 'Add the status expired',
        touches: ['getCheckoutStatus'],
        response: inData((data) => ({
          ...data,
          status: data['status'] === 'expired' ? 'failed' : data['status'],
        })),
      },
      {
        title: 'Remove psp from the event',
        touches: ['payment.capture.completed'],
        event: (data) => ({ ...(data as Shape), psp: (data as Shape)['gateway'] }),
      },
    ],
  },
]);

let app: App;
let merchant: CreatedMerchant;
let server: Server;
let drilled: string;
/** Apps of one merchant, each pinned to a version. */
const keys = new Map<string, string>();
beforeAll(async () => {
  app = await startApp({ role: 'api' });
  merchant = await app.aMerchant();
  for (const version of drill.supported) keys.set(version, await aPinnedKey(version));
  const { sandbox, live } = app.service.contexts;
  server = await createHttpServer({
    contexts: { sandbox: { ...sandbox, versions: drill }, live: { ...live, versions: drill } },
    databases: app.database.databases,
    handlers: operations,
    log: createLog({ level: 'silent' }),
    dataDir: '.',
    role: 'api',
    trustProxy: undefined,
    draining: () => false,
  });
  server.listen(0);
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('a TCP server has a port');
  drilled = `http://localhost:${address.port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await app.stop();
});

type Asking = { readonly app?: string; readonly body?: Shape; readonly headers?: Record<string, string> };

/** A call of the service that has the releases of the drill, by the app that is pinned to the first of them or to another. */
async function call(
  method: string,
  path: string,
  { app: pinned = '2026-01-01', body, headers }: Asking = {},
) {
  const response = await fetch(drilled + path, {
    method,
    headers: {
      authorization: `Bearer ${keys.get(pinned)}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const answer = (await response.json()) as { readonly code?: string; readonly data: Shape };
  return { status: response.status, version: response.headers.get('service-version'), ...answer };
}

const oldCheckout = (about: Shape = {}) => {
  const { merchantTransactionId: reference, ...others } = aCardCheckout();
  return { ...others, reference, ...about };
};

describe('the released versions', () => {
  it('are one, which a caller may name', async () => {
    const api = apiOf(app.baseUrl, merchant.secretKey);

    const answered = await api('getProfile', { headers: { 'service-version': '2026-01-01' } });

    expect([answered.status, answered.headers.get('service-version')]).toEqual([200, '2026-01-01']);
  });

  it.each(['2025-12-31', '2099-01-01', 'latest', '', '2026-01-01, 2026-01-01', '9'.repeat(8000)])(
    'do not hold "%s"',
    async (version) => {
      const headers = { 'service-version': version };

      const refused = await sendOdd(app.baseUrl, {
        path: '/v1/account/profile',
        key: merchant.secretKey,
        headers,
      });

      expect(refused).toMatchObject({
        status: 400,
        code: 'UNSUPPORTED_VERSION',
        body: { details: { supported: ['2026-01-01'] } },
      });
    },
  );
});

describe('with later releases, an app that is pinned to the first one', () => {
  it('sends and gets the shapes of its own day', async () => {
    const card = await call('POST', '/v1/checkout/create', { body: oldCheckout() });
    const wallet = await call('POST', '/v1/checkout/create', {
      body: oldCheckout({ walletType: 'wallet_a', customerPhone: '0771111111' }),
    });

    expect(
      [card, wallet].map(({ status, version, data }) => [status, version, data['requires_polling']]),
    ).toEqual([
      [201, '2026-01-01', 0],
      [201, '2026-01-01', 1],
    ]);
  });

  it('is told that a newer field is none of its own day', async () => {
    const refused = await call('POST', '/v1/checkout/create', { body: aCardCheckout() });

    expect([refused.status, refused.version]).toEqual([400, '2026-01-01']);
  });

  it('is answered unlike one of a later day', async () => {
    const [between, newest] = [
      await call('POST', '/v1/checkout/create', { app: '2098-01-01', body: oldCheckout() }),
      await call('POST', '/v1/checkout/create', { app: '2099-01-01', body: aCardCheckout() }),
    ];

    expect([between, newest].map(({ version, data }) => [version, data['requires_polling']])).toEqual([
      ['2098-01-01', 'no'],
      ['2099-01-01', false],
    ]);
  });

  it('never sees a status that it does not know', async () => {
    const { data } = await call('POST', '/v1/checkout/create', {
      app: '2099-01-01',
      body: aCardCheckout(),
    });
    await call('POST', '/v1/test/clock', { body: { advance_seconds: 1801 } });
    const path = `/v1/checkout/${String(data['checkout_id'])}/status`;

    const [old, current] = [await call('GET', path), await call('GET', path, { app: '2099-01-01' })];

    expect([old.data['status'], current.data['status']]).toEqual(['failed', 'expired']);
  });

  it('hears a stored answer in the shape it asks for now', async () => {
    const headers = { 'idempotency-key': 'across' };
    const body = oldCheckout();
    const first = await call('POST', '/v1/checkout/create', { body, headers });

    const again = await call('POST', '/v1/checkout/create', { body, headers, app: '2098-01-01' });

    expect([first.data['requires_polling'], again.data]).toEqual([
      0,
      { ...first.data, requires_polling: 'no' },
    ]);
  });

  it('gets events as they were on its day, others as they are now', async () => {
    const pay = aWalletCheckout('0771111111');
    const { merchantTransactionId: reference, ...others } = pay;
    await call('POST', '/v1/checkout/create', { body: { ...others, reference } });
    await call('POST', '/v1/test/clock', { body: { advance_seconds: 10 } });
    const old = await lastEvent();
    await call('POST', '/v1/checkout/create', { app: '2099-01-01', body: aWalletCheckout('0771111111') });
    await call('POST', '/v1/test/clock', { body: { advance_seconds: 10 } });
    const current = await lastEvent();

    expect(
      [old, current].map(({ api_version, data }) => [api_version, data['psp'], data['gateway']]),
    ).toEqual([
      ['2026-01-01', 'sandbox_wallet_a', 'sandbox_wallet_a'],
      ['2099-01-01', undefined, 'sandbox_wallet_a'],
    ]);
  });

  it('reads events in the shape of its day, and is sent those of before it was told in that shape too', async () => {
    await call('POST', '/v1/checkout/create', { app: '2099-01-01', body: aWalletCheckout('0771111111') });
    await call('POST', '/v1/test/clock', { body: { advance_seconds: 10 } });
    const [newest] = (await call('GET', '/v1/events?type=payment.capture.completed', { app: '2099-01-01' }))
      .data['items'] as Shape[];
    const path = `/v1/events/${String(newest?.['id'])}`;
    await app.database.asOwner(
      `UPDATE platform.webhook_endpoints e SET url = 'http://127.0.0.1:9/old' FROM platform.api_apps a
       WHERE a.id = e.app_id AND a.name = '2026-01-01' AND a.merchant_id = $1`,
      [merchant.merchantId],
    );

    const { data: old } = await call('GET', path);
    const { data: replayed } = await call('POST', `${path}/replay`);

    const psp = 'sandbox_wallet_a';
    expect(newest).toMatchObject({ api_version: '2099-01-01', data: expect.not.objectContaining({ psp }) });
    expect(old).toMatchObject({ api_version: '2026-01-01', data: { psp } });
    const deliveries = replayed['deliveries'] as Shape[];
    const bodies = deliveries.map(({ request_body: body }) => JSON.parse(String(body)) as Shape);
    const { delivery_status: _ours, ...sentNow } = newest ?? {};
    const { delivery_status: _too, ...sentThen } = old;
    expect(bodies).toEqual([sentNow, sentThen]);
  });

  it('may be asked for by name, and is by an app of a later day', async () => {
    const headers = { 'service-version': '2026-01-01' };

    const old = await call('POST', '/v1/checkout/create', {
      app: '2099-01-01',
      body: oldCheckout(),
      headers,
    });

    expect([old.status, old.version, old.data['requires_polling']]).toEqual([201, '2026-01-01', 0]);
  });
});

describe('a chain of versions', () => {
  it('needs at least one', () => {
    expect(() => versionChain([])).toThrow('no version');
  });

  it('leaves alone what no change touches', () => {
    const body = { success: true, data: { requires_polling: true } };

    expect(drill.down('2026-01-01', 'getProfile', 200, body)).toBe(body);
    expect(drill.down('2099-01-01', 'createCheckout', 201, body)).toBe(body);
    expect(drill.downEvent('2026-01-01', 'payment.refund.completed', body)).toBe(body);
    expect(drill.up('2026-01-01', 'setTestKyc', body)).toBe(body);
  });
});

async function aPinnedKey(version: string): Promise<string> {
  const appId = newId();
  const platform = app.database.databases.platform;
  const about = { id: appId, merchant_id: merchant.merchantId, name: version, mode: 'sandbox' } as const;
  await platform
    .insertInto('api_apps')
    .values({ ...about, api_version: version, rate_limit: 1000 })
    .execute();
  await platform
    .insertInto('webhook_endpoints')
    .values({
      app_id: appId,
      merchant_id: merchant.merchantId,
      event_types: ['payment.capture.completed'],
      secret_sealed: app.secrets.seal('whsec_1', 'webhook-secret'),
    })
    .execute();
  return await aKey(app, { ...merchant, appId }, { kind: 'secret' });
}

async function lastEvent(): Promise<{ readonly api_version: string; readonly data: Shape }> {
  const [row] = await app.database.asOwner(
    'SELECT body FROM sandbox.event_bodies WHERE merchant_id = $1 ORDER BY event_id DESC LIMIT 1',
    [merchant.merchantId],
  );
  return JSON.parse(String(row?.['body'])) as { api_version: string; data: Shape };
}
