import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { env } from 'node:process';
import { promisify } from 'node:util';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registryVersion } from '../../../../generated/event-registry.ts';
import { usualLimits } from '../../../../src/domain/merchants/access/limits.ts';
import { Payments } from '../../../../src/sdk/client/index.ts';
import { type App, startApp } from '../../../support/service/app.ts';
import { openBrowser } from '../../pages/browser.ts';
import { aNetwork, type Network } from '../client/network.ts';
import { buyAndReturn, forge, refundInParts, type Shop, startShop, stopShop } from '../examples/walk.ts';
import { published } from '../vectors.ts';
import { mypy, theVirtualEnvironment, theWheel, whyNot } from './environment.ts';

const root = resolve(import.meta.dirname, '../../../..');
const run = promisify(execFile);
const reason = whyNot();
let app: App;
let network: Network;
let folder: string;
let bin: string;
let key: string;

const ask = async (question: string, order: string = randomUUID(), options = {}, apiKey = key) => {
  const own = {
    ...env,
    API_KEY: apiKey,
    BASE: network.baseUrl,
    ORDER: order,
    OPTIONS: JSON.stringify(options),
  };
  const started = run(join(bin, 'python'), [join(import.meta.dirname, 'shop.py'), question], { env: own });
  if (question === 'vectors') started.child.stdin?.end(JSON.stringify(published.vectors));
  return JSON.parse((await started).stdout) as unknown;
};
const rows = async (order: string): Promise<number> => {
  const sql = 'SELECT 1 FROM sandbox.checkouts WHERE reference = $1';
  return (await app.database.asOwner(sql, [order])).length;
};

describe.skipIf(reason !== undefined)(`the Python client${reason ? ` (skipped: ${reason})` : ''}`, () => {
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'python-'));
    bin = await theVirtualEnvironment();
    const limits = { ...usualLimits, default: { ...usualLimits.default, limit: 10_000 } };
    app = await startApp({ limits });
    network = await aNetwork(() => app.baseUrl);
    ({ secretKey: key } = await app.aMerchant());
    // pip reads and compiles some fifty packages: minutes on a machine that is busy with other things.
  }, 900_000);
  afterAll(async () => {
    network?.close();
    await app?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('is packed with its license', async () => {
    const wheel = await theWheel();
    const [inWheel, inSource] = await Promise.all([
      run('python3', ['-m', 'zipfile', '--list', wheel]),
      run('tar', ['-tzf', wheel.replace('-py3-none-any.whl', '.tar.gz')]),
    ]);

    expect(inWheel.stdout).toMatch(/licenses\/LICENSE /);
    expect(inSource.stdout).toMatch(/\/LICENSE$/m);
    expect(inSource.stdout).not.toContain('requirements');
  });

  it('sends a write three times under one key', async () => {
    const order = randomUUID();
    network.next({ status: 503 }, { status: 503 });
    const answer = await ask('create', order);
    const keys = network.asked.slice(0, 3).map((asked) => asked.key);

    expect(answer).toEqual([expect.stringMatching(/^chk_/), '10.00']);
    expect(keys).toEqual(Array.from({ length: 3 }, () => expect.stringMatching(/^[0-9a-f-]{36}$/)));
    expect(new Set(keys).size).toBe(1);
    expect(network.asked).toHaveLength(4);
    expect(await rows(order)).toBe(1);
  });

  it('names its key when no answer came, so that it can be made again', async () => {
    const order = randomUUID();
    network.next('loses its answer', 'loses its answer', 'loses its answer');
    const answer = await ask('lost', order);

    expect(answer).toEqual([network.asked[0]?.key, '10.00']);
    expect(network.asked.map(({ version }) => version)).toEqual(Array(5).fill(registryVersion));
    expect(await rows(order)).toBe(1);
  });

  it('makes one checkout when the answer is lost', async () => {
    const order = randomUUID();
    network.next('loses its answer');
    await ask('create', order);

    expect(network.asked).toHaveLength(3);
    expect(await rows(order)).toBe(1);
  });

  it('waits as long as 429 asks, but not for an hour', async () => {
    network.next({ status: 429, headers: { 'retry-after': '1' } });
    await ask('balance');
    const [first, second] = network.asked;
    expect((second?.atMs ?? 0) - (first?.atMs ?? 0)).toBeGreaterThanOrEqual(990);

    const html = { 'content-type': 'text/html' };
    network.next({ status: 429, headers: { ...html, 'retry-after': '3600' }, body: '<html>' });
    expect(await ask('balance')).toMatchObject({
      error: 'RateLimited',
      retry_after: 3600,
      status: 429,
      retryable: true,
    });
    expect(network.asked).toHaveLength(1);

    network.next({ status: 429, headers: { 'retry-after': `Sat, 01 Jan ${'9'.repeat(22)} 00:00:00 GMT` } });
    expect(await ask('balance')).toBe(true);
    expect(network.asked).toHaveLength(2);
  });

  it('does not come back at the same moment as all that were refused together', async () => {
    const script = `import httpx, json
from merchant_payments.transport import wait_of
answer = httpx.Response(503, headers={"Retry-After": "10"})
print(json.dumps([wait_of(answer, 0) for _ in range(40)]))`;
    const { stdout } = await run(join(bin, 'python'), ['-c', script]);
    const waits = JSON.parse(stdout) as number[];

    expect(Math.min(...waits)).toBeGreaterThanOrEqual(10);
    expect(Math.max(...waits)).toBeLessThanOrEqual(15);
    expect(Math.max(...waits) - Math.min(...waits)).toBeGreaterThan(1);
  });

  it('ends in time when nobody answers', async () => {
    network.next('gets no answer');

    expect(await ask('balance', '', { timeout: 0.3, max_retries: 0 })).toMatchObject({
      error: 'NetworkError',
    });
  });

  it('waits without a limit where it is told to, and takes no limit that cannot be waited for', async () => {
    network.next();
    const refused: unknown = expect.stringMatching(/^PaymentsError: timeout is /);

    expect(await ask('limits')).toEqual({
      timeouts: [null, null, refused, refused, refused, refused, refused],
      retries: ['nan', '-1'].map(
        (each) => `PaymentsError: max_retries is ${each}: give a number of 0 or more.`,
      ),
    });
    expect(network.asked).toHaveLength(2);
  });

  it('does not show a key that no header carries, and takes one that ends with the line of its file', async () => {
    const missing = 'PaymentsError: There is no API key.';
    const wrong = 'PaymentsError: The API key has a space, a line break or a letter that no key has.';
    network.next();

    expect(await ask('keys')).toEqual([null, missing, missing, wrong, wrong, wrong]);
    expect(network.asked).toHaveLength(1);
  });

  it('says where an answer redirects, and does not follow', async () => {
    network.next({ status: 301, headers: { location: 'https://pay.example.com/' } });

    expect(await ask('create')).toMatchObject({
      error: 'Refused',
      code: 'HTTP_301',
      message: expect.stringContaining('redirects to https://pay.example.com/. Correct `base_url`'),
    });
    expect(network.asked).toHaveLength(1);
  });

  it('takes nothing for a success that the service does not give, and does not send the write again', async () => {
    const html = { status: 201, headers: { 'content-type': 'text/html' }, body: '<html>' };
    const bodies = ['', '"success"', '{"success":false,"data":{}}', '{"success":true}'];
    const other = { status: 201, body: '{"success":true,"data":{"checkout_id":1}}' };
    const fates = [html, ...bodies.map((body) => ({ status: 201, body })), other, { ...other, status: 202 }];
    network.next(...fates);

    expect(await ask('seven_times')).toEqual(
      fates.map(({ status }, nth) => {
        const type = nth === 0 ? 'text/html' : 'application/json';
        return `NetworkError: The answer cannot be read. (${status}, ${type})`;
      }),
    );
    expect(network.asked).toHaveLength(7);
  });

  it('takes no page for a file', async () => {
    network.next({ status: 200, headers: { 'content-type': 'Text/HTML; charset=utf-8' }, body: '<html>' });
    expect(await ask('download')).toMatchObject({ error: 'NetworkError' });

    network.next({ status: 200, headers: { 'content-type': 'text/csv' }, body: 'id\r\n' });
    expect(await ask('download')).toBe('id\r\n');
  });

  it('sends a write again, under its key, when the answer comes broken', async () => {
    const order = randomUUID();
    network.next({ status: 201, headers: { 'content-encoding': 'gzip' }, body: 'cut' });
    await ask('create', order);
    const [first, second] = network.asked;

    expect(second?.key).toBe(first?.key);
    expect(await rows(order)).toBe(1);

    network.next({ status: 201, headers: { 'content-encoding': 'gzip' }, body: 'cut' });
    expect(await ask('create', order, { max_retries: 0 })).toMatchObject({ error: 'NetworkError' });
  });

  it('raises an error of its own class for each kind of failure', async () => {
    const order = randomUUID();
    await ask('create', order);
    network.next();
    const again = await ask('create', order);

    expect(again).toMatchObject({ error: 'Refused', code: 'DUPLICATE_REQUEST', status: 409 });
    expect(network.asked).toHaveLength(1);
    expect(await ask('wrong_amount')).toMatchObject({
      error: 'Invalid',
      errors: [{ instancePath: '/amount' }],
    });
    expect(await ask('balance', '', {}, 'sk_test_wrong')).toMatchObject({ error: 'Unauthorized' });
    expect(await ask('of_float')).toMatchObject({ error: 'TypeError' });
  });

  it('waits for the result of a payment, and gives money back', async () => {
    const { secretKey } = await app.aMerchant();
    const shop = new Payments(secretKey, { baseUrl: app.baseUrl });
    const { checkout_id: id } = await shop.createCheckout({
      body: {
        amount: '10.00',
        currency: 'USD',
        merchantTransactionId: randomUUID(),
        returnUrl: 'https://shop.example/thanks',
        notificationUrl: 'https://shop.example/hook',
        walletType: 'wallet_a',
        customerPhone: '0772222222',
      },
    });
    await shop.advanceTestClock({ body: { advance_seconds: 60 } });
    expect(await ask('wait', id, {}, secretKey)).toBe('completed');

    const [payment] = await shop.listTransactions().toArray({ limit: 1 });
    expect(await ask('refund', payment?.id, {}, secretKey)).toMatch(/^4\.00/);
  });

  it('walks through all pages of a list', async () => {
    const { secretKey } = await app.aMerchant();

    expect(await ask('walk', '', {}, secretKey)).toEqual([2, true]);
  });

  it('reaches the verdict of each published vector', async () => {
    expect(await ask('vectors')).toEqual(published.vectors.map((each) => each.reason));
    expect(await ask('sign')).toBe('evt_1');
  });

  it('can be tested with a transport that answers at once', async () => {
    expect(await ask('mocked')).toEqual([[], ['Bearer sk_test_1', 'Bearer sk_test_1']]);
  });

  it('has errors that a pool of processes hands back as they are', async () => {
    expect(await ask('pooled')).toEqual([
      [true, true, true],
      [true, true, true],
    ]);
  });

  it('verifies no webhook without a limit of its age, and says when a body was parsed before', async () => {
    const [error, skew] = ['ValueError', 'WebhookVerificationError'];

    expect(await ask('tolerances')).toEqual(['evt_1', skew, error, error, error]);
    expect(await ask('bodies')).toEqual(['evt_1', 'evt_1', 'evt_1', 'body_not_raw', 'body_not_raw']);
  });

  it('has types that find right and wrong calls', async () => {
    const right = `from merchant_payments import Payments
with Payments("k", base_url="http://localhost:3000") as payments:
    ids: list[str] = [each.id for each in payments.list_transactions(status="completed")]
    url: str = payments.create_checkout(body={"amount": "1.00"}).payment_url
`;
    const wrong = `${right}payments.list_transactions(status="lost")
payments.steal_money()
payments.get_transaction()
`;
    writeFileSync(join(folder, 'right.py'), right);
    writeFileSync(join(folder, 'wrong.py'), wrong);
    const own = ['--strict', '--python-executable', join(bin, 'python')];
    const check = (name: string) =>
      run(mypy, [...own, name], { cwd: folder }).catch((error: unknown) => error);

    expect(await check('right.py')).toMatchObject({ stdout: expect.stringContaining('Success') });
    expect(await check('wrong.py')).toMatchObject({ stdout: expect.stringContaining('Found 3 errors') });
  }, 120_000);

  it('runs the example shop', async () => {
    cpSync(join(root, 'docs/examples/python-shop'), join(folder, 'shop'), { recursive: true });
    let browser: Browser | undefined;
    let shop: Shop | undefined;
    try {
      browser = await openBrowser();
      const merchant = await app.aMerchant();
      shop = await startShop([join(bin, 'python'), 'shop.py'], { cwd: join(folder, 'shop'), app, merchant });
      await buyAndReturn(browser, app, shop);

      expect(await forge(shop)).toBe(400);
      expect(await refundInParts(app, merchant, shop)).toEqual(['new', 'paid', 'paid', 'refunded']);
    } finally {
      await stopShop(shop);
      await browser?.close();
    }
  });
});
