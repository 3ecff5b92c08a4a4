import { describe, expect, it } from 'vitest';
import { type Amount, amountOf } from '../../../../src/domain/money/amounts/amount.ts';
import { feeOf, reserveOf } from '../../../../src/domain/money/fees/payment-fees.ts';
import { leastPayout, payoutFeeOf } from '../../../../src/domain/money/fees/payout-fees.ts';
import {
  nextSettled,
  nextShares,
  type Shares,
  sharesOf,
} from '../../../../src/domain/payments/refunds/shares.ts';

const cent = 100n;
const e4 = (hundredths: number): Amount => amountOf(BigInt(hundredths) * cent);

function paidByCard(hundredths: number) {
  const amount = e4(hundredths);
  const fee = feeOf('card', amount, 'USD');
  return { amount, currency: 'USD' as const, fee, reserve_amount: reserveOf(amount, fee, 'USD') };
}

type Paid = ReturnType<typeof paidByCard>;

/** The shares of refunds of these amounts, one after the other. */
function refundedBy(paid: Paid, refunds: readonly bigint[]) {
  const given: Shares[] = [];
  let [refunded, settled] = [0n, 0n];
  for (const refund of refunds) {
    const sum = {
      fee: total(given.map(({ fee }) => fee)),
      reserve: total(given.map(({ reserve }) => reserve)),
    };
    refunded += refund;
    given.push(nextShares(paid, refund, refunded, sum));
    settled += nextSettled(paid, refunded, settled);
  }
  return { given, settled };
}

const total = (amounts: readonly bigint[]) => amounts.reduce((sum, amount) => sum + amount, 0n);

/** Ways to refund all of a payment in parts. */
function splitsOf({ amount }: Paid): readonly (readonly bigint[])[] {
  const third = (amount / cent / 3n) * cent;
  const halves = [(amount / cent / 2n) * cent, amount - (amount / cent / 2n) * cent];
  const cents = amount <= 25n * cent ? [Array.from({ length: Number(amount / cent) }, () => cent)] : [];
  return [
    [amount],
    halves,
    [third, third, amount - 2n * third],
    [cent, amount - cent],
    [amount - cent, cent],
    ...cents,
  ].map((split) => split.filter((part) => part > 0n));
}

/** What is wrong with the shares when a payment is refunded in these parts. */
function wrongWith(paid: Paid, refunds: readonly bigint[]): readonly string[] {
  const { given, settled } = refundedBy(paid, refunds);
  const all = given.flatMap(({ fee, reserve }) => [fee, reserve]);
  const wrong = [
    total(given.map(({ fee }) => fee)) === paid.fee || 'fee',
    total(given.map(({ reserve }) => reserve)) === paid.reserve_amount || 'reserve',
    settled === paid.amount - paid.fee - paid.reserve_amount || 'settled',
    all.every((share) => share >= 0n && share % cent === 0n) || 'not whole hundredths',
    given.every(({ fee, reserve }, at) => fee <= (refunds[at] ?? 0n) && reserve <= (refunds[at] ?? 0n)) ||
      'too large',
  ].filter((part) => part !== true);
  return wrong.map((part) => `${part} of ${paid.amount} in ${refunds.join(', ')}`);
}

describe('the shares of a refunded payment', () => {
  it('add up to its fee, its reserve and the rest, for every amount from 0.01 to 99.99 and every split', () => {
    const wrong: string[] = [];
    for (let hundredths = 1; hundredths <= 9_999; hundredths += 1) {
      const paid = paidByCard(hundredths);
      wrong.push(...splitsOf(paid).flatMap((refunds) => wrongWith(paid, refunds)));
    }

    expect(wrong).toEqual([]);
  });

  it('let a merchant without payouts refund any part, for every amount up to 2.00', () => {
    const refused: string[] = [];
    for (let hundredths = 1; hundredths <= 200; hundredths += 1) {
      const paid = paidByCard(hundredths);
      const net = paid.amount - paid.fee - paid.reserve_amount;
      for (let part = cent; part <= paid.amount; part += cent) {
        const { fee, reserve } = sharesOf(paid, part);
        if (net - part < -(fee + reserve)) refused.push(`${part} of ${paid.amount}`);
      }
    }

    expect(refused).toEqual([]);
  });

  it('of 40.00 of a card payment of 100.00 are 1.40 and 2.00', () => {
    const shares = sharesOf(paidByCard(10_000), 400_000n);

    expect(shares).toEqual({ fee: 14_000n, reserve: 20_000n });
  });

  it('take exactly what is left with the last refund, even if one in between failed', () => {
    const paid = paidByCard(101);
    const second = nextShares(paid, 50n * cent, 83n * cent, sharesOf(paid, 33n * cent));

    // The first, of 0.33, failed.
    const last = nextShares(paid, 51n * cent, 101n * cent, second);

    expect({ fee: second.fee + last.fee, reserve: second.reserve + last.reserve }).toEqual({
      fee: paid.fee,
      reserve: paid.reserve_amount,
    });
  });
});

describe('the fee of a payout', () => {
  it.each([
    ['bank_transfer', 4_500, 100],
    ['bank_transfer', 100_000_000, 100],
    ['mobile_money', 4_999, 50],
    ['mobile_money', 5_150, 52],
    ['agent_cash', 3_333, 50],
    ['agent_cash', 10_000, 150],
  ] as const)('%s of %i hundredths is %i', (method, gross, fee) => {
    expect(payoutFeeOf(method, e4(gross), 'USD')).toBe(e4(fee));
  });

  it.each(['bank_transfer', 'mobile_money', 'agent_cash'] as const)(
    'leaves 0.01 of the smallest payout by %s',
    (method) => {
      const least = leastPayout(method, 'USD');

      expect(least - payoutFeeOf(method, least, 'USD')).toBe(cent);
    },
  );
});
