import type { Act, Job, JobPayloads } from '../../../engine/context.ts';
import { enqueue } from '../../../engine/jobs/enqueue.ts';
import { recordEvent } from '../../../engine/recording/record.ts';
import { cardEndsAt } from '../../money/gateways/card-number.ts';
import type { RenewedCard } from '../../money/gateways/port.ts';
import { changeCard, lockPaymentMethod, type PaymentMethod } from './queries.ts';

declare module '../../../engine/context.ts' {
  interface JobPayloads {
    /** A gateway's account updater calls back: the bank has renewed a saved card. */
    'payment-methods.renewed': { paymentMethodId: string; renewed: RenewedCard };
  }
}

/** Expires the card at the end of its last month. It replaces the job for an earlier month. */
export async function expireLater(act: Act, id: string, expiry: RenewedCard['expiry']): Promise<void> {
  const at = cardEndsAt(expiry);
  await enqueue(act, 'payment-methods.expire', { key: id, payload: { paymentMethodId: id }, at });
}

/**
 * Job `payment-methods.renewed`: keeps the new expiry, and the new last digits, of a saved card. The gateway's token stays the same.
 * A callback about a card that was deleted or has expired changes nothing, nor does one that comes again or too late.
 *
 * Spec: "Events", vault.payment-token.updated. Decision 0082.
 */
export const renewCard: Job<JobPayloads['payment-methods.renewed']> = async (act, payload) => {
  const { paymentMethodId: id, renewed } = payload;
  const method = await lockPaymentMethod(act.tx, act.merchant.id, id);
  if (method?.status !== 'active' || !isNews(method, renewed)) return;
  const { expiry, last4 = method.last4 } = renewed;
  const card = { exp_month: expiry.month, exp_year: expiry.year, last4 };
  const changed = await changeCard(act.tx, act.merchant.id, id, card);
  await expireLater(act, id, expiry);
  await recordEvent(act, 'vault.payment-token.updated', changed);
};

/** An older date than the known one belongs to a callback that was overtaken. */
function isNews({ exp_month: month, exp_year: year }: PaymentMethod, { expiry }: RenewedCard): boolean {
  return month !== null && year !== null && cardEndsAt(expiry) > cardEndsAt({ month, year });
}
