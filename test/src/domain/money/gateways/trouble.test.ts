import { describe, expect, it } from 'vitest';
import { troubleOf } from '../../../../../src/domain/money/gateways/asking.ts';

const secret = 'c2VjcmV0IG9mIGEgcmVhZGVy';

function aRefusedConnection(): Error {
  return Object.assign(new TypeError(`cannot reach ${secret}`), { code: 'ECONNREFUSED', detail: secret });
}

describe('what is logged of an error of a gateway', () => {
  it('is its kind, its code and its place', () => {
    const trouble = troubleOf(aRefusedConnection());

    expect(trouble).toMatchObject({ type: 'TypeError', code: 'ECONNREFUSED' });
    expect(trouble.stack).toMatch(/^ {4}at aRefusedConnection .*trouble\.test\.ts:\d+:\d+/);
  });

  it.each(['ECONNRESET', 'ERR_TLS_CERT_ALTNAME_INVALID', 'UND_ERR_SOCKET'])('has the code %s', (code) => {
    expect(troubleOf(Object.assign(new Error('no'), { code })).code).toBe(code);
  });

  it.each([
    ['its message', () => new Error(secret)],
    ['lines of its message that look like places', () => new Error(`no\n    at ${secret} (a.ts:1:1)`)],
    ['its name', () => Object.assign(new Error('no'), { name: secret })],
    ['its code', () => Object.assign(new Error('no'), { code: secret })],
    ['a field', () => Object.assign(new Error('no'), { body: secret })],
    ['its cause', () => new Error('no', { cause: new Error(secret, { cause: secret }) })],
    ['a message that was changed later', () => Object.assign(new Error(secret), { message: 'harmless' })],
    ['what is no error', () => secret],
    ['an object that is no error', () => ({ message: secret, stack: secret })],
  ])('is never %s', (_what, make) => {
    expect(JSON.stringify(troubleOf(make()))).not.toContain(secret);
  });

  it('ends where errors are each other’s causes', () => {
    const one = new Error('one');
    one.cause = new Error('two', { cause: one });

    expect(troubleOf(one).cause?.cause).toEqual({ type: 'Error', stack: expect.any(String) });
  });
});
