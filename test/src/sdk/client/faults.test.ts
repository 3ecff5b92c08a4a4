import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { registryVersion } from '../../../../generated/event-registry.ts';
import { usualLimits } from '../../../../src/domain/merchants/access/limits.ts';
import {
  ApiError,
  Invalid,
  NetworkError,
  Payments,
  PaymentsError,
  RateLimited,
  Refused,
  Unauthorized,
} from '../../../../src/sdk/client/index.ts';
import { createTransport } from '../../../../src/sdk/client/transport.ts';
import { type App, startApp } from '../../../support/service/app.ts';
import { aNetwork, type Network } from './network.ts';

let app: App;
let network: Network;
let payments: Payments;
let key: string;

beforeAll(async () => {
  const limits = { ...usualLimits, default: { ...usualLimits.default, limit: 10_000 } };
  app = await startApp({ limits });
  network = await aNetwork(() => app.baseUrl);
  ({ secretKey: key } = await app.aMerchant());
  payments = new Payments(key, { baseUrl: network.baseUrl });
});
afterAll(async () => {
  network?.close();
  await app?.stop();
});

const anOrder = () => ({
  amount: '10.00',
  currency: 'USD' as const,
  merchantTransactionId: randomUUID(),
  returnUrl: 'https://shop.example/thanks',
  notificationUrl: 'https://shop.example/hook',
});

const rows = async (order: { merchantTransactionId: string }): Promise<number> => {
  const found = await app.database.asOwner('SELECT 1 FROM sandbox.checkouts WHERE reference = $1', [
    order.merchantTransactionId,
  ]);
  return found.length;
};

/** As a browser answers for a redirect that is not followed. */
function opaqueRedirect(): Response {
  const hidden = { type: 'opaqueredirect', status: 0, ok: false };
  return Object.defineProperties(
    new Response(),
    Object.fromEntries(Object.entries(hidden).map(([name, value]) => [name, { value }])),
  );
}

/** Answers with the idempotency key of the request. */
const keyOf = async ({ headers }: Request): Promise<Response> =>
  await Promise.resolve(new Response(headers.get('idempotency-key')));

const failed = (call: PromiseLike<unknown>): Promise<unknown> =>
  call.then(undefined, (error: unknown) => error) as Promise<unknown>;

describe('a call', () => {
  it('that is answered 503 twice is made three times, under one idempotency key', async () => {
    const order = anOrder();
    network.next({ status: 503 }, { status: 503 });
    const checkout = await payments.createCheckout({ body: order });

    expect(checkout.checkout_id).toMatch(/^chk_/);
    expect(network.asked).toHaveLength(3);
    expect(new Set(network.asked.map((asked) => asked.key)).size).toBe(1);
    expect(network.asked[0]?.key).toMatch(/^[0-9a-f-]{36}$/);
    expect(await rows(order)).toBe(1);
  });

  it('whose answer is lost is made again, and takes effect once', async () => {
    const order = anOrder();
    network.next('loses its answer', 'is lost');
    await payments.createCheckout({ body: order });

    expect(network.asked).toHaveLength(3);
    expect(await rows(order)).toBe(1);
  });

  it('is given up after the retries that its caller allows', async () => {
    network.next({ status: 503 }, 'is lost', 'is lost');
    const error = await failed(payments.getBalance({ maxRetries: 1 }));

    expect(error).toBeInstanceOf(NetworkError);
    expect(network.asked).toHaveLength(2);
  });

  it('is given up also where the number of retries is set to nothing', async () => {
    const soon = { status: 503, headers: { 'retry-after': '0' } };
    network.next(soon, soon, soon, soon, soon);
    const unset = { baseUrl: network.baseUrl, maxRetries: undefined, timeoutMs: undefined, fetch: undefined };
    const error = await failed(new Payments(key, unset as never).getBalance());

    expect(error).toMatchObject({ code: 'HTTP_503' });
    expect(network.asked).toHaveLength(3);
  });

  it('has a key also where there is no global crypto, as in Node 18', async () => {
    const send = createTransport({ maxRetries: 0, timeoutMs: 1000, fetch: keyOf });
    vi.stubGlobal('crypto', undefined);
    const answers = [1, 2].map(() => send(new Request(app.baseUrl, { method: 'POST' })));
    vi.unstubAllGlobals();
    const keys = await Promise.all(answers.map(async (answer) => (await answer).text()));

    for (const made of keys) expect(made).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect(new Set(keys).size).toBe(2);
  });

  it('waits as long as 429 asks', async () => {
    network.next({ status: 429, headers: { 'retry-after': '1' } });
    await payments.getBalance();

    expect(network.asked).toHaveLength(2);
    expect((network.asked[1]?.atMs ?? 0) - (network.asked[0]?.atMs ?? 0)).toBeGreaterThanOrEqual(990);
  });

  it('is not tried again at the same moment by all that were refused together', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const tries = Array.from({ length: 40 }, () => ({ times: 0 }));
    const sent = tries.map((one) =>
      createTransport({
        maxRetries: 1,
        timeoutMs: Infinity,
        fetch: async () => {
          one.times += 1;
          return new Response(null, { status: 503, headers: { 'retry-after': '10' } });
        },
      })(new Request(app.baseUrl)),
    );
    const back = async (ms: number) => {
      await vi.advanceTimersByTimeAsync(ms);
      return tries.filter(({ times }) => times === 2).length;
    };
    const [early, half, all] = [await back(9999), await back(2501), await back(2501)];
    await Promise.all(sent);
    vi.useRealTimers();

    expect(early).toBe(0);
    expect(half).toBeGreaterThan(5);
    expect(half).toBeLessThan(35);
    expect(all).toBe(40);
  });

  it('does not wait for an hour: the caller is told', async () => {
    network.next({ status: 429, headers: { 'retry-after': '3600' }, body: { code: 'RATE_LIMIT_EXCEEDED' } });
    const error = await failed(payments.getBalance());

    expect(error).toBeInstanceOf(RateLimited);
    expect(error).toMatchObject({ code: 'RATE_LIMIT_EXCEEDED', retryAfter: 3600, status: 429 });
    expect(network.asked).toHaveLength(1);
  });

  it.each(['1.5', '2, 2', '-1'])('is not made again at once for a Retry-After of %s', async (header) => {
    network.next({ status: 503, headers: { 'retry-after': header } });
    await payments.getBalance();
    const [first, second] = network.asked;

    expect((second?.atMs ?? 0) - (first?.atMs ?? 0)).toBeGreaterThanOrEqual(240);
  });

  it('waits also for a month, where its caller allows it', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const tries: number[] = [];
    const day = 86_400;
    const send = createTransport({
      maxRetries: 1,
      timeoutMs: Infinity,
      longestWaitSeconds: Infinity,
      fetch: async () => {
        tries.push(1);
        return new Response(null, { status: 503, headers: { 'retry-after': String(30 * day) } });
      },
    });
    const sent = send(new Request(app.baseUrl));
    await vi.advanceTimersByTimeAsync(30 * day * 1000 - 1);
    const early = tries.length;
    await vi.advanceTimersByTimeAsync(6000);
    await sent;
    vi.useRealTimers();

    expect([early, tries.length]).toEqual([1, 2]);
  });

  it('waits no longer than its caller allows', async () => {
    network.next({ status: 429, headers: { 'retry-after': '6' }, body: { code: 'RATE_LIMIT_EXCEEDED' } });
    const hasty = new Payments(key, { baseUrl: network.baseUrl, longestWaitSeconds: 5 });

    expect(await failed(hasty.getBalance())).toMatchObject({ retryAfter: 6 });
    expect(network.asked).toHaveLength(1);
  });

  it('that nobody answers ends in time', async () => {
    network.next('gets no answer');
    const error = await failed(payments.getBalance({ timeoutMs: 200, maxRetries: 0 }));

    expect(error).toBeInstanceOf(NetworkError);
    expect(String(error)).toContain('no answer in 200 ms');
  });

  it('may take as long as it wants', async () => {
    const patient = new Payments(key, { baseUrl: app.baseUrl, timeoutMs: Infinity, maxRetries: 0 });

    expect(await patient.getBalance()).toMatchObject({ available: expect.anything() });
    expect(await payments.getBalance({ timeoutMs: 2 ** 31 - 1, maxRetries: 0 })).toBeDefined();
  });

  it.each([0, -1, Number.NaN, 2 ** 31, -Infinity])(
    'is not made with a time limit of %d',
    async (timeoutMs) => {
      network.next();
      const error = await failed(payments.getBalance({ timeoutMs }));

      expect(() => new Payments(key, { baseUrl: network.baseUrl, timeoutMs })).toThrow(PaymentsError);
      expect(error).toBeInstanceOf(PaymentsError);
      expect(String(error)).toContain(`timeoutMs is ${timeoutMs}`);
      expect(network.asked).toHaveLength(0);
    },
  );

  it.each([
    ['maxRetries', Number.NaN],
    ['maxRetries', -1],
    ['longestWaitSeconds', Number.NaN],
  ])('is not made with a %s of %d', async (name, value) => {
    const soon = { status: 503, headers: { 'retry-after': '0' } };
    network.next(...Array.from({ length: 20 }, () => soon));
    const words = `${name} is ${value}: give a number of 0 or more.`;
    const error = await failed(payments.getBalance({ maxRetries: Number.NaN }));

    expect(() => new Payments(key, { baseUrl: network.baseUrl, [name]: value })).toThrow(words);
    expect(error).toBeInstanceOf(PaymentsError);
    expect(network.asked).toHaveLength(0);
  });

  it('can be stopped by its caller, also between two tries', async () => {
    network.next({ status: 503, headers: { 'retry-after': '30' } });
    const ended = new AbortController();
    const error = failed(payments.getBalance({ signal: ended.signal }));
    await expect.poll(() => network.asked.length).toBe(1);
    ended.abort(new Error('the shop closes'));

    expect(String(await error)).toContain('the shop closes');
    expect(network.asked).toHaveLength(1);
  });

  it('is not made again when it was refused', async () => {
    const order = anOrder();
    await payments.createCheckout({ body: order });
    network.next();
    const error = await failed(payments.createCheckout({ body: order }));

    expect(error).toBeInstanceOf(Refused);
    expect(error).toMatchObject({
      code: 'DUPLICATE_REQUEST',
      status: 409,
      requestId: expect.stringMatching(/^req_/),
    });
    expect(network.asked).toHaveLength(1);
  });

  it('is made again when the failure says that it may help', async () => {
    network.next({ status: 409, body: { code: 'IDEMPOTENCY_IN_PROGRESS', retryable: true } });
    await payments.createCheckout({ body: anOrder() });

    expect(network.asked).toHaveLength(2);
  });

  it.each([
    ['no answer', Array<'loses its answer'>(3).fill('loses its answer'), NetworkError],
    ['a failure that may pass', ['loses its answer', { status: 503 }, { status: 503 }], ApiError],
    ['an answer of a proxy', [{ status: 200, body: '<html>' }], NetworkError],
  ] as const)('names its key after %s, so that it can be made again', async (_, fates, kind) => {
    const order = anOrder();
    network.next(...fates);
    const error = await failed(payments.createCheckout({ body: order }));
    const [first] = network.asked;
    const again = { body: order, idempotencyKey: first?.key ?? '' };

    expect(error).toBeInstanceOf(kind);
    expect(error).toHaveProperty('idempotencyKey', first?.key);
    expect((await payments.createCheckout(again)).checkout_id).toMatch(/^chk_/);
    expect(await rows(order)).toBe(1);
  });

  it('with a key of its caller is the same call, also in another program', async () => {
    const order = anOrder();
    const again = new Payments(key, { baseUrl: app.baseUrl });
    const first = await payments.createCheckout({ body: order, idempotencyKey: 'mine-1' });
    const second = await again.createCheckout({ body: order, idempotencyKey: 'mine-1' });

    expect(second).toEqual(first);
  });
});

describe('a failure', () => {
  it('names each wrong place', async () => {
    const error = await failed(payments.createCheckout({ body: { ...anOrder(), amount: 'ten' } }));

    expect(error).toBeInstanceOf(Invalid);
    expect(error).toMatchObject({ code: 'INVALID_AMOUNT', errors: [{ instancePath: '/amount' }] });
  });

  it('of a wrong key says so', async () => {
    const error = await failed(new Payments('sk_test_wrong', { baseUrl: app.baseUrl }).getBalance());

    expect(error).toBeInstanceOf(Unauthorized);
    expect(error).toMatchObject({ code: 'INVALID_API_KEY', status: 401 });
  });

  it('of a proxy in between is one too', async () => {
    network.next({ status: 502, headers: { 'content-type': 'text/html' } });
    const error = await failed(payments.getBalance({ maxRetries: 0 }));

    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ code: 'HTTP_502', status: 502, retryable: true });
  });

  it('of a proxy that has too many requests may be sent again later, too', async () => {
    network.next({ status: 429, headers: { 'content-type': 'text/html' }, body: '<html>' });
    const error = await failed(payments.getBalance({ maxRetries: 0 }));

    expect(error).toBeInstanceOf(RateLimited);
    expect(error).toMatchObject({ code: 'HTTP_429', retryable: true });
  });

  it.each([301, 302, 303, 307, 308])('of %i says where it redirects, and is not followed', async (status) => {
    const location = 'https://pay.example.com/v1/payment-links';
    network.next({ status, headers: { location } });
    const body = { title: 'A chair', currency: 'USD' as const, amount: '10.00' };
    const error = await failed(payments.createPaymentLink({ body }));

    expect(error).toBeInstanceOf(Refused);
    expect(error).toMatchObject({
      status,
      code: `HTTP_${status}`,
      message: expect.stringContaining(`redirects to ${location}. Correct \`baseUrl\``),
    });
    expect(network.asked.map(({ request }) => request)).toEqual(['POST /v1/payment-links']);
  });

  it('of a redirect is one too in a browser, which hides where it leads', async () => {
    const asked: string[] = [];
    const fetch = async ({ redirect }: Request) => {
      asked.push(redirect);
      return await Promise.resolve(opaqueRedirect());
    };
    const error = await failed(new Payments(key, { baseUrl: app.baseUrl, fetch }).getBalance());

    expect(error).toBeInstanceOf(Refused);
    expect(error).toMatchObject({ status: 0, code: 'HTTP_3XX' });
    expect(String(error)).toContain('Correct `baseUrl`');
    expect(asked).toEqual(['manual']);
  });

  it.each([undefined, '', ' \n'])('of a missing key comes at once: %j', (missing) => {
    expect(() => new Payments(missing, { baseUrl: app.baseUrl })).toThrow('There is no API key.');
  });

  it.each(['sk_test_1\nsk_test_2', 'sk_test_1 2', 'sk_test_1€'])(
    'of a key that no header carries does not show it: %j',
    (wrong) => {
      const words = 'The API key has a space, a line break or a letter that no key has.';

      expect(() => new Payments(wrong, { baseUrl: app.baseUrl })).toThrow(new PaymentsError(words));
    },
  );

  it('does not come of the line break at the end of the file of a key', async () => {
    expect(await new Payments(`${key}\r\n`, { baseUrl: app.baseUrl }).getBalance()).toBeDefined();
  });
});

describe('an answer', () => {
  it('is its data, with its response for those who ask', async () => {
    const call = payments.getBalance();
    const balance = await call;
    const { data, requestId, version, response } = await call.withResponse();

    expect(balance.available).toBeDefined();
    expect(data).toBe(balance);
    expect(requestId).toMatch(/^req_/);
    expect(version).toBe('2026-01-01');
    expect(response.status).toBe(200);
  });

  it.each(['text/csv; charset=utf-8', 'application/jsonl'])(
    'that is a file of %s is its text',
    async (type) => {
      const text = '{"amount":"1.00"}\n{"amount":"2.00"}\n';
      const fetch = async () =>
        await Promise.resolve(new Response(text, { headers: { 'content-type': type } }));
      const shop = new Payments(key, { baseUrl: app.baseUrl, fetch });

      expect(await shop.downloadReport({ path: { id: 'rpt_1' } })).toBe(text);
    },
  );

  it('that cannot be read is an error, not an answer without data', async () => {
    const headers = { 'content-type': 'application/json' };
    const fetch = async () => await Promise.resolve(new Response('<html>', { headers }));
    const error = await failed(new Payments(key, { baseUrl: app.baseUrl, fetch }).getBalance());

    expect(error).toBeInstanceOf(NetworkError);
  });

  it.each([
    ['the page of a proxy', '<html>', 'text/html'],
    ['a text without a type', 'ok', undefined],
    ['nothing', '', 'application/json'],
    ['JSON of somebody else', '{"status":"ok"}', 'application/json'],
    ['a failure', '{"success":false,"data":{}}', 'application/json'],
    ['a success without data', '{"success":true}', 'application/json'],
    ['null', 'null', 'application/json'],
  ])(
    'of 200 that is %s is none of the service, and the write is not sent again',
    async (_what, text, type) => {
      let asked = 0;
      const fetch = async () => {
        asked += 1;
        // A text would get a content type of its own.
        const headers = type === undefined ? {} : { 'content-type': type };
        return await Promise.resolve(new Response(new TextEncoder().encode(text), { headers }));
      };
      const shop = new Payments(key, { baseUrl: app.baseUrl, fetch });
      const error = await failed(shop.createCheckout({ body: anOrder() }));

      expect(error).toBeInstanceOf(NetworkError);
      expect(error).toMatchObject({
        message: `The answer cannot be read. (200, ${type ?? 'no content type'})`,
      });
      expect(asked).toBe(1);
    },
  );

  it('to the question for a file that is the page of a proxy is none of the service', async () => {
    const headers = { 'content-type': 'Text/HTML; charset=utf-8' };
    const fetch = async () => await Promise.resolve(new Response('<html>', { headers }));
    const shop = new Payments(key, { baseUrl: app.baseUrl, fetch });

    expect(await failed(shop.downloadReport({ path: { id: 'rpt_1' } }))).toBeInstanceOf(NetworkError);
  });

  it('is asked for in the version of the client, unless another is wanted', async () => {
    const older = new Payments(key, { baseUrl: network.baseUrl, version: '2025-01-01' });
    network.next();
    await payments.getBalance();
    await failed(older.getBalance());
    await failed(older.getBalance({ version: '2024-01-01' }));

    expect(network.asked.map(({ version }) => version)).toEqual([
      registryVersion,
      '2025-01-01',
      '2024-01-01',
    ]);
  });

  it('comes in the version that the call asks for', async () => {
    const error = await failed(payments.getBalance({ version: '1999-01-01' }));

    expect(error).toMatchObject({ code: 'UNSUPPORTED_VERSION' });
  });

  it('of a list goes through all its pages, and stops where its caller stops', async () => {
    const { secretKey } = await app.aMerchant();
    const shop = new Payments(secretKey, { baseUrl: network.baseUrl });
    const made = await Promise.all(
      Array.from({ length: 31 }, (_, nth) => shop.createCustomer({ body: { name: `Customer ${nth}` } })),
    );
    network.next();
    const ids: string[] = [];
    for await (const { id } of shop.listCustomers({ query: { limit: 1 } })) ids.push(id);
    const asked = network.asked.length;
    const few = await shop.listCustomers({ query: { limit: 2 } }).toArray({ limit: 3 });
    const page = await shop.listCustomers({ query: { limit: 4 } });

    expect(ids.toSorted()).toEqual(made.map(({ id }) => id).toSorted());
    expect(asked).toBe(31);
    expect(few).toHaveLength(3);
    expect(network.asked.length).toBe(asked + 2 + 1);
    expect(page.items).toHaveLength(4);
  });

  it('of a list whose page names itself as the next ends with an error', async () => {
    const page = { success: true, data: { items: [{ id: 'cus_1' }], next_cursor: 'same', has_more: true } };
    network.next({ status: 200, body: page }, { status: 200, body: page }, { status: 200, body: page });
    const error = await failed(payments.listCustomers().toArray({ limit: 100 }));

    expect(String(error)).toContain('does not end');
    expect(network.asked).toHaveLength(2);
  });

  it('to the question of how a payment went comes when it has ended', async () => {
    const { secretKey } = await app.aMerchant();
    const shop = new Payments(secretKey, { baseUrl: app.baseUrl });
    const wallet = { walletType: 'wallet_a' as const, customerPhone: '0772222222' };
    const { checkout_id: id } = await shop.createCheckout({ body: { ...anOrder(), ...wallet } });
    const early = await shop.waitForResult(id, { everyMs: 1, tries: 2 });
    await shop.advanceTestClock({ body: { advance_seconds: 60 } });
    const late = await shop.waitForResult(id, { everyMs: 100 });

    expect(early.status).toBe('pending');
    expect(late.status).toBe('completed');
  });

  it('to that question is not waited for any longer once its caller gives up', async () => {
    const { secretKey } = await app.aMerchant();
    const shop = new Payments(secretKey, { baseUrl: network.baseUrl });
    const { checkout_id: id } = await shop.createCheckout({ body: anOrder() });
    const pending = { success: true, data: { checkout_id: id, status: 'pending' } };
    network.next({ status: 200, body: pending }, { status: 200, body: pending });
    const caller = new AbortController();
    // Ten minutes between two looks: the test would reach its time limit before the second.
    const waiting = failed(shop.waitForResult(id, { everyMs: 600_000, signal: caller.signal }));
    await expect.poll(() => network.asked.length).toBe(1);
    caller.abort(new Error('the page was closed'));

    expect(await waiting).toMatchObject({ message: 'the page was closed' });
    expect(network.asked).toHaveLength(1);
  });
});
