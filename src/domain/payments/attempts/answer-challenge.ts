import type { Act } from '../../../engine/context.ts';
import { enqueue } from '../../../engine/jobs/enqueue.ts';
import { lockCheckout } from '../checkouts/queries.ts';
import { lockTransaction, type Transaction } from '../transactions/queries.ts';
import { waitsForAnswer } from './challenge.ts';
import { findLatestAttempt, keepGatewayAnswer } from './queries.ts';

/** If the process dies before it writes the gateway's answer, the gateway is asked after this long. */
const doubtMs = 10 * 1000;
/** The question of the schedule to go on with: the earlier ones are for an attempt that has just begun. */
const doubtQuestion = 6;

/**
 * Takes the customer's answer to the challenge of a checkout's newest attempt, so that it is sent once. Afterwards call
 * `askChallenge` with no transaction open, and write its outcome by `endAttempt`.
 *
 * @returns undefined if nothing waits for an answer: it was given before, or the checkout has ended or its time is over
 *
 * Spec: "hosted checkout".
 */
export async function beginAnswer(act: Act, checkoutId: string): Promise<Transaction | undefined> {
  const latest = await findLatestAttempt(act.tx, act.merchant.id, checkoutId);
  if (!latest || !waitsForAnswer(latest)) return undefined;
  const now = act.ctx.now(act.merchant);
  // Lock order: the job before its attempt, as when the job ends, and the attempt before its checkout.
  await enqueue(act, 'payments.requery', {
    key: latest.id,
    payload: { paymentId: latest.id, attempt: doubtQuestion },
    at: new Date(now.getTime() + doubtMs),
  });
  const attempt = await lockTransaction(act.tx, act.merchant.id, latest.id);
  const checkout = await lockCheckout(act.tx, act.merchant.id, checkoutId);
  const isOpen = checkout?.status === 'pending' && checkout.expires_at > now;
  if (!attempt || !waitsForAnswer(attempt) || !isOpen) return undefined;
  const answered = { challenge_answered_at: now };
  await keepGatewayAnswer(act.tx, act.merchant.id, attempt.id, answered);
  return { ...attempt, ...answered };
}
