import type { CallbackSubject } from '../../domain/money/gateways/mobile-money/callback-address.ts';
import { hearOfPayment } from '../../domain/payments/attempts/confirm-payment.ts';
import { hearOfRefund } from '../../domain/payments/refunds/confirm-refund.ts';
import { hearOfPayout } from '../../domain/payouts/payouts/confirm-payout.ts';
import type { Act, Context } from '../../engine/context.ts';
import type { Mode } from '../../engine/principal.ts';
import { inTransaction } from '../../platform/db/database.ts';

type Hear = (act: Act, id: string) => Promise<boolean>;

const hears: Readonly<Record<CallbackSubject['kind'], Hear>> = {
  payment: hearOfPayment,
  refund: hearOfRefund,
  payout: hearOfPayout,
};

/**
 * Queues the question to a gateway that has called back.
 *
 * @returns false if what it calls about is in neither mode: a sandbox was reset
 */
export async function receiveCall(
  contexts: Readonly<Record<Mode, Context>>,
  { kind, merchantId, id }: CallbackSubject,
): Promise<boolean> {
  const hear = hears[kind];
  // An address does not say its mode, and an id is in one mode only.
  for (const ctx of [contexts.live, contexts.sandbox]) {
    const heard = await inTransaction(ctx.db, merchantId, (tx, clockOffsetMs) =>
      hear({ ctx, tx, merchant: { id: merchantId, clockOffsetMs } }, id),
    );
    if (heard) return true;
  }
  return false;
}
