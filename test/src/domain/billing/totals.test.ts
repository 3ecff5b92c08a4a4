import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Line, reckon } from '../../../../src/domain/billing/invoices/totals.ts';
import { priceOf } from '../../../../src/domain/billing/plans/price.ts';
import { amountOf } from '../../../../src/domain/money/amounts/amount.ts';
import { formatPercent, parsePercent } from '../../../../src/domain/money/amounts/percent.ts';

const cents = fc.bigInt({ min: 1n, max: 99_999_999_999_999n });
const aLine: fc.Arbitrary<Line> = fc.record({
  description: fc.constant('Tea'),
  quantity: fc.integer({ min: 1, max: 9999 }),
  unitAmount: cents.map((amount) => amountOf(amount * 100n)),
  taxBasisPoints: fc.option(fc.integer({ min: 1, max: 10_000 })),
});
const someLines = fc.array(aLine, { minLength: 1, maxLength: 100 });

const sum = (amounts: readonly bigint[]) => amounts.reduce((one, other) => one + other, 0n);

describe('the total of an invoice', () => {
  it('is exactly the sum of its lines', () => {
    fc.assert(
      fc.property(someLines, (lines) => {
        const made = reckon(lines, 'USD');

        expect(made.subtotal).toBe(sum(lines.map((line) => BigInt(line.quantity) * line.unitAmount)));
        expect(made.tax).toBe(sum(made.lines.map(({ tax }) => tax)));
        expect(made.total).toBe(sum(made.lines.map(({ amount, tax }) => amount + tax)));
      }),
    );
  });

  it('includes the tax of each line, rounded half-up to 0.01', () => {
    fc.assert(
      fc.property(someLines, (lines) => {
        for (const { amount, tax, taxBasisPoints } of reckon(lines, 'USD').lines) {
          // The exact tax in ten-thousandths, times ten thousand.
          const exact = amount * BigInt(taxBasisPoints ?? 0);
          const over = tax * 10_000n - exact;
          expect(tax % 100n).toBe(0n);
          expect(over > -500_000n && over <= 500_000n).toBe(true);
        }
      }),
    );
  });

  it.each([
    ['0.10', 1, 500, 100n],
    ['0.09', 1, 500, 0n],
    ['33.33', 3, 1450, 145_000n],
    ['0.01', 1, 10_000, 100n],
  ])(
    'includes, for %s times %i at %i basis points, a tax of %s ten-thousandths',
    (unit, quantity, taxBasisPoints, tax) => {
      const unitAmount = amountOf(BigInt(unit.replace('.', '')) * 100n);

      expect(reckon([{ description: 'Tea', quantity, unitAmount, taxBasisPoints }], 'USD').tax).toBe(tax);
    },
  );

  it('reads every tax rate that it can show', () => {
    for (let points = 1; points <= 10_000; points += 1) {
      const text = formatPercent(points);
      expect(text).toMatch(/^(0\.(0[1-9]|[1-9][0-9])|[1-9][0-9]?\.[0-9]{2}|100\.00)$/);
      expect(parsePercent(text)).toBe(points);
    }
  });
});

describe('the price of a period', () => {
  it('less what is deducted is never more than what remains, and less by at most two cents', () => {
    const rates = fc.option(fc.integer({ min: 1, max: 10_000 }));
    fc.assert(
      fc.property(cents, rates, fc.nat({ max: 999 }), (price, tax_basis_points, perMille) => {
        const terms = { amount: price * 100n, currency: 'USD', tax_basis_points } as const;
        const full = priceOf(terms).total;
        const credit = (full * BigInt(perMille)) / 1000n / 100n;
        const left = full - credit * 100n;
        const { net, total } = priceOf(terms, credit * 100n);

        expect([net % 100n, total % 100n]).toEqual([0n, 0n]);
        expect(total <= left && left - total <= 200n).toBe(true);
      }),
    );
  });
});
