import type { Context } from '../../../engine/context.ts';
import { merchantId } from '../../../engine/principal.ts';
import type { ChargeOutcome } from '../../money/gateways/port.ts';
import { askSavedCharge } from '../attempts/ask-saved-charge.ts';
import { type BegunPush, pushWallet } from '../attempts/push-wallet.ts';

/**
 * Asks whoever has the money: the wallet on the customer's phone, or the gateway that keeps the card. No transaction is open.
 *
 * Spec: "Virtual terminal", POST /sessions/{id}/charge.
 */
export async function askCharge(ctx: Context, begun: BegunPush): Promise<ChargeOutcome> {
  const { payment, awaited, isResumed } = begun;
  if (payment.payment_method_id === null) return await pushWallet(ctx, begun);
  if (!awaited) return { kind: 'unknown' };
  const outcome = await askSavedCharge(ctx, merchantId(payment.merchant_id), payment.id);
  // That it cannot be used now says nothing of the charge that a call before this one may have made.
  return isResumed && outcome.kind === 'unavailable' ? { kind: 'unknown' } : outcome;
}
