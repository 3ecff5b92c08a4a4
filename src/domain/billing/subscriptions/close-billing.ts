import type { Act } from '../../../engine/context.ts';
import { cancel } from '../../../engine/jobs/enqueue.ts';
import { lockInvoice, releaseInvoice } from '../invoices/queries.ts';
import { voidInvoice } from '../invoices/void-invoice.ts';
import { findOpenCycles } from './cycle-queries.ts';
import { periodJob } from './period-job.ts';
import type { Subscription } from './queries.ts';

/**
 * Stops the billing of a locked subscription: cancels its renewal and its tries, and voids its open invoices. An attempt under
 * way cannot be recalled, and is not waited for. Its invoice is released, so its money goes back when it arrives.
 *
 * Spec: "States and transitions", subscription. Decision 0017.
 */
export async function closeBilling(act: Act, subscription: Subscription): Promise<void> {
  const { id, next_billing_at } = subscription;
  if (next_billing_at) await cancel(act, 'subscriptions.renew', periodJob(id, next_billing_at).key);
  for (const { period_start, invoice_id } of await findOpenCycles(act.tx, act.merchant.id, id)) {
    await cancel(act, 'subscriptions.collect', periodJob(id, period_start).key);
    await release(act, invoice_id);
    // The reaction `waiveCycle` then closes the cycle.
    await voidInvoice(act, invoice_id);
  }
}

async function release(act: Act, invoiceId: string): Promise<void> {
  const invoice = await lockInvoice(act.tx, act.merchant.id, invoiceId);
  const checkoutId = invoice?.attempt_checkout_id;
  if (checkoutId) await releaseInvoice(act.tx, act.merchant.id, { invoiceId, checkoutId });
}
