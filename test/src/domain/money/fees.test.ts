import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Amount, amountOf } from '../../../../src/domain/money/amounts/amount.ts';
import {
  feeOf,
  isTooLarge,
  type PaymentMethod,
  reserveOf,
  reserveReleaseAt,
} from '../../../../src/domain/money/fees/payment-fees.ts';
import { paymentCaptured, paymentSettled } from '../../../../src/domain/money/ledger/accounts.ts';

const cents = (hundredths: number): Amount => amountOf(BigInt(hundredths) * 100n);
const methods: readonly PaymentMethod[] = ['card', 'domestic_switch', 'wallet_a', 'wallet_b', 'wallet_c'];
const capturedAt = new Date('2026-03-01T10:00:00.000Z');

describe('fees', () => {
  it('are 3.5 % of a card payment and 2 % of every other', () => {
    const fees = methods.map((method) => feeOf(method, cents(10_000), 'USD'));

    expect(fees).toEqual([35_000n, 20_000n, 20_000n, 20_000n, 20_000n]);
  });

  it('are at least 0.01', () => {
    const fees = methods.map((method) => feeOf(method, cents(1), 'USD'));

    expect(fees).toEqual([100n, 100n, 100n, 100n, 100n]);
  });
});

/** The fee of a card payment by these terms. */
const feeWith = (gross: Amount, feeBasisPoints: number, leastFee: Amount) =>
  feeOf('card', gross, 'USD', { card: { feeBasisPoints, leastFee } });

describe('the fee by the terms of a gateway', () => {
  const unit = 100n;
  const grosses = fc.bigInt({ min: 1n, max: 100_000_000n }).map((units) => amountOf(units * unit));
  const shares = fc.integer({ min: 0, max: 10_000 });
  const leasts = fc.bigInt({ min: 0n, max: 20_000n }).map((least) => amountOf(least));

  it('is the share, rounded half up to whole cents', () => {
    fc.assert(
      fc.property(grosses, shares, (gross, share) => {
        const tooMuch = 10_000n * feeWith(gross, share, amountOf(0n)) - gross * BigInt(share);
        expect(tooMuch > -5_000n * unit && tooMuch <= 5_000n * unit).toBe(true);
      }),
    );
  });

  it('is whole cents, at least the least fee rounded up, and at most the payment', () => {
    fc.assert(
      fc.property(grosses, shares, leasts, (gross, share, least) => {
        const fee = feeWith(gross, share, least);
        expect(fee % unit).toBe(0n);
        expect(fee === gross || fee >= least).toBe(true);
        expect(fee <= gross).toBe(true);
      }),
    );
  });

  it('never falls when the payment grows', () => {
    fc.assert(
      fc.property(grosses, grosses, shares, leasts, (one, other, share, least) => {
        const [small, large] = one < other ? [one, other] : [other, one];
        expect(feeWith(small, share, least) <= feeWith(large, share, least)).toBe(true);
      }),
    );
  });

  it('leaves the usual fee to methods that have no terms there', () => {
    const card = { feeBasisPoints: 100, leastFee: cents(1) };
    expect([
      feeOf('card', cents(10_000), 'USD', { card }),
      feeOf('wallet_a', cents(10_000), 'USD', { card }),
    ]).toEqual([10_000n, 20_000n]);
  });
});

describe('the rolling reserve', () => {
  it('is 5 % of the payment', () => {
    expect(reserveOf(cents(10_000), cents(350), 'USD')).toBe(50_000n);
  });

  it('is never more than the fee leaves', () => {
    expect(reserveOf(cents(10), cents(10), 'USD')).toBe(0n);
  });

  it('is released after ninety days, to the second', () => {
    expect(reserveReleaseAt(capturedAt).toISOString()).toBe('2026-05-30T10:00:00.000Z');
  });
});

describe('limits', () => {
  it('end at 1000000.00', () => {
    expect(isTooLarge('card', cents(100_000_000))).toBe(false);
    expect(isTooLarge('card', cents(100_000_001))).toBe(true);
    expect(isTooLarge('wallet_a', cents(100_000_001))).toBe(true);
  });
});

describe('the parts of a payment', () => {
  it.each(methods)('paid by %s sum to the whole, for every amount from 0.01 to 99.99', (method) => {
    const wrong = Array.from({ length: 9999 }, (_, index) => cents(index + 1)).filter((gross) => {
      const fee = feeOf(method, gross, 'USD');
      const reserve = reserveOf(gross, fee, 'USD');
      const whole = [fee, reserve, gross - fee - reserve].every((part) => part >= 0n && part % 100n === 0n);
      return !whole || !movesExactly(gross, fee, reserve);
    });

    expect(wrong).toEqual([]);
  });
});

/** What the ledger is told: captured and settled, the merchant has all but the fee, and nothing is left over. */
function movesExactly(gross: bigint, fee: bigint, reserve: bigint): boolean {
  const payment = {
    id: 'p',
    amount: gross,
    fee,
    reserve_amount: reserve,
    reserve_release_at: capturedAt,
    currency: 'USD' as const,
  };
  const captured = paymentCaptured(payment);
  const lines = [...captured.lines, ...paymentSettled(payment).lines];
  const total = (...accounts: readonly string[]) =>
    lines.filter(({ account }) => accounts.includes(account)).reduce((sum, { amount }) => sum + amount, 0n);
  const held = (captured.holds ?? []).reduce((sum, { amount }) => sum + amount, 0n);
  return (
    lines.every(({ amount }) => amount !== 0n) &&
    total('gateway_clearing') === -gross &&
    total('fees') === fee &&
    total('pending') === 0n &&
    total('available', 'reserve') === gross - fee &&
    total('reserve') === held
  );
}
