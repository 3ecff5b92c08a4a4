/** Turns `15.00` into 1500. The contract has checked the pattern. */
export function parsePercent(text: string): number {
  return Number(text.replace('.', ''));
}

/** Turns 1500 into `15.00`. */
export function formatPercent(basisPoints: number): string {
  const digits = String(basisPoints).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
