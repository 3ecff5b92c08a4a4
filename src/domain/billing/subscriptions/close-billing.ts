import type { Act } from '../../../engine/context.ts';
import { cancel } from '../../../engine/jobs/enqueue.ts';
import { free } from '../invoices/attempt-queries.ts';
import { lockInvoice } from '../invoices/queries.ts';
import { voidInvoice } from '../invoices/void-invoice.ts';
import { periodJob } from './period-job.ts';
import { findOpenCycles, type Subscription } from './queries.ts';

/**
 * From now on nothing of a locked subscription is billed: open invoices are voided, nobody is asked any more. An attempt
 * that is under way cannot be recalled and does not hold anybody up: its invoice is not kept for it any longer, so its
 * money goes back when it comes.
 *
 * Spec: "States and transitions", subscription. Decision 0017.
 */
export async function closeBilling(act: Act, subscription: Subscription): Promise<void> {
  const { id, next_billing_at } = subscription;
  if (next_billing_at) await cancel(act, 'subscriptions.renew', periodJob(id, next_billing_at).key);
  for (const { period_start, invoice_id } of await findOpenCycles(act.tx, act.merchant.id, id)) {
    await cancel(act, 'subscriptions.collect', periodJob(id, period_start).key);
    await letGo(act, invoice_id);
    // Its cycle is closed by a reaction, as it is when the merchant voids it.
    await voidInvoice(act, invoice_id);
  }
}

async function letGo(act: Act, invoiceId: string): Promise<void> {
  const invoice = await lockInvoice(act.tx, act.merchant.id, invoiceId);
  const checkoutId = invoice?.attempt_checkout_id;
  if (checkoutId) await free(act.tx, act.merchant.id, { invoiceId, checkoutId });
}
