/**
 * Ten-thousandths as people read them: `-12.50`, and `0.1234` where a provider states fractions of a cent. Statements may be in
 * currencies that the service does not know, so no format of money fits.
 */
export function showAmount(amount: bigint): string {
  const digits = (amount < 0n ? -amount : amount).toString().padStart(5, '0');
  const fraction = digits.slice(-4).replace(/0{1,2}$/, '');
  return `${amount < 0n ? '-' : ''}${digits.slice(0, -4)}.${fraction}`;
}

/** One side of a case: how much, in which currency. */
export function showSide(amount: bigint | null, currency: string | null): string | null {
  return amount === null ? null : `${showAmount(amount)} ${currency ?? ''}`;
}
