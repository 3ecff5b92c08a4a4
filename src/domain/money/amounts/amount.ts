import type { Money2, Money4, MoneyInput } from '../../../../generated/openapi.d.ts';

declare const brand: unique symbol;

/** Money in ten-thousandths: 1.00 is 10000n. Parsed and formatted here and nowhere else. Decision 0010. */
export type Amount = bigint & { readonly [brand]: 'Amount' };

/** The smallest amount that is paid, refunded or charged as a fee: 0.01. */
export const hundredth = amountOf(100n);

/** What a column or a calculation holds: already ten-thousandths. */
export function amountOf(tenThousandths: bigint): Amount {
  return tenThousandths as Amount;
}

/** The contract's pattern has been checked: two decimals, no sign. */
export function parseAmount(text: MoneyInput): Amount {
  return amountOf(BigInt(text.replace('.', '')) * hundredth);
}

/** Only whole hundredths are ever posted, so two decimals lose nothing; anything else is a bug. */
export function formatMoney2(amount: bigint): Money2 {
  if (amount % hundredth !== 0n) throw new Error(`${amount} ten-thousandths need four decimals`);
  return decimal(amount / hundredth, 2) as Money2;
}

export function formatMoney4(amount: bigint): Money4 {
  return decimal(amount, 4) as Money4;
}

/** A share of `amount` in basis points, rounded half-up to 0.01. Decision 0010. */
export function percentage(amount: Amount, basisPoints: number): Amount {
  const hundredths = (amount * BigInt(basisPoints) + 500_000n) / 1_000_000n;
  return amountOf(hundredths * hundredth);
}

function decimal(units: bigint, places: number): string {
  const digits = (units < 0n ? -units : units).toString().padStart(places + 1, '0');
  return `${units < 0n ? '-' : ''}${digits.slice(0, -places)}.${digits.slice(-places)}`;
}
