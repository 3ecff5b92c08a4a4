import type { Act } from '../../../engine/context.ts';
import { notFound } from '../../../platform/ids.ts';
import { deletePaymentMethod } from '../payment-methods/delete-payment-method.ts';
import { findMethodIdsOf } from '../payment-methods/queries.ts';
import { changeCustomer, lockKnownCustomer } from './queries.ts';

/** The row stays, because other rows refer to it, but it says nothing about the person. */
const blank = { name: '', email: null, phone: null, external_id: null };

/**
 * Blanks a customer's personal data and deletes their saved cards. Their external id can be used again. Payments and the ledger
 * stay as they are. Safe to repeat.
 *
 * @throws NOT_FOUND
 *
 * Spec: "Other records", customer.
 */
export async function forgetCustomer(act: Act, id: string): Promise<void> {
  const customer = await lockKnownCustomer(act.tx, act.merchant.id, id);
  if (!customer) throw notFound('cus');
  if (customer.deleted_at !== null) return;
  const now = act.ctx.now(act.merchant);
  await changeCustomer(act.tx, act.merchant.id, id, { ...blank, updated_at: now, deleted_at: now });
  // No payment method is added meanwhile: opening a page for one waits for the lock on the customer, then finds them deleted.
  for (const methodId of await findMethodIdsOf(act.tx, act.merchant.id, id))
    await deletePaymentMethod(act, methodId);
}
