import type { Act } from '../../../engine/context.ts';
import { enqueue } from '../../../engine/jobs/enqueue.ts';
import type { PayoutGateway } from '../../money/gateways/payout-port.ts';
import type { Payout } from './queries.ts';

/**
 * Queues what ends a payout that goes to its gateway now: the gateway's answer, and for cash the end of its code.
 *
 * @param since when it goes to the gateway
 */
export async function awaitOutcome(
  act: Act,
  payout: Payout,
  { gateway, since }: { readonly gateway: PayoutGateway; readonly since: Date },
): Promise<void> {
  const job = { key: payout.id, payload: { payoutId: payout.id } };
  const at = new Date(since.getTime() + gateway.answersAfterMs);
  await enqueue(act, 'payouts.complete', { ...job, at });
  if (payout.otp_expires_at) await enqueue(act, 'payouts.expire', { ...job, at: payout.otp_expires_at });
}

/** Queues the review that the sandbox plays for some payouts. */
export async function awaitReview(act: Act, payout: Payout, gateway: PayoutGateway): Promise<void> {
  const review = gateway.review?.(payout);
  if (!review) return;
  const at = new Date(payout.created_at.getTime() + review.heldAfterMs);
  await enqueue(act, 'payouts.review', {
    key: payout.id,
    payload: { payoutId: payout.id, verdict: 'held' },
    at,
  });
}
