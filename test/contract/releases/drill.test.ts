import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operationsOf } from '../../../scripts/generate/bundle.ts';
import type { CreatedMerchant } from '../../../src/domain/merchants/accounts/create-merchant.ts';
import { answerErrors, newest } from '../../../src/platform/contract/contract.ts';
import { newId } from '../../../src/platform/ids.ts';
import { versionChain } from '../../../src/versions/chain.ts';
import { aCardCheckout, aWalletCheckout } from '../../support/builders/build.ts';
import { finishDeliveries } from '../../support/receivers/events.ts';
import { type App, startApp } from '../../support/service/app.ts';
import type { Shape } from './changes.ts';
import { dereferenced, documentNow } from './documents.ts';
import { madeUpReleases } from './releases.ts';
import { afterReleases, aPinnedKey, beforeReleases, type Running } from './services.ts';

/**
 * Two releases that never were, rehearsed on one database: the service before them, between them and after them, and apps pinned to each
 * version. Between them they have one breaking change of each kind.
 */
const [v1, v2, v3] = ['2026-01-01', '2098-01-01', '2099-01-01'] as const;
const all = [v1, v2, v3] as const;
type Version = (typeof all)[number];

let app: App;
let merchant: CreatedMerchant;
let releases: Awaited<ReturnType<typeof madeUpReleases>>;
/** The service while each version was the newest one. */
const service = new Map<Version, Running>();
const keys = new Map<Version, string>();
beforeAll(async () => {
  releases = await madeUpReleases();
  app = await startApp({ role: 'api' });
  merchant = await app.aMerchant();
  for (const version of all) keys.set(version, await aPinnedKey(app, merchant, version, urlOf(version)));
  service.set(v1, await beforeReleases(app, releases, v1));
  service.set(v2, await beforeReleases(app, releases, v2));
  service.set(v3, await afterReleases(app, releases));
});
afterAll(async () => {
  for (const { close } of service.values()) close();
  await app.stop();
});

/** Nothing listens there: the deliveries are looked at, not sent. */
function urlOf(version: Version): string {
  return `http://127.0.0.1:9/${version}`;
}

type Asking = {
  readonly body?: Shape;
  readonly headers?: Readonly<Record<string, string>>;
  /** While which version was the newest one. Absent: after all releases. */
  readonly at?: Version;
};

async function call(pin: Version, method: string, path: string, { body, headers, at = v3 }: Asking = {}) {
  const response = await fetch(`${service.get(at)?.url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${keys.get(pin)}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const answer = JSON.parse(text) as { readonly code?: string; readonly data: Shape };
  const replayed = response.headers.get('idempotent-replayed');
  return {
    status: response.status,
    version: response.headers.get('service-version'),
    replayed,
    text,
    answer,
  };
}

const referenceOf = (version: Version) => (version === v3 ? 'merchantTransactionId' : 'reference');

/** The body of a new checkout, as callers of a version write it. */
function aCheckout(version: Version, about: Shape = {}): Shape {
  const { merchantTransactionId: reference, ...others } = { ...aCardCheckout(), ...about };
  return { ...others, [referenceOf(version)]: reference };
}

const checkoutIdOf = ({ session, checkout_id: id }: Shape) => String(session ?? id).split(' ', 1)[0] ?? '';
const statusPath = (data: Shape) => `/v1/checkout/${checkoutIdOf(data)}/status`;

/** What the contract of a version says against an answer. */
function errorsOf(
  version: Version,
  operationId: string,
  { status, answer }: { status: number; answer: unknown },
) {
  const contract = releases.find(({ date }) => date === version)?.contract ?? newest;
  return answerErrors(contract, operationId, status, answer);
}

async function completedPayment(pin: Version, at: Version): Promise<Shape> {
  const { data } = (
    await call(pin, 'POST', '/v1/checkout/create', {
      body: aCheckout(pin, aWalletCheckout('0771111111')),
      at,
    })
  ).answer;
  await call(pin, 'POST', '/v1/test/clock', { body: { advance_seconds: 10 }, at });
  const { answer } = await call(pin, 'GET', '/v1/events?type=payment.capture.completed&limit=1', { at });
  const [event] = answer.data['items'] as Shape[];
  if (!event) throw new Error(`nothing happened: ${JSON.stringify(data)}`);
  return event;
}

const dataOf = (event: Shape | undefined) => event?.['data'] as Shape;

describe.each(all)('after both releases, an app that is pinned to %s', (version) => {
  it('gets answers that fit the contract of its version', async () => {
    const opened = await call(version, 'POST', '/v1/checkout/create', { body: aCheckout(version) });
    const read = await call(version, 'GET', statusPath(opened.answer.data));
    const refused = await call(version, 'POST', '/v1/checkout/create', { body: { amount: '1.00' } });
    const missing = await call(version, 'GET', '/v1/checkout/chk_0/status');

    expect([opened, read, refused, missing].map((one) => [one.status, one.version])).toEqual([
      [201, version],
      [200, version],
      [400, version],
      [404, version],
    ]);
    expect(errorsOf(version, 'createCheckout', opened)).toBeNull();
    expect(errorsOf(version, 'getCheckoutStatus', read)).toBeNull();
    expect(errorsOf(version, 'createCheckout', refused)).toBeNull();
    expect(errorsOf(version, 'getCheckoutStatus', missing)).toBeNull();
    expect(Object.keys(refused.answer)).toContain(version === v3 ? 'message' : 'text');
    expect(read.answer.data).toHaveProperty(referenceOf(version));
    expect(opened.answer.data).toHaveProperty(version === v1 ? 'session' : 'checkout_id');
    expect(typeof opened.answer.data['requires_polling']).toBe(
      { [v1]: 'number', [v2]: 'string', [v3]: 'boolean' }[version],
    );
  });

  it('may ask for each version in a header', async () => {
    for (const asked of all) {
      const headers = { 'service-version': asked };
      const opened = await call(version, 'POST', '/v1/checkout/create', { body: aCheckout(asked), headers });

      expect([opened.status, opened.version]).toEqual([201, asked]);
      expect(errorsOf(asked, 'createCheckout', opened)).toBeNull();
    }
  });

  it('finds transactions by the name that its version has for the parameter', async () => {
    const event = await completedPayment(version, v3);
    const text = encodeURIComponent(String(dataOf(event)[referenceOf(version)]));

    const [q, search] = [
      await call(version, 'GET', `/v1/transactions?q=${text}&limit=100`),
      await call(version, 'GET', `/v1/transactions?search=${text}&limit=100`),
    ];

    const one = (version === v3 ? search : q).answer.data['items'] as Shape[];
    expect(one.map(({ merchantTransactionId }) => merchantTransactionId)).toEqual([decodeURIComponent(text)]);
    expect((version === v3 ? q : search).status).toBe(200);
    expect((await call(version, 'GET', `/v1/transactions?${version === v3 ? 'search' : 'q'}=`)).status).toBe(
      400,
    );
  });

  it('has the removed operation as long as its version has it', async () => {
    const read = await call(version, 'GET', '/v1/account/available?currency=USD');
    const wrong = await call(version, 'GET', '/v1/account/available?currency=usd');

    const expected = version === v3 ? [404, 404, 'ROUTE_NOT_FOUND'] : [200, 400, 'VALIDATION_ERROR'];
    expect([read.status, wrong.status, wrong.answer.code]).toEqual(expected);
    expect(version === v3 ? null : errorsOf(version, 'getAvailable', read)).toBeNull();
    expect(service.get(v3)?.errors.filter((line) => line.includes('getAvailable'))).toEqual([]);
  });

  it('is told by 405 only of methods that its version has', async () => {
    const refused = await call(version, 'DELETE', '/v1/account/available');

    expect([refused.status, refused.answer.code]).toEqual([405, 'METHOD_NOT_ALLOWED']);
  });
});

describe('an event that was recorded before a release', () => {
  it.each([
    [v1, v1],
    [v2, v2],
    [v1, v3],
    [v3, v3],
  ])('by %s, is read in the shape of each version', async (at, pin) => {
    const recorded = await completedPayment(at === v3 ? v3 : pin > at ? at : pin, at);
    const reference = dataOf(recorded)[referenceOf(at)];

    for (const version of all) {
      const read = (await call(version, 'GET', `/v1/events/${String(recorded['id'])}`)).answer.data;
      const listed = await call(version, 'GET', `/v1/events?resource_id=${String(recorded['resource_id'])}`);
      const same = (listed.answer.data['items'] as Shape[]).find(({ id }) => id === recorded['id']);

      const data = dataOf(read);
      expect(read['api_version']).toBe(version);
      expect(dataOf(same)).toEqual(data);
      expect(data[referenceOf(version)]).toBe(reference);
      expect(data).not.toHaveProperty(version === v3 ? 'reference' : 'merchantTransactionId');
      // The reader of the very version that was stored gets what was stored, although a later release removed the field.
      expect(data['psp']).toBe(
        version === v3 ? undefined : `sandbox_wallet_a${at === v3 ? '' : ` of ${at}`}`,
      );
    }
  });

  it('is replayed to each app in its version, and bodies that were sent are sent again as they were', async () => {
    const recorded = await completedPayment(v1, v1);
    const id = String(recorded['id']);
    const [sent] = await app.database.asOwner(
      `SELECT api_version, body FROM sandbox.event_bodies WHERE event_id = $1::uuid AND api_version = $2`,
      [id.slice(4), v1],
    );

    const { answer, status } = await call(v3, 'POST', `/v1/events/${id}/replay`);

    const bodies = new Map(
      (answer.data['deliveries'] as Shape[]).map(({ url, request_body: body }) => [url, String(body)]),
    );
    expect(status).toBe(201);
    expect(bodies.get(urlOf(v1))).toBe(sent?.['body']);
    for (const version of all) {
      const event = JSON.parse(bodies.get(urlOf(version)) ?? '{}') as Shape;
      // The service of that day did not know the later versions: the apps got the version it had.
      expect(event['api_version']).toBe(v1);
      expect(dataOf(event)['reference']).toBe(dataOf(recorded)['reference']);
    }
  });

  it('is recovered for an app that has been pinned to a later version since, in that version', async () => {
    const shop = await app.aMerchant();
    const saved = { merchant, keys: new Map(keys) };
    merchant = shop;
    try {
      keys.set(v1, await aPinnedKey(app, shop, v1, urlOf(v1)));
      const recorded = await completedPayment(v1, v1);
      await finishDeliveries(app, 'exhausted', shop);
      keys.set(v3, await aPinnedKey(app, shop, v3, urlOf(v3)));

      const { answer } = await call(v3, 'POST', '/v1/events/recover', { body: { from_date: '2026-01-01' } });
      await call(v3, 'POST', '/v1/test/clock', { body: { advance_seconds: 1 } });
      const replayed = await call(v3, 'POST', `/v1/events/${String(recorded['id'])}/replay`);

      const rows = await app.database.asOwner(
        `SELECT d.url, b.body FROM sandbox.webhook_deliveries d JOIN sandbox.event_bodies b USING (merchant_id, event_id, api_version)
         WHERE d.merchant_id = $1 AND d.trigger = 'replay' AND d.destination = 'app' ORDER BY d.delivery_id`,
        [shop.merchantId],
      );
      const sent = rows.map(({ url, body }) => [url, JSON.parse(String(body)) as Shape] as const);
      expect(answer.data['replayed']).toBe(1);
      expect(replayed.status).toBe(201);
      expect(sent.map(([url, event]) => [url, event['api_version']])).toEqual([
        [urlOf(v1), v1],
        [urlOf(v1), v1],
        [urlOf(v3), v3],
      ]);
      expect(sent.map(([, event]) => dataOf(event)['psp'])).toEqual([
        `sandbox_wallet_a of ${v1}`,
        `sandbox_wallet_a of ${v1}`,
        undefined,
      ]);
      expect(dataOf(sent[2]?.[1])['merchantTransactionId']).toBe(dataOf(recorded)['reference']);
    } finally {
      merchant = saved.merchant;
      for (const [version, key] of saved.keys) keys.set(version, key);
    }
  });
});

const linkName = (version: Version) => (version === v3 ? 'url' : 'link');

describe('a call that is repeated after a release', () => {
  const link = { title: 'Tea', amount: '5.00', currency: 'USD' };

  it.each([
    [v1, v1],
    [v1, v2],
    [v1, v3],
    [v2, v1],
    [v2, v3],
    [v3, v1],
  ] as const)('gets the answer of %s in the shape of %s', async (at, version) => {
    const headers = { 'idempotency-key': newId() };
    const asked = { body: link, headers };
    const first = await call(at, 'POST', '/v1/payment-links', { ...asked, at });

    const again = await call(version, 'POST', '/v1/payment-links', asked);

    expect([first.status, again.status, again.version, again.replayed]).toEqual([201, 201, version, 'true']);
    expect(errorsOf(version, 'createPaymentLink', again)).toBeNull();
    expect(again.answer.data[linkName(version)]).toBe(first.answer.data[linkName(at)]);
    const { link: _one, url: _other, ...others } = again.answer.data;
    expect(first.answer.data).toMatchObject(others);
  });

  it('gets the very bytes of the first answer in the version of the first answer', async () => {
    const asked = { body: aCheckout(v1), headers: { 'idempotency-key': newId(), 'service-version': v1 } };
    const first = await call(v1, 'POST', '/v1/checkout/create', { ...asked, at: v1 });

    const again: Awaited<ReturnType<typeof call>>[] = [];
    for (const pin of all) again.push(await call(pin, 'POST', '/v1/checkout/create', asked));

    expect(again.map(({ text, replayed }) => [text, replayed])).toEqual(all.map(() => [first.text, 'true']));
  });

  it('gets a stored checkout in the shape of the version between', async () => {
    const asked = { body: aCheckout(v1), headers: { 'idempotency-key': newId() } };
    const { answer: first } = await call(v1, 'POST', '/v1/checkout/create', { ...asked, at: v1 });

    const { answer: again } = await call(v2, 'POST', '/v1/checkout/create', asked);

    const [id, url] = String(first.data['session']).split(' ');
    expect(again.data).toMatchObject({ checkout_id: id, payment_url: url, requires_polling: 'no' });
  });
});

describe('while releases roll out or back, the older service', () => {
  it('refuses with 503 what only the later one can read, and answers everything else', async () => {
    const recorded = await completedPayment(v3, v3);
    const asked = {
      body: { title: 'Tea', amount: '5.00', currency: 'USD' },
      headers: { 'idempotency-key': newId() },
    };
    await call(v3, 'POST', '/v1/payment-links', asked);

    const refused = [
      await call(v1, 'GET', `/v1/events/${String(recorded['id'])}`, { at: v1 }),
      await call(v1, 'POST', '/v1/payment-links', { ...asked, at: v1 }),
    ];
    const fine = await call(v1, 'POST', '/v1/checkout/create', { body: aCheckout(v1), at: v1 });

    expect(refused.map(({ status, answer }) => [status, answer.code])).toEqual([
      [503, 'SERVICE_UNAVAILABLE'],
      [503, 'SERVICE_UNAVAILABLE'],
    ]);
    expect(fine.status).toBe(201);
  });
});

describe('the service of today', () => {
  it('refuses with 503 an app that a later release has pinned to a version of its own', async () => {
    const response = await fetch(`${app.baseUrl}/v1/account/balance`, {
      headers: { authorization: `Bearer ${keys.get(v3)}` },
    });

    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1']);
  });
});

describe('rows that were written before the shapes had versions', () => {
  it('count as written in the first version', async () => {
    const recorded = await completedPayment(v1, v1);
    const columns = await app.database.asOwner(
      `SELECT table_name, column_default, is_nullable FROM information_schema.columns
       WHERE table_schema = 'sandbox' AND column_name IN ('data_version', 'body_version') ORDER BY table_name`,
    );

    expect(columns).toEqual([
      { table_name: 'events', column_default: `'${v1}'::text`, is_nullable: 'NO' },
      { table_name: 'idempotency_keys', column_default: `'${v1}'::text`, is_nullable: 'NO' },
    ]);
    expect(
      versionChain(releases).event('payment.capture.completed', dataOf(recorded), { from: v1, to: v3 }),
    ).toHaveProperty('merchantTransactionId');
  });
});

describe.each([v1, v2])('the examples of the newest contract, taken down to %s', (version) => {
  const changed = ['createCheckout', 'getCheckoutStatus', 'createPaymentLink', 'listTransactions'];

  it.each(changed)('fit the contract of that version: %s', (id) => {
    const chain = versionChain(releases);
    const taken = examplesOf(id).map(({ status, value }) => {
      const answer = chain.answer(id, status, value, { from: v3, to: version });
      return [status, errorsOf(version, id, { status, answer })];
    });

    expect(taken.length).toBeGreaterThan(3);
    expect(taken.filter(([, errors]) => errors !== null)).toEqual([]);
  });
});

type Example = { readonly $ref?: string; readonly value?: unknown };

/** The examples of an operation's answers, with their status; `5XX` counts as 500. */
function examplesOf(id: string): readonly { readonly status: number; readonly value: unknown }[] {
  const openapi = documentNow('openapi');
  const operation = operationsOf(openapi).find((one) => one.operation.operationId === id)?.operation;
  const responses = Object.entries(operation ? dereferenced(openapi, operation).responses : {});
  return responses.flatMap(([status, { content }]) =>
    Object.values<Example>(content?.['application/json']?.examples ?? {}).map(({ value }) => ({
      status: Number(status.replace('XX', '00')),
      value,
    })),
  );
}
