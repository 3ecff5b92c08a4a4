import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shareOf } from '../../../../src/domain/money/splits/share-out.ts';

const cent = 100n;
const sum = (amounts: readonly bigint[]) => amounts.reduce((one, other) => one + other, 0n);

/** One to twenty shares in basis points, which come to 100 % at most. */
const someShares = fc
  .array(fc.integer({ min: 1, max: 10_000 }), { minLength: 1, maxLength: 20 })
  .map((shares) => {
    const all = shares.reduce((one, other) => one + other, 0);
    return all <= 10_000 ? shares : shares.map((share) => Math.max(1, Math.floor((share * 9_980) / all)));
  });
/** The parts in which a payment settles, in hundredths. */
const someParts = fc.array(fc.bigInt({ min: 0n, max: 99_999_999n }), { minLength: 1, maxLength: 12 });

/** What each share gets, part by part. */
function sharedOut(shares: readonly number[], parts: readonly bigint[]): readonly (readonly bigint[])[] {
  const hundredths = parts.map((part) => part * cent);
  return shares.map((share) =>
    hundredths.map((amount, at) => shareOf(share, { before: sum(hundredths.slice(0, at)), amount }, 'USD')),
  );
}

describe('the shares of a payment', () => {
  it('are rounded down to the cent, however many parts it settles in', () => {
    fc.assert(
      fc.property(someShares, someParts, (shares, parts) => {
        const got = sharedOut(shares, parts).map(sum);

        const expected = shares.map((share) => ((sum(parts) * BigInt(share)) / 10_000n) * cent);
        expect(got).toEqual(expected);
      }),
      { numRuns: 2000 },
    );
  });

  it('are never negative, never a part of a cent, and leave the rest to the merchant', () => {
    fc.assert(
      fc.property(someShares, someParts, (shares, parts) => {
        const got = sharedOut(shares, parts);

        expect(got.flat().every((amount) => amount >= 0n && amount % cent === 0n)).toBe(true);
        const rest = sum(parts) * cent - sum(got.map(sum));
        expect(rest >= 0n).toBe(true);
        const exact = sum(parts) * BigInt(shares.reduce((one, other) => one + other, 0));
        const lost = sum(parts) * cent - rest;
        expect(exact * cent - lost * 10_000n < BigInt(shares.length) * cent * 10_000n).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  it('of 0.01 to 9.99 add up to the cent with what the merchant keeps', () => {
    for (let hundredths = 1n; hundredths <= 999n; hundredths += 1n)
      for (const shares of [[10_000], [5000, 5000], [3333, 3333, 3334], [1, 9999], [2000, 250]]) {
        const got = shares.map((share) => shareOf(share, { before: 0n, amount: hundredths * cent }, 'USD'));
        const rest = hundredths * cent - sum(got);
        expect(
          rest >= 0n && rest < BigInt(shares.length) * cent + (hundredths * cent * 7750n) / 10_000n,
        ).toBe(true);
        expect(got).toEqual(shares.map((share) => ((hundredths * BigInt(share)) / 10_000n) * cent));
      }
  });
});
