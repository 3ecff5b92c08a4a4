import { assert, integer, nat, property, stringMatching } from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  cardBrand,
  cvvLengthOf,
  isDomesticSwitch,
  lastFour,
  readCardNumber,
} from '../../../../../src/domain/money/gateways/card-number.ts';
import { cardScenarios } from '../../../../../src/domain/money/gateways/sandbox/scenarios.ts';
import { passesLuhn } from '../../../../../src/platform/card-numbers.ts';

const digits = (length: number) => stringMatching(new RegExp(`^[0-9]{${length}}$`));

/** The digit that makes a number pass. */
function checkDigitOf(start: string): string {
  return Array.from('0123456789').find((digit) => passesLuhn(start + digit)) ?? '';
}

describe('card numbers', () => {
  it('are read with spaces and hyphens, as people write them', () => {
    expect(readCardNumber(' 4242 4242-4242 4242 ')).toBe('4242'.repeat(4));
  });

  it.each(['', '4242', '4242 4242 4242 424x', '4'.repeat(20), '４２４２４２４２４２４２４２４２'])(
    'are refused as %s',
    (text) => {
      expect(readCardNumber(text)).toBeUndefined();
    },
  );

  it('of the sandbox pass the Luhn check', () => {
    expect(cardScenarios.filter(({ number }) => !passesLuhn(number))).toEqual([]);
  });

  it('have exactly one good last digit', () => {
    assert(
      property(digits(15), (start) => {
        const good = Array.from('0123456789').filter((digit) => passesLuhn(start + digit));

        expect(good).toHaveLength(1);
      }),
    );
  });

  it('never pass with one digit mistyped', () => {
    assert(
      property(digits(15), nat(15), integer({ min: 1, max: 9 }), (start, place, step) => {
        const number = start + checkDigitOf(start);
        const typed = `${(Number(number[place]) + step) % 10}`;

        expect(passesLuhn(number.slice(0, place) + typed + number.slice(place + 1))).toBe(false);
      }),
    );
  });
});

describe('the brand of a card', () => {
  it.each([
    ['9716', 'domestic_switch'],
    ['4000', 'visa'],
    ['5100', 'mastercard'],
    ['2221', 'mastercard'],
    ['2720', 'mastercard'],
    ['3700', 'amex'],
    ['3000', 'diners'],
    ['6011', 'discover'],
    ['3528', 'jcb'],
    ['6200', 'unionpay'],
    ['5018', 'maestro'],
  ])('of numbers that begin %s is %s', (start, brand) => {
    expect(cardBrand(start.padEnd(16, '0'))).toBe(brand);
  });

  it.each(['2220', '2721', '1000', '9715', '9999'])('is unknown for %s', (start) => {
    expect(cardBrand(start.padEnd(16, '0'))).toBeNull();
  });

  it('tells the domestic switch from the schemes', () => {
    const atTheSwitch = cardScenarios.filter(({ number }) => isDomesticSwitch(number));

    expect(atTheSwitch.map(({ method }) => method)).toEqual(['domestic_switch', 'domestic_switch']);
    expect(cardScenarios.filter(({ method }) => method === 'domestic_switch')).toEqual(atTheSwitch);
  });

  it('says how long its security code is', () => {
    expect(['3700', '4000', '9716', '1000'].map((start) => cvvLengthOf(start.padEnd(15, '0')))).toEqual([
      4, 3, 3, 3,
    ]);
  });

  it('leaves the last four digits to be shown', () => {
    expect(lastFour('0042'.padStart(16, '1'))).toBe('0042');
  });
});
