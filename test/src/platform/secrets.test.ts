import { createHmac } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSecrets, equal, isSigned, sha256 } from '../../../src/platform/secrets.ts';

const secrets = createSecrets('the key of this installation');

describe('a sealed text', () => {
  it('opens to what was sealed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (text, purpose) => {
        expect(secrets.open(secrets.seal(text, purpose), purpose)).toBe(text);
      }),
    );
  });

  it('looks different each time, and never like the text', () => {
    const sealed = [
      secrets.seal('a webhook secret', 'webhooks'),
      secrets.seal('a webhook secret', 'webhooks'),
    ];

    expect(sealed[0]).not.toBe(sealed[1]);
    expect(Buffer.from(sealed.join(''), 'base64url').toString('latin1')).not.toContain('webhook');
  });

  it('does not open for another purpose', () => {
    const sealed = secrets.seal('a seed', 'totp');

    expect(() => secrets.open(sealed, 'webhooks')).toThrow(/authenticate/);
  });

  it('does not open with another key', () => {
    const sealed = secrets.seal('a seed', 'totp');

    expect(() => createSecrets('another key').open(sealed, 'totp')).toThrow(/authenticate/);
  });

  it('does not open after any of its bytes was changed', () => {
    const bytes = Buffer.from(secrets.seal('12345', 'answers').slice(3), 'base64url');

    for (let at = 0; at < bytes.length; at += 1) {
      const changed = Buffer.from(bytes);
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
      expect(() => secrets.open(`v1.${changed.toString('base64url')}`, 'answers')).toThrow(/authenticate/);
    }
  });

  it.each(['', 'v1.', 'v1.AAAA', 'v2.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'])('cannot be %j', (text) => {
    expect(() => secrets.open(text, 'answers')).toThrow('not a sealed text');
  });
});

describe('a derived value', () => {
  it('is the same at every start and differs for every purpose and key', () => {
    const again = createSecrets('the key of this installation');

    expect(again.derive('role sandbox')).toBe(secrets.derive('role sandbox'));
    expect(secrets.derive('role sandbox')).toMatch(/^[0-9a-f]{64}$/);
    expect(secrets.derive('role live')).not.toBe(secrets.derive('role sandbox'));
    expect(createSecrets('another key').derive('role sandbox')).not.toBe(secrets.derive('role sandbox'));
  });

  it('differs from the signing key of the same purpose', () => {
    const guessed = createHmac('sha256', Buffer.from(secrets.derive('attempt'), 'hex')).update('text');

    expect(secrets.sign('attempt', 'text')).not.toBe(guessed.digest('hex'));
  });

  it('signs a text for a purpose', () => {
    expect(secrets.sign('attempt', 'text')).toMatch(/^[0-9a-f]{64}$/);
    expect(secrets.sign('attempt', 'text')).toBe(secrets.sign('attempt', 'text'));
    expect(secrets.sign('attempt', 'texts')).not.toBe(secrets.sign('attempt', 'text'));
    expect(secrets.sign('another', 'text')).not.toBe(secrets.sign('attempt', 'text'));
  });

  it('stays the same after more purposes than the cache holds', () => {
    const first = secrets.derive('first');
    for (let purpose = 0; purpose < 300; purpose += 1) secrets.derive(`purpose ${purpose}`);

    expect(secrets.derive('first')).toBe(first);
  });

  it('cannot be made without a secret key', () => {
    expect(() => createSecrets('')).toThrow('empty');
  });
});

describe('the secrets of several keys', () => {
  const old = createSecrets('the key of last year');
  const both = createSecrets(['the key of this year', 'the key of last year']);
  const newest = createSecrets('the key of this year');

  it('seal with the first key and open with each', () => {
    expect(newest.open(both.seal('text', 'totp'), 'totp')).toBe('text');
    expect(both.open(old.seal('text', 'totp'), 'totp')).toBe('text');
    expect(both.open(newest.seal('text', 'totp'), 'totp')).toBe('text');
    expect(() => both.open(old.seal('text', 'totp'), 'another')).toThrow(/authenticate/);
    expect(() => both.open(createSecrets('a third').seal('text', 'totp'), 'totp')).toThrow(/authenticate/);
  });

  it('know what the first key sealed', () => {
    expect(both.isNewest(both.seal('text', 'totp'), 'totp')).toBe(true);
    expect(both.isNewest(old.seal('text', 'totp'), 'totp')).toBe(false);
  });

  it('sign with the first key, and know the signatures of each', () => {
    const about = { purpose: 'attempt', text: 'text' };
    expect(both.sign('attempt', 'text')).toBe(newest.sign('attempt', 'text'));
    for (const { sign } of [old, newest, both])
      expect(isSigned(both, { ...about, signature: sign('attempt', 'text') })).toBe(true);
    expect(isSigned(newest, { ...about, signature: old.sign('attempt', 'text') })).toBe(false);
    expect(isSigned(both, { ...about, signature: old.sign('attempt', 'texts') })).toBe(false);
  });
});

describe('a hash', () => {
  it('is SHA-256 of a text as UTF-8, or of bytes', () => {
    const known = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';

    expect(sha256('abc').toString('hex')).toBe(known);
    expect(sha256(Buffer.from('abc')).toString('hex')).toBe(known);
  });
});

describe('a comparison in constant time', () => {
  it('agrees with === for texts of any length', () => {
    const texts = fc.string({ unit: fc.constantFrom('a', 'b', 'ß'), maxLength: 3 });

    fc.assert(
      fc.property(texts, texts, (a, b) => {
        expect(equal(a, b)).toBe(a === b);
      }),
    );
  });
});
