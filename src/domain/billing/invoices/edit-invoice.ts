import type { Act } from '../../../engine/context.ts';
import { recordEvent } from '../../../engine/recording/record.ts';
import { ApiError } from '../../../platform/errors.ts';
import type { Currency } from '../../money/amounts/currency.ts';
import type { NamedCustomer } from '../../payers/customers/named-customer.ts';
import { refuseTooLarge } from '../../payments/checkouts/gateway-for.ts';
import { billedTo } from './draft-invoice.ts';
import { writeItems } from './item-queries.ts';
import { changeInvoice, type Invoice } from './queries.ts';
import { type Line, reckon } from './totals.ts';

/** What is undefined stays. */
export type InvoiceChanges = {
  readonly customer: NamedCustomer | undefined;
  readonly currency: Currency | undefined;
  /** Instead of all lines. */
  readonly lines: readonly Line[] | undefined;
  readonly dueDate: string | undefined;
  readonly reference: string | null | undefined;
  readonly notes: string | null | undefined;
};

/**
 * Changes a draft, which its caller has locked. A call that changes nothing tells nobody.
 *
 * @throws INVOICE_NOT_DRAFT `details.status`
 * @throws AMOUNT_TOO_LARGE  `details.maximum`
 *
 * Spec: "Invoice". PATCH /v1/invoices/{id}.
 */
export async function editInvoice(act: Act, draft: Invoice, changes: InvoiceChanges): Promise<Invoice> {
  const { status, id } = draft;
  if (status !== 'draft') throw new ApiError('INVOICE_NOT_DRAFT', { details: { status } });
  if (Object.values(changes).every((change) => change === undefined)) return draft;
  const { customer, currency, dueDate, reference, notes } = changes;
  const changed = await changeInvoice(act.tx, act.merchant.id, id, {
    ...(customer && billedTo(customer)),
    ...(changes.lines && (await rewrite(act, id, changes.lines))),
    ...(currency && { currency }),
    ...(dueDate !== undefined && { due_date: dueDate }),
    ...(reference !== undefined && { reference }),
    ...(notes !== undefined && { notes }),
    updated_at: act.ctx.now(act.merchant),
  });
  await recordEvent(act, 'invoicing.invoice.updated', changed);
  return changed;
}

async function rewrite(act: Act, id: string, wanted: readonly Line[]) {
  const { lines, subtotal, tax, total } = reckon(wanted);
  refuseTooLarge('card', total);
  await writeItems(act.tx, act.merchant.id, id, lines);
  return { subtotal, tax, total };
}
