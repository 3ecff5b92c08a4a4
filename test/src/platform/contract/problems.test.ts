import { describe, expect, it } from 'vitest';
import type { ErrorRow } from '../../../../generated/error-catalogue.ts';
import { operationsOf } from '../../../../scripts/generate/bundle.ts';
import { rowsOf } from '../../../../scripts/generate/errors.ts';
import { refusal } from '../../../../src/platform/contract/problems.ts';
import { loadFixture } from './fixture.ts';

const { documents, index, errorsOf } = await loadFixture();
const valid = { amount: '10.00', kind: 'a' };

/** A cast, because the fixture has codes that the real contract does not have. */
const rows = rowsOfCreate() as ErrorRow[];

function rowsOfCreate() {
  const create = operationsOf(documents.openapi).find(
    ({ operation }) => operation.operationId === 'createThing',
  );
  return create === undefined ? [] : rowsOf(documents.openapi, create.operation);
}

function refused(body: unknown) {
  const errors = errorsOf('body', index.body['createThing'], { requestBody: body });
  return refusal('createThing', errors, rows);
}

describe('the code of a refused request', () => {
  it.each([
    ['PHONE_REQUIRED', { ...valid, wallet: 'wallet_b' }],
    ['INVALID_AMOUNT', { ...valid, amount: '0.00' }],
    ['INVALID_AMOUNT', { ...valid, amount: 10 }],
    ['INVALID_PHONE', { ...valid, phone: '12' }],
    ['PHONE_WALLET_MISMATCH', { ...valid, wallet: 'wallet_a', phone: '0711234567' }],
    ['INVALID_AMOUNT', { ...valid, lines: [{ price: '1.00' }, { price: '0.00' }] }],
    ['UNKNOWN_FIELD', { ...valid, colour: 'red' }],
    ['UNKNOWN_FIELD', { ...valid, lines: [{ price: '1.00', tax: '1.00' }] }],
    ['VALIDATION_ERROR', { kind: 'a' }],
    ['VALIDATION_ERROR', { ...valid, kind: 'c' }],
    ['VALIDATION_ERROR', { ...valid, method: { type: 'cash' } }],
  ])('is %s for %j', (code, body) => {
    expect(refused(body).code).toBe(code);
  });

  it('is the specific code when a general one applies too', () => {
    expect(refused({ ...valid, kind: 'c', phone: '12' }).code).toBe('INVALID_PHONE');
  });

  it('is the first of several specific codes in document order, with unknown fields last', () => {
    expect(refused({ colour: 'red', phone: '12', amount: '0.00', kind: 'a' }).code).toBe('INVALID_AMOUNT');
    expect(refused({ colour: 'red', phone: '12', amount: '1.00', kind: 'a' }).code).toBe('INVALID_PHONE');
  });

  it('distinguishes two patterns of one field', () => {
    const both = refused({ ...valid, wallet: 'wallet_a', phone: '12' });

    expect(both.code).toBe('INVALID_PHONE');
    expect(both.errors).toHaveLength(2);
  });

  it('comes from parameters as well', () => {
    const errors = errorsOf('params', index.params['createThing'], {
      path: {},
      query: {},
      header: { 'idempotency-key': 'a b' },
    });

    const refusedHeader = refusal('createThing', errors, rows);

    expect(refusedHeader.code).toBe('INVALID_IDEMPOTENCY_KEY');
    expect(refusedHeader.errors).toMatchObject([
      { instancePath: '/header/idempotency-key', keyword: 'pattern' },
    ]);
  });
});

describe('the errors of a refused request', () => {
  it('have paths that start at the body', () => {
    expect(refused({ ...valid, lines: [{ price: '0.00' }] }).errors).toMatchObject([
      { instancePath: '/lines/0/price' },
    ]);
  });

  it('list all errors, but not those that only follow from another', () => {
    const { errors } = refused({ ...valid, wallet: 'wallet_a', phone: '0711234567', colour: 'red' });

    expect(errors?.map(({ keyword }) => keyword).toSorted()).toEqual(['additionalProperties', 'pattern']);
  });

  it('name the property that chooses between objects, and its values', () => {
    expect(refused({ ...valid, method: { type: 'Card' } }).errors).toEqual([
      {
        instancePath: '/method/type',
        keyword: 'enum',
        params: { allowedValues: ['card', 'wallet'] },
        message: 'must be equal to one of the allowed values',
      },
    ]);
    expect(refused({ ...valid, method: {} }).errors).toMatchObject([
      { instancePath: '/method', keyword: 'required', params: { missingProperty: 'type' } },
    ]);
  });

  it('list a consequence if there is no other error', () => {
    const only = { instancePath: '', schemaPath: '', keyword: 'anyOf', params: {} };

    expect(refusal('createThing', [only], rows).errors).toMatchObject([{ keyword: 'anyOf' }]);
  });

  it('say in words that fields do not fit together', () => {
    const not = {
      instancePath: '',
      schemaPath: '',
      keyword: 'not',
      params: {},
      message: 'must NOT be valid',
    };

    expect(refusal('createThing', [not], rows).errors).toEqual([
      {
        instancePath: '',
        keyword: 'not',
        params: {},
        message: 'does not fit the other fields of the request',
      },
    ]);
  });

  it('report the chosen member of a discriminated union only', () => {
    const { errors } = refused({ ...valid, method: { type: 'card', number: '1' } });

    expect(errors).toMatchObject([
      { instancePath: '/method', keyword: 'required', params: { missingProperty: 'token' } },
      { instancePath: '/method', keyword: 'additionalProperties', params: { additionalProperty: 'number' } },
    ]);
  });

  it('never echo a value', () => {
    const secret = 'a value that nobody else should read';

    const { errors } = refused({
      ...valid,
      kind: secret,
      amount: secret,
      phone: secret,
      method: { type: secret },
    });

    expect(errors).not.toHaveLength(0);
    expect(JSON.stringify(errors)).not.toContain(secret);
  });

  it('are limited in number and length, since unknown fields may have any name', () => {
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, number) => [`field${number}`, 1]));

    expect(
      refused({ ...valid, ['x'.repeat(100_000)]: 1 }).errors?.[0]?.params['additionalProperty'],
    ).toHaveLength(1024);
    expect(refused({ ...valid, ...many }).errors).toHaveLength(100);
  });
});
