import type { Act } from '../../../engine/context.ts';
import { notFound } from '../../../platform/ids.ts';
import { findMethodIdsOf } from '../payment-methods/queries.ts';
import { removePaymentMethod } from '../payment-methods/remove-payment-method.ts';
import { changeCustomer, lockKnownCustomer } from './queries.ts';

/** A row without a word about the person: what points to it still finds something. */
const blank = { name: '', email: null, phone: null, external_id: null };

/**
 * Blanks what is known of a person and deletes their saved cards; the external id is free again. Payments and ledger stay
 * as they were. Doing it twice is doing it once.
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
  // No new one can come: a setup waits for the customer's row, and then does not find them.
  for (const methodId of await findMethodIdsOf(act.tx, act.merchant.id, id))
    await removePaymentMethod(act, methodId);
}
