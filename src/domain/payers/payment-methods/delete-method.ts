import type { Act } from '../../../engine/context.ts';
import { notFound } from '../../../platform/ids.ts';
import { findPaymentMethod } from './queries.ts';
import { removePaymentMethod } from './remove-payment-method.ts';

/**
 * Deletes a payment method, whatever its state. Doing it twice is doing it once.
 *
 * @throws NOT_FOUND
 *
 * Spec: "Events", vault.payment-token.deleted.
 */
export async function deleteMethod(act: Act, id: string): Promise<void> {
  if (await removePaymentMethod(act, id)) return;
  if (!(await findPaymentMethod(act.tx, act.merchant.id, id))) throw notFound('pm');
}
