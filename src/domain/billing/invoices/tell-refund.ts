import type { Act } from '../../../engine/context.ts';
import { recordEvent } from '../../../engine/recording/record.ts';
import type { Refund } from '../../payments/refunds/queries.ts';
import { findInvoiceOfPayment } from './queries.ts';

/**
 * Reaction to `payment.refund.completed`: money of an invoice went back to its payer. The invoice stays paid. A payment that
 * nobody waited for has not paid it, and its return is no refund of the invoice.
 *
 * Spec: "Events", invoicing.invoice.refunded.
 */
export async function tellRefund(act: Act, { payment_id }: Refund): Promise<void> {
  const invoice = await findInvoiceOfPayment(act.tx, act.merchant.id, payment_id);
  if (invoice) await recordEvent(act, 'invoicing.invoice.refunded', invoice);
}
