import type { Mode } from '../../../engine/principal.ts';

const day = 24 * 60 * 60 * 1000;

/** From capture to `available`: at once in the sandbox; live after one day (wallets) or two (cards). Decision 0010. */
export function settlementDelayMs(mode: Mode, method: string): number {
  if (mode === 'sandbox') return 0;
  return method.startsWith('wallet') ? day : 2 * day;
}

/** The same in days, as the merchant's profile shows it. */
export function settlementDays(mode: Mode): { wallet: number; card: number } {
  return { wallet: settlementDelayMs(mode, 'wallet') / day, card: settlementDelayMs(mode, 'card') / day };
}
