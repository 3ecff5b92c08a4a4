import { assert, constantFrom, integer, property, stringMatching } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cardScenarios } from '../../../src/domain/money/gateways/sandbox/scenarios.ts';
import { hasCardNumber, issuers, passesLuhn } from '../../../src/platform/card-numbers.ts';

const lengths = [12, 13, 14, 15, 16, 17, 18, 19, 20];

/** Digits with the right check digit. Built at run time, so that no card number stands in the repository. */
function numbered(start: string, length: number): string {
  const body = start.padEnd(length - 1, '2');
  return Array.from('0123456789', (digit) => body + digit).find(passesLuhn) ?? '';
}

const mistyped = (number: string) => `${number.slice(0, -1)}${(Number(number.at(-1)) + 1) % 10}`;

/** The first digits of each issuer, and the lengths of its cards. */
const cards: readonly (readonly [string, readonly number[]])[] = [
  ['9716', [16]],
  ['4000', [13, 16, 19]],
  ['5100', [16]],
  ['5599', [16]],
  ['2221', [16]],
  ['2720', [16]],
  ['3400', [15]],
  ['3700', [15]],
  ['3000', [14, 16, 19]],
  ['3600', [14, 16, 19]],
  ['6011', [16, 19]],
  ['6500', [16, 19]],
  ['3528', [16, 17, 18, 19]],
  ['3589', [16, 17, 18, 19]],
  ['6200', [16, 17, 18, 19]],
  ['5018', [13, 14, 15, 16, 17, 18, 19]],
  ['6304', [13, 14, 15, 16, 17, 18, 19]],
  ['6759', [13, 14, 15, 16, 17, 18, 19]],
];

describe('a card number in a text', () => {
  it.each(cards)('that begins %s is found in the lengths that such cards have', (start, own) => {
    const found = lengths.filter((length) => hasCardNumber(`card ${numbered(start, length)}, please`));

    expect(found).toEqual(own);
  });

  it('is found for every test card of the sandbox', () => {
    expect(cardScenarios.filter(({ number }) => !hasCardNumber(number))).toEqual([]);
  });

  it('is found for every issuer', () => {
    const covered = issuers.filter(({ starts }) => cards.some(([start]) => starts.test(start)));

    expect(covered).toEqual(issuers);
  });

  it.each(cards)('that begins %s is none with a wrong check digit', (start, own) => {
    expect(own.filter((length) => hasCardNumber(mistyped(numbered(start, length))))).toEqual([]);
  });

  it.each(['0', '1', '2220', '2721', '3100', '3527', '3590', '6000', '6600', '7', '8', '9', '9715', '9717'])(
    'is none where no issuer has the range %s',
    (start) => {
      expect(lengths.filter((length) => hasCardNumber(numbered(start, length)))).toEqual([]);
    },
  );

  it('is no order number, timestamp, phone number or barcode', () => {
    const texts = [
      'Order 1234567890123452',
      `Order ${numbered('2026', 16)}`,
      `Paid at ${numbered('1769846400', 13)}`,
      `Tracking ${numbered('1Z', 18).replaceAll('Z', '0')}`,
      `Call ${numbered('263771', 12)}`,
      `Book ${numbered('978', 13)}`,
      `IMEI ${numbered('86', 15)}`,
    ];

    expect(texts.filter(hasCardNumber)).toEqual([]);
  });

  it('is found with spaces and hyphens in it, and beside other words', () => {
    const number = numbered('4000', 16);
    const groups = number.match(/.{4}/g) ?? [];
    const texts = [' ', '-', ' - ', '  '].map((by) => groups.join(by));

    expect(
      [...texts, `12 ${groups.join(' ')} 12`, `no.${number}.`].filter((text) => !hasCardNumber(text)),
    ).toEqual([]);
  });

  it('is found as it is copied from a page or typed on another keyboard', () => {
    const number = numbered('4000', 16);
    const groups = number.match(/.{4}/g) ?? [];
    const digitsFrom = (zero: number) =>
      number.replaceAll(/\d/g, (digit) => String.fromCharCode(zero + Number(digit)));
    const copied = [0xa0, 0x202f, 0x2009, 0x2011, 0x2013, 0x2212, 0x200b, 0xad].map((code) =>
      groups.join(String.fromCharCode(code)),
    );
    const texts = [...copied, digitsFrom(0xff10), digitsFrom(0x0660), digitsFrom(0x06f0)];

    expect(texts.filter((text) => !hasCardNumber(`Paid by ${text}, the café says`))).toEqual([]);
    expect(hasCardNumber(`Paid by ${number}\u0661`)).toBe(false);
  });

  it('never is a number whose first digit no issuer has', () => {
    const others = stringMatching(/^[0178][0-9]{11,18}$/);

    assert(
      property(
        others,
        constantFrom('', 'Order ', 'No. '),
        (digits, before) => !hasCardNumber(before + digits),
      ),
    );
  });

  it('never has a digit right before or after it', () => {
    const digits = integer({ min: 0, max: 9 });

    assert(
      property(digits, digits, (before, after) => {
        const number = numbered('4000', 16);

        expect(hasCardNumber(`${before}${number}${after}${number}`)).toBe(false);
      }),
    );
  });
});
