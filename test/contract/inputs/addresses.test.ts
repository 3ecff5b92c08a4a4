import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operationsOf } from '../../../scripts/generate/bundle.ts';
import { createEgress } from '../../../src/platform/http/egress/egress.ts';
import { openapi } from '../../src/platform/contract/examples.ts';
import { aCardCheckout } from '../../support/builders/build.ts';
import { createdCustomer } from '../../support/builders/vault.ts';
import { codeOf } from '../../support/checks/refusal.ts';
import { type Api, apiOf } from '../../support/service/api.ts';
import { type App, startApp } from '../../support/service/app.ts';

let app: App;
let api: Api;
let customerId: string;
beforeAll(async () => {
  app = await startApp({ role: 'api' });
  api = apiOf(app.baseUrl, (await app.aMerchant()).secretKey);
  customerId = (await createdCustomer(api)).id;
});
afterAll(() => app.stop());

/** Sends an address as this field. */
const fields: Readonly<Record<string, (url: string) => Promise<{ status: number; code: string }>>> = {
  'createCheckout.returnUrl': (returnUrl) => api('createCheckout', { body: aCardCheckout({ returnUrl }) }),
  'createCheckout.notificationUrl': (notificationUrl) =>
    api('createCheckout', { body: aCardCheckout({ notificationUrl }) }),
  'setupPaymentMethod.return_url': (return_url) =>
    api('setupPaymentMethod', { body: { customer_id: customerId, return_url } }),
};

/** Every body field of the contract that takes an address. */
const fieldsOfContract = operationsOf(openapi).flatMap(({ operation }) => {
  const body = operation.requestBody?.content['application/json']?.schema?.$ref?.split('/').at(-1) ?? '';
  return Object.entries(openapi.components.schemas[body]?.properties ?? {})
    .filter(([, schema]) => typeof schema === 'object' && schema.$ref?.endsWith('/UrlInput'))
    .map(([name]) => `${operation.operationId}.${name}`);
});

const good = [
  'https://shop.example',
  'https://shop.example:8443/hook?order=7#paid',
  'https://xn--bcher-kva.example/hook',
  'https://shop.xn--p1ai/hook',
  'https://r3---sn-4g5e6nsz.example/',
  'HTTPS://shop.example/hook',
  'HttpS://SHOP.Example/Hook',
  'https://shop.example./hook',
  'https://8.8.8.8/hook',
  'https://1.1.1.1:8443',
  'https://[2606:4700:4700::1111]/hook',
  // This installation allows its own machine.
  'http://localhost:3000/hook',
  'HTTP://LOCALHOST:3000/hook',
  'http://127.0.0.1:3000/hook',
];

const privately = [
  ...'10.0.0.5 172.16.0.1 172.31.255.254 192.168.1.5 169.254.169.254 100.64.0.1 0.0.0.0 10.1 168430081 0x0a000001 10.0.0.5.'.split(
    ' ',
  ),
  ...'[::1] [::] [fd00::1] [fe80::1] [::ffff:10.0.0.5] [::ffff:0a00:5] [64:ff9b::10.0.0.5]'.split(' '),
  ...'metadata.google.internal printer.local shop.localhost intranet'.split(' '),
].flatMap((host) => [`https://${host}/hook`, `http://${host}:3000/hook`, `HTTPS://${host}`]);

const malformed = [
  '',
  'shop.example',
  '//shop.example/hook',
  'ftp://shop.example/hook',
  'javascript:alert(1)',
  'https://',
  'https:///hook',
  'https://user:word@shop.example/hook',
  'https://user@10.0.0.5/hook',
  'https://shop..example/hook',
  'https://-shop.example/hook',
  'https://shop.example:0/hook',
  'https://shop.example:65536/hook',
  'https://shop.example/a b',
  'https://bücher.example/hook',
  `https://shop.example/${'a'.repeat(2048)}`,
];

it('every field of the contract that takes an address is tried here', () => {
  expect(Object.keys(fields).toSorted()).toEqual(fieldsOfContract.toSorted());
});

describe.each(Object.entries(fields))('%s', (_name, send) => {
  const answersTo = (urls: readonly string[]) =>
    Promise.all(
      urls.map(async (url) => {
        const { status, code } = await send(url);
        return [url, status, code];
      }),
    );

  it('takes internationalised domains, public addresses, and a scheme in upper case', async () => {
    expect(await answersTo(good)).toEqual(good.map((url) => [url, 201, '']));
  });

  it('refuses a private address with 409, in whatever form', async () => {
    expect(await answersTo(privately)).toEqual(privately.map((url) => [url, 409, 'ADDRESS_NOT_ALLOWED']));
  });

  it('refuses what is no address with 400', async () => {
    expect(await answersTo(malformed)).toEqual(malformed.map((url) => [url, 400, 'VALIDATION_ERROR']));
  });
});

it.each(['https://shop.example/thanks?for=a book', 'https://shop.example/thanks?name=Rüdiger'])(
  'is refused with words that say what to encode: %s',
  async (returnUrl) => {
    const { body } = await api('createCheckout', { body: aCardCheckout({ returnUrl }) });

    expect(body['errors']).toMatchObject([
      { instancePath: '/returnUrl', message: expect.stringContaining('percent-encoded') },
    ]);
  },
);

describe('an address of the machine itself', () => {
  it.each(
    '127.0.0.1 127.0.0.2 127.1 2130706433 0x7f000001 localhost LOCALHOST localhost. [::1] [::ffff:127.0.0.1]'.split(
      ' ',
    ),
  )('%s fits the contract, and only the installation refuses it', (host) => {
    const { judge } = createEgress({ allow: [], ports: [443, 8443] });
    for (const url of [`http://${host}:3000/hook`, `https://${host}/hook`]) {
      expect(codeOf('createCheckout', aCardCheckout({ notificationUrl: url }))).toBe('ok');
      expect([judge(url), judge(url, 'return')]).toEqual(['refused', 'refused']);
    }
  });
});
