import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CreatedMerchant } from '../../src/domain/merchants/accounts/create-merchant.ts';
import { randomUuid } from '../../src/platform/ids.ts';
import { aCardCheckout, openedCheckout } from '../support/builders/build.ts';
import { createdLink, openedSession } from '../support/builders/counter.ts';
import { aPayout, openPaidShop } from '../support/builders/payouts.ts';
import { totpNow, wrongTotp } from '../support/builders/totp.ts';
import { apiOf, type Odd, sendOdd } from '../support/service/api.ts';
import { type App, startApp } from '../support/service/app.ts';
import { aKey } from '../support/service/keys.ts';

let app: App;
let merchant: CreatedMerchant;
beforeAll(async () => {
  app = await startApp();
  merchant = await app.aMerchant();
});
afterAll(() => app.stop());

type Fault = { readonly code: string; readonly request: Partial<Odd> };

/** Sends a request with all faults, then without the first, and so on. Returns the code of each answer. */
async function codesWhileMending(faults: readonly Fault[], sound: Odd): Promise<string[]> {
  const codes: string[] = [];
  for (let left = 0; left <= faults.length; left += 1) {
    // Where two faults change the same part of the request, the first one applies.
    const odd = faults.slice(left).reduceRight((request, fault) => withFault(request, fault.request), sound);
    const { code, status } = await sendOdd(app.baseUrl, odd);
    codes.push(code === '' ? String(status) : code);
  }
  return codes;
}

function withFault(request: Odd, fault: Partial<Odd>): Odd {
  return { ...request, ...fault, headers: { ...request.headers, ...fault.headers } };
}

describe('a request with several faults is answered with the first, in the order', () => {
  it('route, method, key, rate, version, kind of key, size, type, JSON, schema, idempotency key, state', async () => {
    const api = apiOf(app.baseUrl, merchant.secretKey);
    const taken = aCardCheckout();
    await api('createCheckout', { body: taken, headers: { 'idempotency-key': 'used' } });
    const { secretKey: spent } = await app.aMerchant({ rateLimit: 1 });
    await apiOf(app.baseUrl, spent)('getProfile');
    const faults: Fault[] = [
      { code: 'ROUTE_NOT_FOUND', request: { path: '/v1/checkout/create/it' } },
      { code: 'METHOD_NOT_ALLOWED', request: { method: 'PATCH' } },
      { code: 'MISSING_API_KEY', request: { headers: { authorization: '' } } },
      { code: 'RATE_LIMIT_EXCEEDED', request: { key: spent } },
      { code: 'UNSUPPORTED_VERSION', request: { headers: { 'service-version': 'tomorrow' } } },
      { code: 'PUBLIC_KEY_NOT_ALLOWED', request: { key: merchant.publicKey } },
      { code: 'PAYLOAD_TOO_LARGE', request: { body: 'x'.repeat(300_000) } },
      { code: 'UNSUPPORTED_MEDIA_TYPE', request: { headers: { 'content-type': 'text/plain' } } },
      { code: 'INVALID_JSON', request: { body: '{' } },
      { code: 'INVALID_AMOUNT', request: { body: JSON.stringify({ ...taken, amount: 0 }) } },
      { code: 'IDEMPOTENCY_KEY_REUSED', request: { headers: { 'idempotency-key': 'used' } } },
      { code: 'DUPLICATE_REQUEST', request: { body: JSON.stringify({ ...taken, description: 'again' }) } },
    ];
    const sound: Odd = {
      method: 'POST',
      path: '/v1/checkout/create',
      key: merchant.secretKey,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(aCardCheckout()),
    };

    expect(await codesWhileMending(faults, sound)).toEqual([...faults.map(({ code }) => code), '201']);
  });

  it('account, kind of key, permission, mode, schema', async () => {
    const live = await app.aMerchant({ mode: 'live' });
    const suspended = await app.aMerchant();
    await app.database.asOwner("UPDATE platform.merchants SET status = 'suspended' WHERE id = $1", [
      suspended.merchantId,
    ]);
    const [poor, able] = [
      await aKey(app, live, { kind: 'restricted', mode: 'live' }),
      await aKey(app, live, { kind: 'restricted', mode: 'live', permissions: ['sandbox:write'] }),
    ];
    const faults: Fault[] = [
      { code: 'ACCOUNT_SUSPENDED', request: { key: suspended.publicKey } },
      { code: 'PUBLIC_KEY_NOT_ALLOWED', request: { key: live.publicKey } },
      { code: 'INSUFFICIENT_PERMISSIONS', request: { key: poor } },
      { code: 'TEST_MODE_ONLY', request: { key: able } },
      { code: 'VALIDATION_ERROR', request: { body: '{}' } },
    ];
    const sound: Odd = {
      method: 'POST',
      path: '/v1/test/clock',
      key: merchant.secretKey,
      headers: { 'content-type': 'application/json' },
      body: '{"advance_seconds":1}',
    };

    expect(await codesWhileMending(faults, sound)).toEqual([...faults.map(({ code }) => code), '200']);
  });

  it('permission, feature, schema, idempotency key, object, state, second factor', async () => {
    const shop = await openPaidShop({ ...app, notificationUrl: 'https://shop.example/hook' }, { totp: true });
    const { secretKey: featureless } = await app.aMerchant({ features: [] });
    const poor = await aKey(app, shop.merchant, { kind: 'restricted', permissions: ['payouts:read'] });
    const payout = aPayout('bank_transfer');
    const first = { 'idempotency-key': 'used', 'x-totp-code': totpNow(shop.merchant.totpSecret) };
    const { status } = await shop.api('requestPayout', { body: payout, headers: first });
    const saved = { method: 'bank_transfer', currency: 'USD', bank_account_id: randomUuid() };
    const faults: Fault[] = [
      { code: 'INSUFFICIENT_PERMISSIONS', request: { key: poor } },
      { code: 'FEATURE_DISABLED', request: { key: featureless } },
      { code: 'CONFLICTING_DESTINATION', request: { body: JSON.stringify({ ...payout, ...saved }) } },
      { code: 'IDEMPOTENCY_KEY_REUSED', request: { headers: { 'idempotency-key': 'used' } } },
      { code: 'NOT_FOUND', request: { body: JSON.stringify({ ...saved, amount: '5000.00' }) } },
      { code: 'INSUFFICIENT_BALANCE', request: { body: JSON.stringify({ ...payout, amount: '5000.00' }) } },
      { code: 'TOTP_INVALID', request: { headers: { 'x-totp-code': wrongTotp(shop.merchant.totpSecret) } } },
    ];
    const sound: Odd = {
      method: 'POST',
      path: '/v1/payouts/request',
      key: shop.merchant.secretKey,
      headers: { 'content-type': 'application/json', 'x-totp-code': totpNow(shop.merchant.totpSecret, 1) },
      body: JSON.stringify(aPayout('bank_transfer', { amount: '11.00' })),
    };

    expect(status).toBe(201);
    expect(await codesWhileMending(faults, sound)).toEqual([...faults.map(({ code }) => code), '201']);
  });

  it('permission, KYC tier, schema, object, its state, required fields, a charge in progress', async () => {
    const api = apiOf(app.baseUrl, merchant.secretKey);
    const unverified = await app.aMerchant({ kycTier: 0 });
    const able = await aKey(app, unverified, {
      kind: 'restricted',
      permissions: ['virtual_terminal:write'],
    });
    const poor = await aKey(app, unverified, { kind: 'restricted', permissions: ['virtual_terminal:read'] });
    const [open, busy, over] = [
      await openedSession(api, { payment_method: 'wallet_a' }),
      await openedSession(api, { payment_method: 'wallet_a' }),
      await openedSession(api, { payment_method: 'wallet_a' }),
    ];
    const phone = { customer_phone: '0772222222' };
    await api('chargeVirtualTerminalSession', { params: { id: busy.id }, body: phone });
    await api('cancelVirtualTerminalSession', { params: { id: over.id } });
    const faults: Fault[] = [
      { code: 'INSUFFICIENT_PERMISSIONS', request: { key: poor } },
      { code: 'KYC_REQUIRED', request: { key: able } },
      { code: 'INVALID_PHONE', request: { body: '{"customer_phone":"1"}' } },
      { code: 'NOT_FOUND', request: { path: charge(`vts_${'0'.repeat(32)}`) } },
      { code: 'SESSION_NOT_PENDING', request: { path: charge(over.id) } },
      { code: 'SESSION_PHONE_REQUIRED', request: { body: '{}' } },
      { code: 'CHARGE_IN_PROGRESS', request: { path: charge(busy.id) } },
    ];
    const sound: Odd = {
      method: 'POST',
      path: charge(open.id),
      key: merchant.secretKey,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(phone),
    };

    expect(await codesWhileMending(faults, sound)).toEqual([...faults.map(({ code }) => code), '200']);
  });

  it('key, permission, type, schema, object, rules of the object, for a PATCH', async () => {
    const api = apiOf(app.baseUrl, merchant.secretKey);
    const link = await createdLink(api);
    const poor = await aKey(app, merchant, { kind: 'restricted', permissions: ['payment_links:read'] });
    const faults: Fault[] = [
      { code: 'MISSING_API_KEY', request: { headers: { authorization: '' } } },
      { code: 'INSUFFICIENT_PERMISSIONS', request: { key: poor } },
      { code: 'UNSUPPORTED_MEDIA_TYPE', request: { headers: { 'content-type': 'text/plain' } } },
      { code: 'INVALID_AMOUNT', request: { body: '{"amount":"0.00"}' } },
      { code: 'NOT_FOUND', request: { path: `/v1/payment-links/plink_${'0'.repeat(32)}` } },
      { code: 'AMOUNT_TOO_LARGE', request: { body: '{"amount":"999999999999.00"}' } },
      { code: 'EXPIRY_IN_PAST', request: { body: '{"expires_at":"2026-01-01T00:00:00Z"}' } },
    ];
    const sound: Odd = {
      method: 'PATCH',
      path: `/v1/payment-links/${link.id}`,
      key: merchant.secretKey,
      headers: { 'content-type': 'application/json' },
      body: '{"active":true}',
    };

    expect(await codesWhileMending(faults, sound)).toEqual([...faults.map(({ code }) => code), '201']);
  });

  it('object, state', async () => {
    const api = apiOf(app.baseUrl, merchant.secretKey);
    const { checkout_id: id } = await openedCheckout(api);
    await app.database.asOwner("UPDATE sandbox.checkouts SET status = 'completed' WHERE merchant_id = $1", [
      merchant.merchantId,
    ]);
    const other = apiOf(app.baseUrl, (await app.aMerchant()).secretKey);

    const codes = [
      (await other('abortCheckout', { params: { id } })).code,
      (await api('abortCheckout', { params: { id } })).code,
    ];

    expect(codes).toEqual(['NOT_FOUND', 'CHECKOUT_NOT_PENDING']);
  });
});

const charge = (id: string) => `/v1/merchant/virtual-terminal/sessions/${id}/charge`;

describe('a body with several faults', () => {
  it('is refused with the code that comes first in the contract, and lists all faults', async () => {
    const body = { ...aCardCheckout(), amount: '0', currency: 'EUR', customerPhone: '1', extra: true };

    expect(await faultsOf(body)).toEqual(['INVALID_AMOUNT', 4]);
  });

  it('is refused with a code of a field if there is one, else with UNKNOWN_FIELD, else with VALIDATION_ERROR', async () => {
    const { returnUrl: _gone, ...body } = aCardCheckout();

    expect(await faultsOf({ ...body, currency: 'EUR', extra: 1 })).toEqual(['CURRENCY_NOT_SUPPORTED', 3]);
    expect(await faultsOf({ ...body, extra: 1 })).toEqual(['UNKNOWN_FIELD', 2]);
    expect(await faultsOf(body)).toEqual(['VALIDATION_ERROR', 1]);
  });
});

describe('the query', () => {
  it('may have unknown parameters', async () => {
    const api = apiOf(app.baseUrl, merchant.secretKey);

    expect(
      (await sendOdd(app.baseUrl, { path: '/v1/transactions?colour=red', key: merchant.secretKey })).status,
    ).toBe(200);
    expect((await api('listTransactions', { query: { limit: 1 } })).status).toBe(200);
  });

  it.each(['limit=1&limit=2', 'status=pending&status=failed', 'search=a&search=b'])(
    'may not repeat a parameter: %s',
    async (query) => {
      const refused = await sendOdd(app.baseUrl, {
        path: `/v1/transactions?${query}`,
        key: merchant.secretKey,
      });

      expect([refused.status, refused.code]).toEqual([400, 'VALIDATION_ERROR']);
    },
  );
});

/** The code of a refused checkout, and the number of faults that it lists. */
async function faultsOf(body: Record<string, unknown>): Promise<[string, number]> {
  const refused = await apiOf(app.baseUrl, merchant.secretKey)('createCheckout', { body });
  return [refused.code, (refused.body['errors'] as unknown[]).length];
}
