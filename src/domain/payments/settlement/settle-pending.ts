import type { Job, JobPayloads } from '../../../engine/context.ts';
import type { Mode } from '../../../engine/principal.ts';
import { releaseHold } from './release-reserve.ts';

declare module '../../../engine/context.ts' {
  interface JobPayloads {
    'ledger.settle-pending': { paymentId: string };
  }
}

/**
 * Job `ledger.settle-pending`: moves what is left of a payment from `pending` to `available`. Only live payments wait for
 * it: the sandbox settles at the capture.
 *
 * Decision 0010.
 */
export const settlePending: Job<JobPayloads['ledger.settle-pending']> = async (act, { paymentId }) =>
  await releaseHold(act, paymentId, 'pending');

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
