import type { Act } from '../../../engine/context.ts';
import { recordEvent } from '../../../engine/recording/record.ts';
import { findLatestAttempt } from './queries.ts';

/**
 * Tells of the newest attempt of a checkout that has ended unpaid, whatever became of it. The checkout is locked, so what
 * is decided of the attempt at this moment is told after it.
 *
 * Spec: "Events", payment.capture.expired and payment.capture.cancelled.
 */
export async function tellUnpaid(
  act: Act,
  checkoutId: string,
  type: 'payment.capture.expired' | 'payment.capture.cancelled',
): Promise<void> {
  const attempt = await findLatestAttempt(act.tx, act.merchant.id, checkoutId);
  if (attempt) await recordEvent(act, type, attempt);
}
