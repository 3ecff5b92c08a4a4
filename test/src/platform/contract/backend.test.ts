import { readFileSync } from 'node:fs';
import { type Document, OpenAPIBackend } from 'openapi-backend';
import { describe, expect, it } from 'vitest';
import contract from '../../../../generated/openapi.json' with { type: 'json' };
import { loadBackend, type ValidRequest } from '../../../../src/platform/contract/backend.ts';
import { answerErrors, newest } from '../../../../src/platform/contract/contract.ts';
import { failureExample } from './examples.ts';

type Answered = { operationId: string; request: ValidRequest };

const principal = {};
const backend = await loadBackend<{ principal?: object }, Answered>(async (operationId, request) => ({
  operationId,
  request,
}));
const headers = { 'content-type': 'application/json' };
const checkout = {
  amount: '10.00',
  currency: 'USD',
  merchantTransactionId: 'order-1',
  returnUrl: 'https://shop.example.com/back',
  notificationUrl: 'https://shop.example.com/hook',
};

function create(body: unknown): Promise<Answered> {
  return backend.handle({ method: 'POST', path: '/v1/checkout/create', headers, body }, { principal });
}

function list(query: string): Promise<Answered> {
  return backend.handle({ method: 'GET', path: `/v1/transactions${query}`, headers }, { principal });
}

describe('loading the contract', () => {
  it('accepts OpenAPI 3.1, which openapi-backend’s own check refuses', async () => {
    const stock = new OpenAPIBackend({
      definition: structuredClone(contract) as unknown as Document,
      strict: true,
    });

    await expect(stock.init()).rejects.toThrow(/./);

    expect(backend.find('/v1/checkout/create', 'POST')).toEqual({ operationId: 'createCheckout' });
  });

  it('compiles nothing at run time: validators import only the small helpers of Ajv', () => {
    for (const name of ['params', 'body', 'answers', 'events']) {
      const source = readFileSync(
        new URL(`../../../../generated/validators/${name}.js`, import.meta.url),
        'utf8',
      );

      const imported = [...source.matchAll(/(?:require\(|from )["']([^"']+)["']/g)].map(([, path]) => path);

      for (const path of imported)
        expect(path).toMatch(/^(node:module|ajv\/dist\/runtime\/|ajv-formats\/dist\/formats)/);
    }
  });

  it('finds no path-level parameters, which openapi-backend would prefer to those of a method', () => {
    for (const item of Object.values(contract.paths)) expect(item).not.toHaveProperty('parameters');
  });
});

describe('finding an operation', () => {
  it('does not fall back to a template when a literal path lacks the method', () => {
    expect(backend.find('/v1/checkout/create', 'DELETE')).toEqual({ allow: ['POST'] });
    expect(backend.find('/v1/checkout/anything', 'DELETE')).toEqual({ operationId: 'abortCheckout' });
  });

  it('serves HEAD with GET, and lists it in Allow', () => {
    expect(backend.find('/v1/transactions', 'HEAD')).toEqual({ operationId: 'listTransactions' });
    expect(backend.find('/v1/transactions', 'PUT')).toEqual({ allow: ['GET', 'HEAD'] });
  });

  it.each([
    '/',
    '/v1',
    '/v1/',
    '/v1/transactions/',
    '/v1/checkout//status',
    '/v1/checkout',
    '/v1/checkout/a/b/c',
    'v1',
    '',
  ])('knows nothing at %j', (path) => {
    expect(backend.find(path, 'GET')).toBeUndefined();
  });

  it('ignores the query', () => {
    expect(backend.find('/v1/transactions?limit=5', 'GET')).toEqual({ operationId: 'listTransactions' });
  });
});

describe('reading a path', () => {
  it('decodes its parameters', async () => {
    const { request } = await backend.handle(
      { method: 'GET', path: '/v1/checkout/a%20b%2Fc/status', headers },
      { principal },
    );

    expect(request.params).toEqual({ id: 'a b/c' });
  });

  it('throws when percent signs decode to nothing', async () => {
    const call = backend.handle({ method: 'GET', path: '/v1/checkout/%FF/status', headers }, { principal });

    await expect(call).rejects.toBeInstanceOf(URIError);
  });
});

describe('reading a query', () => {
  it('converts numbers, drops undeclared parameters and fills in defaults', async () => {
    expect((await list('?limit=5&from_nowhere=1')).request.query).toEqual({ limit: 5 });
    expect((await list('')).request.query).toEqual({ limit: 25 });
  });

  it('converts true and false', async () => {
    const { request } = await backend.handle(
      { method: 'GET', path: '/v1/meta/webhook-events?implemented_only=true', headers },
      {},
    );

    expect(request.query).toEqual({ implemented_only: true });
  });

  it('decodes plus signs and percent-encoding, also in names', async () => {
    expect((await list('?se%61rch=a+b%26c')).request.query).toMatchObject({ search: 'a b&c' });
  });

  it.each(['0x10', '1e1', '%205', '05', '5.0', '+5', '', '1000000000000000', 'Infinity', '٥'])(
    'refuses limit=%s as a number',
    async (value) => {
      await expect(list(`?limit=${value}`)).rejects.toMatchObject({
        code: 'VALIDATION_ERROR',
        errors: [{ instancePath: '/query/limit', keyword: 'type' }],
      });
    },
  );

  it.each(['TRUE', '1', '', 'yes'])('refuses implemented_only=%s as a boolean', async (value) => {
    const call = backend.handle(
      { method: 'GET', path: `/v1/meta/webhook-events?implemented_only=${value}`, headers },
      {},
    );

    await expect(call).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  });

  it('refuses a repeated parameter', async () => {
    await expect(list('?limit=5&limit=5')).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
    await expect(list('?currency=USD&currency=USD&currency=USD')).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
    });
    await expect(list('?search=a&search=b')).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  });

  it('ignores a name with invalid percent-encoding', async () => {
    expect((await list('?%FF=1&limit=5&%E0%A4%A')).request.query).toEqual({ limit: 5 });
  });

  it('treats `constructor` and other names of every object like any name', async () => {
    expect((await list('?__proto__=1&constructor=2&toString=3')).request.query).toEqual({ limit: 25 });
  });

  it('throws when percent signs decode to nothing', async () => {
    await expect(list('?search=%FF')).rejects.toBeInstanceOf(URIError);
  });
});

describe('reading a body', () => {
  it('passes on what the schema accepted', async () => {
    expect(await create(checkout)).toMatchObject({
      operationId: 'createCheckout',
      request: { body: checkout },
    });
  });

  it('does not parse a JSON string a second time', async () => {
    await expect(create(JSON.stringify(checkout))).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      errors: [{ instancePath: '', keyword: 'type' }],
    });
  });

  it.each([null, 5, true, [], 'text', ''])('refuses %j', async (body) => {
    await expect(create(body)).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      errors: [{ keyword: 'type' }],
    });
  });

  it('reports a missing body', async () => {
    await expect(create(undefined)).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      errors: [{ instancePath: '', message: 'a JSON body is required' }],
    });
  });

  it('supports the keywords of draft 2020-12, which Ajv ignores by default', async () => {
    await expect(create({ ...checkout, walletType: 'wallet_a' })).rejects.toMatchObject({
      code: 'PHONE_REQUIRED',
    });
  });
});

describe('passing a request on', () => {
  it('refuses a secured operation without a principal, whatever else went wrong', async () => {
    const call = backend.handle({ method: 'GET', path: '/v1/transactions', headers }, {});

    await expect(call).rejects.toThrow('401-unauthorized');
  });

  it('rejects with what the answer throws', async () => {
    const failing = await loadBackend<{ principal?: object }, never>(() =>
      Promise.reject(new Error('broken on purpose')),
    );

    const call = failing.handle({ method: 'GET', path: '/v1/transactions', headers }, { principal });

    await expect(call).rejects.toThrow('broken on purpose');
  });
});

describe('an answer', () => {
  it('is invalid when its status is not declared', () => {
    expect(answerErrors(newest, 'createCheckout', 200, { success: true, data: {} })).toMatchObject([
      { keyword: 'declared' },
    ]);
    expect(answerErrors(newest, 'createCheckout', 418, {})).toMatchObject([{ keyword: 'declared' }]);
  });

  it('is validated by the schema of its own status', () => {
    const notFound = failureExample('NOT_FOUND');

    expect(answerErrors(newest, 'getCheckoutStatus', 404, notFound)).toBeNull();
    expect(answerErrors(newest, 'getCheckoutStatus', 200, notFound)).not.toBeNull();
  });

  it('is validated by the schema of its range, such as 5XX', () => {
    expect(answerErrors(newest, 'getBalance', 503, failureExample('SERVICE_UNAVAILABLE'))).toBeNull();
    expect(answerErrors(newest, 'getBalance', 500, { success: true })).not.toBeNull();
  });
});
