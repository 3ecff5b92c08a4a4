import { describe, expect, it } from 'vitest';
import contract from '../../../../generated/openapi.json' with { type: 'json' };
import { currencies } from '../../../../src/domain/money/amounts/currency.ts';
import {
  maskPhone,
  normalisePhone,
  phoneParts,
  readPhone,
  readTypedPhone,
} from '../../../../src/domain/money/wallets/phone.ts';
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

describe('the rules of the contract', () => {
  const { CreateCheckoutRequest, CreateVirtualTerminalSessionRequest } = contract.components.schemas;
  const ofCheckouts: readonly Rule[] = CreateCheckoutRequest.then.allOf;
  const ofSessions: readonly Rule[] = [CreateVirtualTerminalSessionRequest];
  const currenciesIn = (rule: Rule | undefined) => rule?.then?.properties.currency?.enum ?? [...currencies];

  it.each(walletNames)('have the currencies of %s, for a checkout and at the counter', (wallet) => {
    const taken = currencies.filter((currency) => walletTakes(wallet, currency));

    expect(currenciesIn(ruleOf(ofCheckouts, 'walletType', wallet))).toEqual(taken);
    expect(currenciesIn(ruleOf(ofSessions, 'payment_method', wallet))).toEqual(taken);
  });

  it.each(walletNames)('have the prefixes of %s, as a pattern and in words', (wallet) => {
    const rule = ruleOf(ofCheckouts, 'walletType', wallet)?.then?.properties.customerPhone;
    const pattern = new RegExp(rule?.pattern ?? '', 'u');
    const all = Array.from({ length: 100 }, (_, at) => `0${String(at).padStart(2, '0')}`);
    const national = all.filter((prefix) => pattern.test(`${prefix}1234567`));
    const ours = all.filter((prefix) => isPhoneOfWallet(`+263${prefix.slice(1)}1234567`, wallet));

    expect(national).toEqual(ours);
    expect(CreateCheckoutRequest.properties.customerPhone.description).toContain(
      `\`${wallet}\` ${ours.join(' and ')}`,
    );
  });

  it('say in words which wallets are announced, and which take one currency', () => {
    const announced = walletNames.filter((wallet) => !isLiveWallet(wallet)).map((name) => `\`${name}\``);
    const inUsdOnly = walletNames.filter((wallet) => !walletTakes(wallet, 'ZWG'));
    const words = [
      CreateCheckoutRequest.properties.walletType.description,
      CreateVirtualTerminalSessionRequest.properties.payment_method.description,
    ];

    for (const description of words) {
      expect(description).toContain(`${announced.join(' and ')} are announced`);
      for (const wallet of inUsdOnly) expect(description).toMatch(new RegExp(`\`${wallet}\` \\w+ USD only`));
    }
  });
});

type Rule = {
  readonly if?: { readonly properties: Readonly<Record<string, { readonly const?: string }>> };
  readonly then?: {
    readonly properties: {
      readonly customerPhone?: { readonly pattern: string };
      readonly currency?: { readonly enum: readonly string[] };
    };
  };
};

function ruleOf(rules: readonly Rule[], field: string, wallet: string): Rule | undefined {
  return rules.find((rule) => rule.if?.properties[field]?.const === wallet);
}

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

  it.each([
    '077 123 4567',
    '077.123.4567',
    '077-123-4567',
    '077\u2011123\u20134567',
    '+263 77 123 4567',
    '+263 (0)77 123 4567',
    '(+263) 077 123 4567',
    '263 77 123 4567',
    '00263771234567',
    '00263 0 77 123 4567',
    '\u202A+263 77 123 4567\u202C',
    '\u2066077\u00A0123\u202F4567\u2069',
  ])('are read and searched for as people write them: %j', (text) => {
    expect(readTypedPhone(text)).toBe('+263771234567');
    expect(phoneParts(text).filter((part) => '+263771234567'.includes(part))).not.toEqual([]);
  });

  it.each([
    '',
    '077 123 456',
    '+27 77 123 4567',
    '0027 77 123 4567',
    '+263 00 77 123 4567',
    '077 123 4567 ext 2',
  ])('are not read from what is none: %j', (text) => {
    expect(readTypedPhone(text)).toBeUndefined();
  });

  it('are not normalised if they are malformed', () => {
    expect(() => normalisePhone('12345')).toThrow('malformed phone');
  });

  it('are shown to others without their middle', () => {
    expect(maskPhone('+263771234511')).toBe('+26377*****11');
  });
});
