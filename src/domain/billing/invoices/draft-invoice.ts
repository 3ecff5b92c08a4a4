import type { Act } from '../../../engine/context.ts';
import { recordEvent } from '../../../engine/recording/record.ts';
import { newId } from '../../../platform/ids.ts';
import type { Currency } from '../../money/amounts/currency.ts';
import { namedSplit } from '../../money/splits/create-split.ts';
import type { NamedCustomer } from '../../payers/customers/named-customer.ts';
import { writeItems } from './item-queries.ts';
import { type Invoice, insertInvoice } from './queries.ts';
import { refuseUnpayable } from './refuse-unpayable.ts';
import { type Line, reckon } from './totals.ts';

export type WantedInvoice = {
  /** The id that something else names already. */
  readonly id?: string;
  readonly appId: string;
  readonly customer: NamedCustomer;
  readonly currency: Currency;
  /** At least one. */
  readonly lines: readonly Line[];
  /** `2026-01-31`: the last day to pay, in UTC. */
  readonly dueDate: string;
  readonly reference: string | null;
  readonly notes: string | null;
  /** The integrator's own texts by their names, as JSON; null without any. */
  readonly metadata: string | null;
  /** Days from the due date. */
  readonly reminderDays: readonly number[];
  /** The subscription whose period it bills. */
  readonly subscriptionId: string | null;
  /** Who gets which share of its payment. */
  readonly splitId?: string | undefined;
};

/**
 * Drafts an invoice: it has no number and no page yet, and can still be changed. `issueInvoice` sends it.
 *
 * @throws GATEWAY_NOT_CONFIGURED, AMOUNT_TOO_SMALL, AMOUNT_TOO_LARGE see refuseUnpayable
 * @throws NOT_FOUND, SPLIT_CURRENCY_MISMATCH see namedSplit
 *
 * Spec: "POST /v1/invoices".
 */
export async function draftInvoice(act: Act, wanted: WantedInvoice): Promise<Invoice> {
  const split_id = await namedSplit(act, wanted.splitId, wanted.currency);
  const { lines, subtotal, tax, total } = reckon(wanted.lines, wanted.currency);
  refuseUnpayable(act.ctx, { total, currency: wanted.currency, subscription_id: wanted.subscriptionId });
  const now = act.ctx.now(act.merchant);
  const invoice = await insertInvoice(act.tx, act.merchant.id, {
    ...billedTo(wanted.customer),
    id: wanted.id ?? newId(),
    app_id: wanted.appId,
    status: 'draft',
    currency: wanted.currency,
    subtotal,
    tax,
    total,
    due_date: wanted.dueDate,
    reference: wanted.reference,
    notes: wanted.notes,
    metadata: wanted.metadata,
    reminder_days: [...wanted.reminderDays],
    subscription_id: wanted.subscriptionId,
    split_id,
    created_at: now,
    updated_at: now,
  });
  await writeItems(act.tx, act.merchant.id, invoice.id, lines);
  await recordEvent(act, 'invoicing.invoice.created', invoice);
  return invoice;
}

/** An invoice keeps a copy of its customer: later changes of the customer do not change it. */
export function billedTo({ id, name, email, phone }: NamedCustomer) {
  return { customer_id: id, customer_name: name, customer_email: email, customer_phone: phone };
}
