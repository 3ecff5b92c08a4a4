import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CreatedMerchant } from '../../src/core/merchants/create-merchant.ts';
import { type Api, apiOf, sendOdd } from '../support/api.ts';
import { type App, startApp } from '../support/app.ts';
import { aCardCheckout, openedCheckout } from '../support/build.ts';
import { dump } from '../support/dump.ts';

let app: App;
let merchant: CreatedMerchant;
let api: Api;
let columns: readonly string[];
beforeAll(async () => {
  app = await startApp({ role: 'api' });
  merchant = await app.aMerchant();
  api = apiOf(app.baseUrl, merchant.secretKey);
  const rows = await app.database.asOwner(
    "SELECT DISTINCT column_name AS name FROM information_schema.columns WHERE table_schema IN ('sandbox', 'live', 'platform')",
  );
  columns = rows.map(({ name }) => String(name));
});
afterAll(() => app.stop());

describe('a field that the contract does not know', () => {
  const known = ['amount', 'currency', 'description'];
  const others = [
    '__proto__',
    'constructor',
    'prototype',
    'toString',
    'merchantId',
    'livemode',
    'amount ',
    'Amount',
    '',
  ];

  it('is refused, whatever column of whatever table it names, and changes nothing', async () => {
    await openedCheckout(api);
    const before = await dump(app, merchant.merchantId);
    const names = [...columns.filter((name) => !known.includes(name)), ...others];

    const answers = await Promise.all(
      names.map((name) => refusedWith('/v1/checkout/create', aCardCheckout(), name)),
    );

    expect(columns.length).toBeGreaterThan(80);
    expect(answers.filter(({ code }) => code !== 'UNKNOWN_FIELD')).toEqual([]);
    expect(await dump(app, merchant.merchantId)).toBe(before);
  });

  it.each([
    ['/v1/test/clock', { advance_seconds: 1 }],
    ['/v1/test/kyc', { tier: 1 }],
  ])('is refused by %s as well', async (path, body) => {
    const before = await dump(app, merchant.merchantId);
    const names = [...columns.filter((name) => !(name in body)), ...others];

    const answers = await Promise.all(names.map((name) => refusedWith(path, body, name)));

    expect(answers.filter(({ code }) => code !== 'UNKNOWN_FIELD')).toEqual([]);
    expect(await dump(app, merchant.merchantId)).toBe(before);
  });

  it('is refused inside a field, too', async () => {
    const refused = await api('createCheckout', {
      body: aCardCheckout({ description: { text: 'a', status: 'completed' } }),
    });

    expect(refused.code).toBe('VALIDATION_ERROR');
  });

  it('pollutes no prototype', async () => {
    await refusedWith('/v1/checkout/create', aCardCheckout(), '__proto__', '{"polluted":"yes"}');

    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });
});

describe('a field that comes twice', () => {
  it('counts as it came last', async () => {
    const text = JSON.stringify(aCardCheckout({ amount: '10.00' })).replace(
      '"amount":',
      '"amount":"99.00","amount":',
    );

    const opened = await sendOdd(app.baseUrl, jsonTo('/v1/checkout/create', text));

    const { checkout_id: id } = opened.body['data'] as { checkout_id: string };
    expect((await api('getCheckoutStatus', { params: { id } })).data.amount).toBe('10.00');
  });
});

describe('a null', () => {
  it.each([
    'walletType',
    'customerPhone',
    'customerEmail',
    'customerName',
    'description',
    'amount',
    'returnUrl',
  ])('is not the same as an absent %s', async (name) => {
    expect((await api('createCheckout', { body: aCardCheckout({ [name]: null }) })).status).toBe(400);
  });
});

/** A sound body with one more field. Written by hand: an object cannot hold a field called `__proto__` of its own. */
async function refusedWith(path: string, body: object, name: string, value = '"completed"') {
  const text = JSON.stringify(body).replace(/\}$/, `,${JSON.stringify(name)}:${value}}`);
  const { code } = await sendOdd(app.baseUrl, jsonTo(path, text));
  return { name, code };
}

function jsonTo(path: string, body: string) {
  return {
    method: 'POST',
    path,
    key: merchant.secretKey,
    headers: { 'content-type': 'application/json' },
    body,
  };
}
