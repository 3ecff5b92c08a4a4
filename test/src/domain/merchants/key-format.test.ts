import { describe, expect, it } from 'vitest';
import { makeKey, modeNamedBy, readKey, shownKey } from '../../../../src/domain/merchants/keys/key-format.ts';

describe('a key', () => {
  it.each([
    ['secret', 'sandbox', /^sk_test_[0-9A-Za-z]{38}$/],
    ['restricted', 'sandbox', /^rk_test_[0-9A-Za-z]{38}$/],
    ['public', 'live', /^pk_live_[0-9A-Za-z]{38}$/],
  ] as const)('shows that it is %s and for %s', (kind, mode, shape) => {
    const key = makeKey(kind, mode);

    expect(key).toMatch(shape);
    expect(readKey(key)).toEqual({ kind, mode });
    expect(modeNamedBy(`Bearer ${key}`)).toBe(mode);
  });

  it('is recognised as mistyped by its checksum', () => {
    const key = makeKey('secret', 'sandbox');
    const other = key[10] === 'a' ? 'b' : 'a';

    expect(readKey(key.slice(0, 10) + other + key.slice(11))).toBeUndefined();
    expect(readKey(key.replace('_test_', '_live_'))).toBeUndefined();
    expect(readKey(key.slice(0, -1))).toBeUndefined();
  });

  it('is shown by its prefix and last four characters', () => {
    expect(shownKey('sk_test_', 'abcd')).toBe('sk_test_…abcd');
  });
});
