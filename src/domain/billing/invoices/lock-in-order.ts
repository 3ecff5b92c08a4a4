import type { Act } from '../../../engine/context.ts';
import { findInvoice, type Invoice, lockInvoice, lockSubscriptionOf } from './queries.ts';

/**
 * Locks an invoice, and before it the subscription that made it: what becomes of the invoice concerns it, and whoever pauses
 * or cancels it goes the same way.
 *
 * Spec: "Invoice". Decision 0024.
 */
export async function lockInOrder(act: Act, id: string): Promise<Invoice | undefined> {
  const invoice = await findInvoice(act.tx, act.merchant.id, id);
  if (invoice?.subscription_id) await lockSubscriptionOf(act.tx, act.merchant.id, invoice.subscription_id);
  return invoice && (await lockInvoice(act.tx, act.merchant.id, id));
}
