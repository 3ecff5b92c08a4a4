import type { Act } from '../../../engine/context.ts';
import { recordEvent, recordFirstEvent } from '../../../engine/recording/record.ts';
import { type Checkout, lockCheckout } from './queries.ts';

/** A push, and each try of a subscription: nobody is at a page who could try again. */
export function isAskedOnce({ wallet_type, source_type }: Checkout): boolean {
  return wallet_type !== null || source_type === 'subscription';
}

/**
 * Tells of a checkout that was just opened. Of one that opens with its only attempt nothing is told yet: of an attempt
 * that the gateway does not begin nothing is kept, its checkout neither.
 *
 * Spec: "Events", payment.order.created.
 */
export async function tellOpened(act: Act, checkout: Checkout): Promise<void> {
  if (!isAskedOnce(checkout)) await recordEvent(act, 'payment.order.created', checkout);
}

/** Tells of a checkout that opened with its only attempt, once that has begun: as it was when it was opened. */
export async function tellBegun(act: Act, checkoutId: string): Promise<void> {
  const checkout = await lockCheckout(act.tx, act.merchant.id, checkoutId);
  if (!checkout || !isAskedOnce(checkout)) return;
  await recordFirstEvent(act, 'payment.order.created', { ...checkout, status: 'pending', failure: null });
}
