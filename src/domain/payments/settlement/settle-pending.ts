import type { Job, JobPayloads } from '../../../engine/context.ts';
import { releaseHold } from './release-hold.ts';

declare module '../../../engine/context.ts' {
  interface JobPayloads {
    'ledger.settle-pending': { paymentId: string };
  }
}

/**
 * Job `ledger.settle-pending`: in live, one day after a wallet paid or two after a card, the rest of the payment can be
 * paid out. The sandbox settles at once.
 *
 * Decision 0010.
 */
export const settlePending: Job<JobPayloads['ledger.settle-pending']> = async (act, { paymentId }) =>
  await releaseHold(act, paymentId, 'pending');
