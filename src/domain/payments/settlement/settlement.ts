import type { Mode } from '../../../engine/principal.ts';

const day = 24 * 60 * 60 * 1000;

/** From capture to `available`: the sandbox settles at once; live after one day (wallets) or two (cards). Decision 0010. */
export function settlementDelayMs(mode: Mode, method: string): number {
  if (mode === 'sandbox') return 0;
  return method.startsWith('wallet') ? day : 2 * day;
}

/** The same, in the days a merchant reads in the profile. */
export function settlementDays(mode: Mode): { wallet: number; card: number } {
  return { wallet: settlementDelayMs(mode, 'wallet') / day, card: settlementDelayMs(mode, 'card') / day };
}
