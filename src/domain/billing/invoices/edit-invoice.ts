import type { Act } from '../../../engine/context.ts';
import { recordEvent } from '../../../engine/recording/record.ts';
import { ApiError } from '../../../platform/errors.ts';
import { notFound } from '../../../platform/ids.ts';
import { unitOf, wholeUnits } from '../../money/amounts/amount.ts';
import type { Currency } from '../../money/amounts/currency.ts';
import { namedSplit, refuseOtherCurrency } from '../../money/splits/create-split.ts';
import { findSplit } from '../../money/splits/queries.ts';
import { type CustomerReference, namedCustomer } from '../../payers/customers/named-customer.ts';
import { refuseTooLarge } from '../../payments/checkouts/gateway-for.ts';
import { billedTo } from './draft-invoice.ts';
import { findItems, writeItems } from './item-queries.ts';
import { changeInvoice, type Invoice, lockInvoice } from './queries.ts';
import { type Line, reckon } from './totals.ts';

/** An undefined field stays as it is. */
export type InvoiceChanges = {
  readonly customer: CustomerReference | undefined;
  readonly currency: Currency | undefined;
  /** New lines, which replace all others, given the currency that the invoice has from now on. */
  readonly lines: ((currency: Currency) => readonly Line[]) | undefined;
  readonly dueDate: string | undefined;
  readonly reference: string | null | undefined;
  readonly notes: string | null | undefined;
  /** As JSON; null: none. */
  readonly metadata?: string | null | undefined;
  /** Null: the merchant gets it all. */
  readonly splitId: string | null | undefined;
  readonly reminderDays: readonly number[] | undefined;
};

/**
 * Changes a draft. A call that changes nothing records no event.
 *
 * @param precondition throws if the draft, which is locked, is not as its caller decided on
 * @throws NOT_FOUND         no such invoice, customer or active split
 * @throws SPLIT_CURRENCY_MISMATCH the invoice has a split of another currency
 * @throws INVOICE_NOT_DRAFT `details.status`
 * @throws AMOUNT_TOO_LARGE  `details.maximum`
 * @throws INVALID_AMOUNT    a line has part of a unit of the new currency, see wholeUnits
 *
 * Spec: "Invoice". PATCH /v1/invoices/{id}.
 */
export async function editInvoice(
  act: Act,
  id: string,
  changes: InvoiceChanges,
  precondition?: (draft: Invoice) => Promise<void>,
): Promise<Invoice> {
  const draft = await lockInvoice(act.tx, act.merchant.id, id);
  if (!draft) throw notFound('inv');
  const customer = changes.customer && (await namedCustomer(act, changes.customer));
  const named = await namedSplitIn(act, draft, changes);
  const { status } = draft;
  if (status !== 'draft') throw new ApiError('INVOICE_NOT_DRAFT', { details: { status } });
  await precondition?.(draft);
  if (Object.values(changes).every((change) => change === undefined)) return draft;
  const lines = await rewriteLines(act, draft, changes);
  if (!named) await refuseKeptSplit(act, draft, changes);
  const changed = await changeInvoice(act.tx, act.merchant.id, id, {
    ...(customer && billedTo(customer)),
    ...lines,
    ...termsIn(changes),
    ...named,
    updated_at: act.ctx.now(act.merchant),
  });
  await recordEvent(act, 'invoicing.invoice.updated', changed);
  return changed;
}

/**
 * Writes new lines, and returns their totals. If only the currency is new and has another smallest unit, writes the draft's own
 * lines again.
 */
async function rewriteLines(act: Act, draft: Invoice, changes: InvoiceChanges) {
  const currency = changes.currency ?? draft.currency;
  const wanted = changes.lines?.(currency) ?? (await linesToRound(act, draft, currency));
  if (wanted === undefined) return {};
  const { lines, subtotal, tax, total } = reckon(wanted, currency);
  refuseTooLarge('card', total);
  await writeItems(act.tx, act.merchant.id, draft.id, lines);
  return { subtotal, tax, total };
}

async function linesToRound(
  act: Act,
  draft: Invoice,
  currency: Currency,
): Promise<readonly Line[] | undefined> {
  if (unitOf(currency) === unitOf(draft.currency)) return undefined;
  const items = await findItems(act.tx, act.merchant.id, draft.id);
  return items.map(({ description, quantity, unit_amount, tax_basis_points }) => ({
    description,
    quantity,
    unitAmount: wholeUnits(unit_amount, currency),
    taxBasisPoints: tax_basis_points,
  }));
}

/** A new split must be active. Undefined: the draft keeps its own. */
async function namedSplitIn(
  act: Act,
  draft: Invoice,
  { splitId, currency = draft.currency }: InvoiceChanges,
): Promise<{ readonly split_id: string | null } | undefined> {
  return splitId === undefined ? undefined : { split_id: await namedSplit(act, splitId, currency) };
}

/** A split that the draft has already is still used, if it is of the new currency. */
async function refuseKeptSplit(
  act: Act,
  draft: Invoice,
  { currency = draft.currency }: InvoiceChanges,
): Promise<void> {
  const kept = draft.split_id && (await findSplit(act.tx, act.merchant.id, draft.split_id));
  if (kept) refuseOtherCurrency(kept, currency);
}

function termsIn({ currency, dueDate, reference, notes, metadata, reminderDays }: InvoiceChanges) {
  return {
    ...(currency && { currency }),
    ...(dueDate !== undefined && { due_date: dueDate }),
    ...(reference !== undefined && { reference }),
    ...(notes !== undefined && { notes }),
    ...(metadata !== undefined && { metadata }),
    ...(reminderDays && { reminder_days: [...reminderDays] }),
  };
}
