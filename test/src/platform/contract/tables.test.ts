import { describe, expect, it } from 'vitest';
import { type Document, type Operation, operationsOf } from '../../../../scripts/generate/bundle.ts';
import { catalogueOf, rowsOf } from '../../../../scripts/generate/errors.ts';
import { generateOperations } from '../../../../scripts/generate/operations.ts';
import { generateTypes } from '../../../../scripts/generate/types.ts';
import { loadFixture } from './fixture.ts';

const { documents } = await loadFixture();
const { openapi } = documents;
const made = generateOperations(openapi)['operations.ts'] ?? '';
const start = made.indexOf('{', made.indexOf('export const operations'));
const text = made.slice(start, made.indexOf(' as const', start)).replaceAll(/,(\s*[}\]])/g, '$1');
const tables: Record<string, Record<string, unknown>> = JSON.parse(text);

/** The fixture with one of its operations changed. */
function withList(change: (list: Operation) => void): Document {
  const changed = structuredClone(openapi);
  const list = changed.paths?.['/v1/things']?.['get'];
  if (list !== undefined) change(list);
  return changed;
}

describe('the table of operations', () => {
  it('contains the path, the gates and the rate limit of each', () => {
    expect(tables['createThing']).toMatchObject({
      method: 'post',
      path: '/v1/things/create',
      status: 201,
      writes: true,
      public: false,
      bucket: 'default',
      keyKinds: ['secret', 'restricted'],
      permission: 'things:write',
      feature: 'things',
      kyc: 1,
    });
    expect(tables['listThings']).toMatchObject({ writes: false, bucket: 'things-list' });
    expect(tables['removeThing']).toMatchObject({ mode: 'sandbox', secondFactor: 'totp' });
    expect(tables['listParts']).toMatchObject({ public: true });
  });

  it('lists the statuses an operation declares', () => {
    expect(tables['createThing']?.['statuses']).toEqual([201, 400, 401, 403, 404, 409, 413, 415, 429, '5XX']);
  });

  it('adds the codes of gates, of the request and of any call to those of the operation', () => {
    expect(tables['createThing']?.['codes']).toEqual(
      expect.arrayContaining([
        'THING_EXISTS',
        'FEATURE_DISABLED',
        'KYC_REQUIRED',
        'PUBLIC_KEY_NOT_ALLOWED',
        'INSUFFICIENT_PERMISSIONS',
        'PHONE_REQUIRED',
        'INVALID_AMOUNT',
        'INVALID_JSON',
        'PAYLOAD_TOO_LARGE',
        'IDEMPOTENCY_KEY_REUSED',
        'MISSING_API_KEY',
      ]),
    );
    expect(tables['removeThing']?.['codes']).toEqual(
      expect.arrayContaining(['TEST_MODE_ONLY', 'TOTP_INVALID']),
    );
  });

  it('adds no codes that cannot happen', () => {
    expect(tables['listParts']?.['codes']).not.toContain('MISSING_API_KEY');
    expect(tables['listThings']?.['codes']).not.toContain('PUBLIC_KEY_NOT_ALLOWED');
    expect(tables['getThing']?.['codes']).not.toContain('INVALID_JSON');
  });

  it('is refused when an operation names a code that no failure declares', () => {
    const changed = withList((list) => {
      list['x-errors'] = ['NOWHERE'];
    });

    expect(() => generateOperations(changed)).toThrow(
      'listThings may answer NOWHERE, which no failure schema declares.',
    );
  });
});

describe('the catalogue of codes', () => {
  const catalogue = catalogueOf(openapi);

  it('takes the status from the response that declares a code', () => {
    expect(catalogue.get('THING_EXISTS')).toMatchObject({ status: 409, retryable: false });
    expect(catalogue.get('INTERNAL_ERROR')).toMatchObject({ status: 500, retryable: true });
    expect(catalogue.get('SERVICE_UNAVAILABLE')).toMatchObject({ status: 503 });
    expect(catalogue.get('METHOD_NOT_ALLOWED')).toMatchObject({ status: 405 });
  });

  it('takes the message from the first sentence and the remedy from the rest', () => {
    expect(catalogue.get('VALIDATION_ERROR')).toMatchObject({
      message: 'The request does not match the contract.',
      remedy: 'Correct the places that `errors` names.',
    });
  });

  it('is refused when a code is declared under two statuses', () => {
    const schema = { properties: { code: { 'x-extensible-enum': ['NOT_FOUND'] } } };
    const changed = withList((list) => {
      list.responses['410'] = { content: { 'application/json': { schema } } };
    });

    expect(() => catalogueOf(changed)).toThrow('NOT_FOUND is declared under 404 and 410.');
  });
});

describe('the rows of x-error-code', () => {
  it('are in document order, with unknown fields last', () => {
    const create = operationsOf(openapi).find(({ operation }) => operation.operationId === 'createThing');
    const rows = create === undefined ? [] : rowsOf(openapi, create.operation);

    expect(rows.map(([at, keyword, code]) => `${at} ${keyword} ${code}`)).toEqual([
      '/header/idempotency-key pattern INVALID_IDEMPOTENCY_KEY',
      '/requestBody dependentRequired PHONE_REQUIRED',
      '/requestBody/amount pattern INVALID_AMOUNT',
      '/requestBody/amount type INVALID_AMOUNT',
      '/requestBody/phone pattern INVALID_PHONE',
      '/requestBody/title x-no-card-number CARD_NUMBER_IN_TEXT',
      '/requestBody/lines/*/price pattern INVALID_AMOUNT',
      '/requestBody/lines/*/price type INVALID_AMOUNT',
      '/requestBody/phone pattern PHONE_WALLET_MISMATCH',
      '/requestBody additionalProperties UNKNOWN_FIELD',
      '/requestBody/lines/* additionalProperties UNKNOWN_FIELD',
    ]);
  });
});

describe('the types', async () => {
  const types = (await generateTypes(documents))['openapi.d.ts'] ?? '';

  it('brand amounts', () => {
    expect(types).toContain('export type Money2 = string & {');
    expect(types).toMatch(/readonly MoneyInput: MoneyInput;/);
  });

  it('make an extensible enum the union of its values', () => {
    expect(types).toMatch(/readonly gateway: "sandbox_card";/);
  });

  it('make a parameter with a default required', () => {
    expect(types).toMatch(/readonly limit: number;/);
    expect(types).toMatch(/readonly active: components\["schemas"\]\["Flag"\];/);
    expect(types).toMatch(/readonly search\?: string;/);
  });
});
