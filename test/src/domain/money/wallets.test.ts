import { describe, expect, it } from 'vitest';
import { maskPhone, normalisePhone, readPhone } from '../../../../src/domain/money/wallets/phone.ts';
import {
  isLiveWallet,
  isPhoneOfWallet,
  walletNames,
  walletTakes,
} from '../../../../src/domain/money/wallets/wallets.ts';

describe('wallets', () => {
  it('are live only if they are wallet_a', () => {
    expect(walletNames.filter(isLiveWallet)).toEqual(['wallet_a']);
  });

  it('take the currencies of the specification', () => {
    expect(walletNames.filter((wallet) => walletTakes(wallet, 'USD'))).toEqual([
      'wallet_a',
      'wallet_b',
      'wallet_c',
    ]);
    expect(walletNames.filter((wallet) => walletTakes(wallet, 'ZWG'))).toEqual(['wallet_a', 'wallet_c']);
  });

  it.each([
    ['0771234567', 'wallet_a'],
    ['0781234567', 'wallet_a'],
    ['0881234567', 'wallet_b'],
    ['0711234567', 'wallet_c'],
  ])('are known by the prefix of %s', (phone, wallet) => {
    const owners = walletNames.filter((name) => isPhoneOfWallet(normalisePhone(phone), name));

    expect(owners).toEqual([wallet]);
  });
});

describe('phone numbers', () => {
  it.each(['0771234567', '263771234567', '+263771234567'])('are read in any form: %s', (text) => {
    expect(readPhone(text)).toBe('+263771234567');
  });

  it.each(['077123456', '07712345678', '0671234567', '+27771234567', '00263771234567', '077 123 4567', ''])(
    'are refused in another form: %s',
    (text) => {
      expect(readPhone(text)).toBeUndefined();
    },
  );

  it('are not normalised if they are malformed', () => {
    expect(() => normalisePhone('12345')).toThrow('malformed phone');
  });

  it('are shown to others without their middle', () => {
    expect(maskPhone('+263771234511')).toBe('+26377*****11');
  });
});
