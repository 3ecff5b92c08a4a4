import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CreatedMerchant } from '../../src/domain/merchants/accounts/create-merchant.ts';
import type { VersionChain } from '../../src/platform/contract/types.ts';
import { versionChain } from '../../src/versions/chain.ts';
import { aCardCheckout, aWalletCheckout } from '../support/builders/build.ts';
import { sendOdd } from '../support/service/api.ts';
import { type App, startApp } from '../support/service/app.ts';
import type { Shape } from './releases/changes.ts';
import { madeUpReleases } from './releases/releases.ts';
import { afterReleases, aPinnedKey, type Running } from './releases/services.ts';

let madeUp: VersionChain;
let app: App;
let merchant: CreatedMerchant;
let release: Running;
/** API version → key of an app that is pinned to it. */
const keys = new Map<string, string>();
beforeAll(async () => {
  const releases = await madeUpReleases();
  madeUp = versionChain(releases);
  app = await startApp({ role: 'api' });
  merchant = await app.aMerchant();
  for (const version of madeUp.supported) keys.set(version, await aPinnedKey(app, merchant, version));
  release = await afterReleases(app, releases);
});
afterAll(async () => {
  release.close();
  await app.stop();
});

type Asking = { readonly app?: string; readonly body?: Shape; readonly headers?: Record<string, string> };

/** Calls the service that has the made-up releases, as the app that is pinned to the first one unless `app` says otherwise. */
async function call(
  method: string,
  path: string,
  { app: pinned = '2026-01-01', body, headers }: Asking = {},
) {
  const response = await fetch(release.url + path, {
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

const { supported } = versionChain();

describe('the released versions', () => {
  it.each(supported)('include %s, which a caller may name', async (version) => {
    const answered = await fetch(`${app.baseUrl}/v1/account/profile`, {
      headers: { authorization: `Bearer ${merchant.secretKey}`, 'service-version': version },
    });

    expect([answered.status, answered.headers.get('service-version')]).toEqual([200, version]);
  });

  it.each(['2025-12-31', '2099-01-01', 'latest', '', '2026-01-01, 2026-01-01', '9'.repeat(8000)])(
    'do not include "%s"',
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
        body: { details: { supported } },
      });
    },
  );
});

describe('with later releases, an app that is pinned to the first one', () => {
  it('sends and gets bodies in the shape of that release', async () => {
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

  it('is refused a field of a later release', async () => {
    const refused = await call('POST', '/v1/checkout/create', { body: aCardCheckout() });

    expect([refused.status, refused.version]).toEqual([400, '2026-01-01']);
  });

  it('gets another answer than apps pinned to later releases', async () => {
    const [between, newest] = [
      await call('POST', '/v1/checkout/create', { app: '2098-01-01', body: oldCheckout() }),
      await call('POST', '/v1/checkout/create', { app: '2099-01-01', body: aCardCheckout() }),
    ];

    expect([between, newest].map(({ version, data }) => [version, data['requires_polling']])).toEqual([
      ['2098-01-01', 'no'],
      ['2099-01-01', false],
    ]);
  });

  it('never sees a status that was added later', async () => {
    const { data } = await call('POST', '/v1/checkout/create', {
      app: '2099-01-01',
      body: aCardCheckout(),
    });
    await call('POST', '/v1/test/clock', { body: { advance_seconds: 1801 } });
    const path = `/v1/checkout/${String(data['checkout_id'])}/status`;

    const [old, current] = [await call('GET', path), await call('GET', path, { app: '2099-01-01' })];

    expect([old.data['status'], current.data['status']]).toEqual(['failed', 'expired']);
  });

  it('gets a stored answer in the version of the repeated request', async () => {
    const headers = { 'idempotency-key': 'across' };
    const body = oldCheckout();
    const first = await call('POST', '/v1/checkout/create', { body, headers });

    const again = await call('POST', '/v1/checkout/create', { body, headers, app: '2098-01-01' });

    const [id, url] = String(first.data['session']).split(' ');
    expect([first.data['requires_polling'], again.data]).toEqual([
      0,
      { gateway_name: first.data['gateway_name'], checkout_id: id, payment_url: url, requires_polling: 'no' },
    ]);
  });

  it('gets events in the shape of its release, and other apps in the newest shape', async () => {
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

  it('reads events in the shape of its release, and replays of older events have that shape too', async () => {
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

  it('has a version that an app of a later release may name in a header', async () => {
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
  it('needs at least one version', () => {
    expect(() => versionChain([])).toThrow('no version');
  });

  it('does not change what no release touches', () => {
    const body = { success: true, data: { requires_polling: true } };

    const request = { params: {}, query: {}, headers: {}, body };
    const [from, to] = ['2099-01-01', '2026-01-01'];

    expect(madeUp.answer('getProfile', 200, body, { from, to })).toBe(body);
    expect(madeUp.answer('getProfile', 200, body, { from: to, to: from })).toBe(body);
    expect(madeUp.answer('createCheckout', 201, body, { from, to: from })).toBe(body);
    expect(madeUp.event('payment.refund.completed', body, { from, to })).toBe(body);
    expect(madeUp.up(to, 'setTestKyc', request)).toEqual(request);
  });
});

async function lastEvent(): Promise<{ readonly api_version: string; readonly data: Shape }> {
  const [row] = await app.database.asOwner(
    'SELECT body FROM sandbox.event_bodies WHERE merchant_id = $1 ORDER BY event_id DESC LIMIT 1',
    [merchant.merchantId],
  );
  return JSON.parse(String(row?.['body'])) as { api_version: string; data: Shape };
}
