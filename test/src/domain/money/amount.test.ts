import { assert, bigInt, integer, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MoneyInput } from '../../../../generated/openapi.d.ts';
import {
  amountOf,
  formatMoney2,
  formatMoney4,
  parseAmount,
  percentage,
} from '../../../../src/domain/money/amounts/amount.ts';

const parse = (text: string) => parseAmount(text as MoneyInput, 'USD');

describe('amounts', () => {
  it('are ten-thousandths', () => {
    expect(parse('10.00')).toBe(100_000n);
    expect(parse('0.01')).toBe(100n);
    expect(parse('999999999999.99')).toBe(9_999_999_999_999_900n);
  });

  it('are shown with two or with four decimals', () => {
    expect(formatMoney2(amountOf(100_000n))).toBe('10.00');
    expect(formatMoney4(amountOf(100_000n))).toBe('10.0000');
    expect(formatMoney2(0n)).toBe('0.00');
    expect(formatMoney4(1n)).toBe('0.0001');
  });

  it('keep their sign, also below one', () => {
    expect(formatMoney2(-70_000n)).toBe('-7.00');
    expect(formatMoney2(-100n)).toBe('-0.01');
    expect(formatMoney4(-1n)).toBe('-0.0001');
  });

  it('are never shown with decimals cut off', () => {
    expect(() => formatMoney2(150n)).toThrow('four decimals');
  });

  it('are the same after formatting and parsing', () => {
    assert(
      property(bigInt({ min: 1n, max: 99_999_999_999_999n }), (hundredths) => {
        const amount = amountOf(hundredths * 100n);

        const [two, four] = [formatMoney2(amount), formatMoney4(amount)];

        expect(parse(two)).toBe(amount);
        expect(four).toBe(`${two}00`);
      }),
    );
  });
});

describe('percentages', () => {
  it('round half-up to 0.01', () => {
    expect(percentage(parse('0.10'), 500, 'USD')).toBe(100n);
    expect(percentage(parse('0.09'), 500, 'USD')).toBe(0n);
    expect(percentage(parse('1.00'), 350, 'USD')).toBe(400n);
    expect(percentage(parse('100.00'), 350, 'USD')).toBe(35_000n);
  });

  it('are off by at most half a hundredth', () => {
    assert(
      property(
        bigInt({ min: 1n, max: 10_000_000_000n }),
        integer({ min: 1, max: 10_000 }),
        (hundredths, points) => {
          const exact = hundredths * 100n * BigInt(points);

          const rounded = percentage(amountOf(hundredths * 100n), points, 'USD') * 10_000n;

          expect(rounded - exact).toBeGreaterThan(-500_000n);
          expect(rounded - exact).toBeLessThanOrEqual(500_000n);
        },
      ),
    );
  });
});
