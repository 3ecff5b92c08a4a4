import type { Act } from '../../../engine/context.ts';
import { cancel } from '../../../engine/jobs/enqueue.ts';
import { recordEvent } from '../../../engine/recording/record.ts';
import { move } from '../../../engine/states/moves.ts';
import { assert } from '../../../platform/assert.ts';
import type { CheckoutOwner, MoneyVerdict } from '../../payments/checkouts/owners.ts';
import type { Checkout } from '../../payments/checkouts/queries.ts';
import type { Refund } from '../../payments/refunds/queries.ts';
import {
  findInvoiceOfPayment,
  lockInvoice,
  lockInvoiceInOrder,
  releaseInvoice,
  reserveInvoice,
} from './queries.ts';
import { invoiceMoves } from './states.ts';

/**
 * What a checkout of an invoice means to the invoice. While an attempt is under way the invoice is reserved for its
 * checkout, so that nobody else is charged. A completed checkout pays the invoice.
 *
 * Spec: "Invoice". Decision 0024.
 */
export const invoiceAsOwner: CheckoutOwner = {
  begins: (act, checkout) => reserveInvoice(act.tx, act.merchant.id, reservationOf(checkout)),
  claim: claimInvoice,
  attemptOver: (act, checkout) => releaseInvoice(act.tx, act.merchant.id, reservationOf(checkout)),
  ended: (act, checkout) =>
    checkout.status === 'completed'
      ? settleInvoice(act, checkout)
      : releaseInvoice(act.tx, act.merchant.id, reservationOf(checkout)),
};

function reservationOf({ id, source_id }: Checkout) {
  assert(source_id, 'a checkout of an invoice names it');
  return { invoiceId: source_id, checkoutId: id };
}

/**
 * Whether an invoice takes the money that has arrived. It takes money for the checkout that it is reserved for, and also late
 * money while it is neither paid nor reserved. Of two payments only one is accepted.
 */
async function claimInvoice(act: Act, checkout: Checkout): Promise<MoneyVerdict> {
  const { invoiceId, checkoutId } = reservationOf(checkout);
  const invoice = await lockInvoiceInOrder(act.tx, act.merchant.id, invoiceId);
  assert(invoice, 'a checkout of an invoice has it');
  if (invoice.status === 'void') return 'late_payment';
  const reservedFor = invoice.attempt_checkout_id;
  const isFree = reservedFor === null || reservedFor === checkoutId;
  return invoice.status === 'sent' && isFree ? 'wanted' : 'surplus_payment';
}

async function settleInvoice(act: Act, checkout: Checkout): Promise<void> {
  const { invoiceId: id } = reservationOf(checkout);
  const invoice = await lockInvoice(act.tx, act.merchant.id, id);
  // Two processes may differ by milliseconds: an invoice is never paid before it was sent.
  const notBefore = invoice?.sent_at ?? null;
  const set = {
    transaction_id: checkout.transaction_id,
    attempt_checkout_id: null,
    paid_at: later(checkout.completed_at, notBefore),
    updated_at: later(act.ctx.now(act.merchant), notBefore),
  };
  const paid = await move(act, 'invoices', id, invoiceMoves.pay, { set });
  assert(paid, 'a checkout completes only after claimInvoice accepted its money');
  await cancel(act, 'invoices.mark-unpaid', id);
  await cancel(act, 'invoices.remind', id);
}

function later<T extends Date | null>(time: T, notBefore: Date | null): T | Date {
  return time !== null && notBefore !== null && time < notBefore ? notBefore : time;
}

/**
 * Reaction to `payment.refund.completed`: records that the payment of an invoice was refunded. The invoice stays paid. A
 * late or surplus payment did not pay the invoice, so its refund records nothing.
 *
 * Spec: "Events", invoicing.invoice.refunded.
 */
export async function recordInvoiceRefund(act: Act, { payment_id }: Refund): Promise<void> {
  const invoice = await findInvoiceOfPayment(act.tx, act.merchant.id, payment_id);
  if (invoice) await recordEvent(act, 'invoicing.invoice.refunded', invoice);
}
