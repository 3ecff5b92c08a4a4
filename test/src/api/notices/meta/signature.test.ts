import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CreatedMerchant } from '../../../../../src/domain/merchants/accounts/create-merchant.ts';
import { anEvent, anotherApp, deliveriesOf } from '../../../../support/receivers/events.ts';
import { type Api, apiOf } from '../../../../support/service/api.ts';
import { type App, startApp } from '../../../../support/service/app.ts';
import { bytesOf, published } from '../../../sdk/vectors.ts';

const { vectors } = published;

let app: App;
let shop: CreatedMerchant;
let api: Api;
/** The body that was sent of an event. */
let sent: string;
beforeAll(async () => {
  app = await startApp({ role: 'api' });
  shop = await app.aMerchant({ webhookUrl: 'http://127.0.0.1:9/hook', eventTypes: ['*'] });
  api = apiOf(app.baseUrl, shop.secretKey);
  const [delivery] = await deliveriesOf(api, await anEvent(api));
  sent = delivery?.request_body ?? '';
});
afterAll(() => app.stop());

const nowSeconds = () => Math.floor(Date.now() / 1000);

const digestOf = (body: string, secret: string, t: number) =>
  createHmac('sha256', secret).update(`${t}.${body}`).digest('hex');

const signed = (body: string, secret: string, t = nowSeconds()) => `t=${t},v1=${digestOf(body, secret, t)}`;

async function verdict(header: string, body: string | Buffer, by = api) {
  const body_base64 = Buffer.from(body).toString('base64');
  const answered = await by('verifyWebhookSignature', { body: { header, body_base64 } });
  if (answered.status !== 200) throw new Error(JSON.stringify(answered.body));
  const { valid, reason } = answered.data;
  expect(valid).toBe(reason === 'ok');
  return reason;
}

/** The headers that the contract accepts. */
const askable = /^\P{Cc}{1,1024}$/u;

/** A vector's verdict → our answer today, when its time is long past. Of two faults the worse one is answered. */
const told: Readonly<Record<string, string>> = {
  ok: 'timestamp_skew',
  timestamp_skew: 'timestamp_skew',
  wrong_signature: 'wrong_secret',
  malformed_header: 'malformed_header',
};
const judged: Readonly<Record<string, string>> = { 'old-and-wrong-secret': 'wrong_secret' };

const setSecret = (appId: string, secret: string) =>
  app.database.asOwner('UPDATE platform.webhook_endpoints SET secret_sealed = $1 WHERE app_id = $2', [
    app.secrets.seal(secret, 'webhook-secret'),
    appId,
  ]);

describe('the check of a signature', () => {
  it('accepts the signature of the app for any body', async () => {
    expect(await verdict(signed(sent, shop.webhookSecret), sent)).toBe('ok');
    expect(await verdict(signed('', shop.webhookSecret), '')).toBe('ok');
    expect(await verdict(signed('{"tea": "☕"}', shop.webhookSecret), '{"tea": "☕"}')).toBe('ok');
  });

  it('accepts a body that is not text', async () => {
    const [body, t] = [Buffer.from([0, 255, 128, 10]), nowSeconds()];
    const digest = createHmac('sha256', shop.webhookSecret).update(`${t}.`).update(body).digest('hex');

    expect(await verdict(`t=${t},v1=${digest}`, body)).toBe('ok');
  });

  it('accepts one right v1 among several parts, in any order, and ignores unknown parts', async () => {
    const [t, zeros] = [nowSeconds(), '0'.repeat(64)];
    const good = digestOf(sent, shop.webhookSecret, t);

    for (const header of [
      `t=${t},v1=${zeros},v1=${good}`,
      `v1=${good},t=${t}`,
      `t=${t},v1=${good},v2=abc`,
      `t=${t},v1=zz,v1=${good}`,
      `t=${t},v1=zz,v1=${good},v2=abc`,
    ])
      expect(await verdict(header, sent)).toBe('ok');
  });

  it.each([
    [-290, 'ok'],
    [290, 'ok'],
    [-310, 'timestamp_skew'],
    [310, 'timestamp_skew'],
    [-1_000_000_000, 'timestamp_skew'],
  ])('judges a time %i seconds from now: %s', async (seconds, reason) => {
    expect(await verdict(signed(sent, shop.webhookSecret, nowSeconds() + seconds), sent)).toBe(reason);
  });

  it.each([
    'x',
    't=1,v1=',
    `t=,v1=${'0'.repeat(64)}`,
    `v1=${'0'.repeat(64)}`,
    't=1700000000',
    `t=1700000000,v1=${'0'.repeat(63)}`,
    `t=1700000000,v1=${'g'.repeat(64)}`,
    `t=1700000000,t=1700000000,v1=${'0'.repeat(64)}`,
    `t=-1,v1=${'0'.repeat(64)}`,
    `t=1e9,v1=${'0'.repeat(64)}`,
    `t=${'1'.repeat(16)},v1=${'0'.repeat(64)}`,
    `t=1700000000, v1=${'0'.repeat(64)}`,
    `t=1700000000,v1=${'A'.repeat(64)}`,
    `t=1700000000,v1=zz`,
    `t=1700000000;v1=${'0'.repeat(64)}`,
  ])('answers malformed_header for "%s"', async (header) => {
    expect(await verdict(header, sent)).toBe('malformed_header');
  });

  it('agrees with the published test vectors', async () => {
    const merchant = await app.aMerchant();
    const own = apiOf(app.baseUrl, merchant.secretKey);
    const asked = vectors.filter(({ header, reason }) => askable.test(header) && reason !== 'no_secret');

    const found = [];
    for (const vector of asked) {
      await setSecret(merchant.appId, vector.secret);
      found.push([vector.name, await verdict(vector.header, bytesOf(vector), own)]);
    }

    expect(found).toEqual(asked.map((vector) => [vector.name, judged[vector.name] ?? told[vector.reason]]));
    expect(asked.length).toBeGreaterThan(50);
  });

  it('answers wrong_secret for an unknown secret', async () => {
    expect(await verdict(signed(sent, 'whsec_stranger'), sent)).toBe('wrong_secret');
    // It does not matter whose secret it is, or when the signature was made.
    expect(await verdict(signed(sent, 'whsec_stranger', 1), sent)).toBe('wrong_secret');
  });

  it('recognises the secret of another app of the merchant, but not of another merchant', async () => {
    const { secret } = await anotherApp(app, shop, null);
    const stranger = await app.aMerchant();

    expect(await verdict(signed(sent, secret), sent)).toBe('other_app');
    expect(await verdict(signed(sent, stranger.webhookSecret), sent)).toBe('wrong_secret');
    expect(
      await verdict(signed(sent, shop.webhookSecret), sent, apiOf(app.baseUrl, stranger.secretKey)),
    ).toBe('wrong_secret');
  });

  it.each([
    ['parsed and written again', () => JSON.stringify(JSON.parse(sent), null, 2)],
    ['cut off', () => sent.slice(0, 120)],
    ['with a byte more', () => `${sent}\n`],
    ['with another value', () => sent.replace('Tea club', 'Tea clubs')],
  ])('answers body_changed for a body %s', async (_what, change) => {
    expect(await verdict(signed(sent, shop.webhookSecret), change())).toBe('body_changed');
  });

  it('answers wrong_secret when the body names no event of the merchant', async () => {
    const header = signed(sent, shop.webhookSecret);
    const stranger = await app.aMerchant({ webhookUrl: 'http://127.0.0.1:9/hook', eventTypes: ['*'] });
    const theirs = apiOf(app.baseUrl, stranger.secretKey);
    const [foreign] = await deliveriesOf(theirs, await anEvent(theirs));

    expect(await verdict(header, '{}')).toBe('wrong_secret');
    expect(await verdict(header, sent.replaceAll(/evt_[0-9a-f]{32}/g, `evt_${'0'.repeat(32)}`))).toBe(
      'wrong_secret',
    );
    expect(await verdict(signed(foreign?.request_body ?? '', stranger.webhookSecret), '{}')).toBe(
      'wrong_secret',
    );
  });

  it('accepts the previous secret during a rotation, and not afterwards', async () => {
    const merchant = await app.aMerchant();
    const rotated = apiOf(app.baseUrl, merchant.secretKey);
    const sealed = app.secrets.seal('whsec_before', 'webhook-secret');
    const rotate = (until: string) =>
      app.database.asOwner(
        `UPDATE platform.webhook_endpoints SET previous_secret_sealed = $1, previous_secret_until = now() + $2::interval WHERE app_id = $3`,
        [sealed, until, merchant.appId],
      );

    await rotate('1 hour');
    expect(await verdict(signed('{}', 'whsec_before'), '{}', rotated)).toBe('ok');
    expect(await verdict(signed('{}', merchant.webhookSecret), '{}', rotated)).toBe('ok');
    await rotate('-1 second');
    expect(await verdict(signed('{}', 'whsec_before'), '{}', rotated)).toBe('wrong_secret');
  });

  it('is allowed to a key that may only read', async () => {
    expect(
      await verdict(signed(sent, shop.webhookSecret), sent, apiOf(app.baseUrl, shop.restrictedKey)),
    ).toBe('ok');
  });

  it.each([
    { header: 't=1', body_base64: 'a' },
    { header: 't=1', body_base64: 'a===' },
    { header: 't=1', body_base64: '_-__' },
    { header: '', body_base64: '' },
    { header: 't=1\n', body_base64: '' },
    { header: 'x'.repeat(1025), body_base64: '' },
    { header: 't=1' },
  ])('refuses %j', async (body) => {
    expect(await api('verifyWebhookSignature', { body })).toMatchObject({
      status: 400,
      code: 'VALIDATION_ERROR',
    });
  });

  it('accepts the largest body that fits', async () => {
    const body = 'x'.repeat(190_000);

    expect(await verdict(signed(body, shop.webhookSecret), body)).toBe('ok');
  });
});
