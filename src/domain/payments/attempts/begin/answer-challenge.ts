import type { Act } from '../../../../engine/context.ts';
import { lockCheckout } from '../../checkouts/queries.ts';
import { lockTransaction, type Transaction } from '../../transactions/queries.ts';
import { waitsForAnswer } from '../challenge.ts';
import { scheduleRequery } from '../learn-outcome.ts';
import { findLatestAttempt, keepGatewayAnswer } from '../queries.ts';

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
  // The process may die before it writes the gateway's answer, or the bank may take its time: the questions begin anew.
  await scheduleRequery(act, { id: latest.id, begun: now, expires: now }, 1);
  const attempt = await lockTransaction(act.tx, act.merchant.id, latest.id);
  const checkout = await lockCheckout(act.tx, act.merchant.id, checkoutId);
  const isOpen = checkout?.status === 'pending' && checkout.expires_at > now;
  if (!attempt || !waitsForAnswer(attempt) || !isOpen) return undefined;
  const answered = { challenge_answered_at: now };
  await keepGatewayAnswer(act.tx, act.merchant.id, attempt.id, answered);
  return { ...attempt, ...answered };
}
