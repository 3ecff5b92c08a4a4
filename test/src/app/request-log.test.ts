import { afterAll, beforeAll, expect, it } from 'vitest';
import { aCardCheckout } from '../../support/builders/build.ts';
import { apiOf } from '../../support/service/api.ts';
import { type App, startApp } from '../../support/service/app.ts';

let app: App;

beforeAll(async () => {
  app = await startApp({ role: 'api', logLevel: 'debug' });
});
afterAll(() => app.stop());

type Line = Readonly<Record<string, unknown>>;

async function lineOf(answer: { readonly headers: Headers }): Promise<Line | undefined> {
  const id = answer.headers.get('x-request-id');
  const find = () =>
    app.lines
      .map((line) => JSON.parse(line) as Line)
      .find((line) => line['msg'] === 'request' && line['request_id'] === id);
  await expect.poll(find).toBeDefined();
  return find();
}

/** `127.0.0.1` or `::1`: what `localhost` means is for the machine to say. */
const thisMachine = expect.stringMatching(/^(127\.0\.0\.1|::1)$/);

it('logs the path of an operation as the contract writes it, and the caller’s address', async () => {
  const { secretKey } = await app.aMerchant();
  const api = apiOf(app.baseUrl, secretKey);
  const id = `txn_${'0'.repeat(32)}`;

  const line = await lineOf(await api('getTransaction', { params: { id } }));

  expect(line).toMatchObject({
    operation: 'getTransaction',
    path: '/v1/transactions/{id}',
    status: 404,
    address: thisMachine,
  });
  expect(JSON.stringify(line)).not.toContain(id);
});

it('logs the path of an operation whose caller has no valid key', async () => {
  const answer = await apiOf(app.baseUrl, undefined)('listTransactions');

  expect(await lineOf(answer)).toMatchObject({
    path: '/v1/transactions',
    status: 401,
    address: thisMachine,
  });
});

it('logs the template of a page, and not the address that a payer opens it with', async () => {
  const { secretKey } = await app.aMerchant();
  const body = aCardCheckout({ notificationUrl: 'https://shop.example/hook' });
  const { data } = await apiOf(app.baseUrl, secretKey)('createCheckout', { body });

  const line = await lineOf(await fetch(data.payment_url));

  expect(line).toMatchObject({ path: '/test/c/{id}', status: 200, address: thisMachine });
  expect(JSON.stringify(line)).not.toContain(data.checkout_id);
});

it('logs health checks as debug, which the log usually leaves out', async () => {
  const lines: unknown[] = [];
  for (const path of ['/healthz', '/readyz', '/'])
    lines.push(await lineOf(await fetch(`${app.baseUrl}${path}`)));

  expect(lines).toMatchObject([
    { path: '/healthz', level: 'debug' },
    { path: '/readyz', level: 'debug' },
    { level: 'info' },
  ]);
});

it('logs no path where there is none, so that nothing that a caller typed is in the log', async () => {
  const line = await lineOf(await fetch(`${app.baseUrl}/v1/nothing/4242424242424242`));

  expect(line).toMatchObject({ status: 404, address: thisMachine });
  expect(line).not.toHaveProperty('path');
});

it('ignores an address that the caller claims, unless a proxy is trusted', async () => {
  const answer = await fetch(`${app.baseUrl}/healthz`, { headers: { 'x-forwarded-for': '203.0.113.9' } });

  expect(await lineOf(answer)).toMatchObject({ address: thisMachine });
});
