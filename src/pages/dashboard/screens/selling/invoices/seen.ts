import { findItems, type InvoiceItem } from '../../../../../domain/billing/invoices/item-queries.ts';
import type { Invoice } from '../../../../../domain/billing/invoices/queries.ts';
import type { Line } from '../../../../../domain/billing/invoices/totals.ts';
import { amountOf, formatMoney2 } from '../../../../../domain/money/amounts/amount.ts';
import { formatPercent } from '../../../../../domain/money/amounts/percent.ts';
import type { Act } from '../../../../../engine/context.ts';
import type { RequestOf } from '../../../../../platform/contract/types.ts';
import { invoicesWords } from '../../../../words/dashboard/selling/invoices.ts';
import { refuseChanged, type Shown } from '../../../requests/seen.ts';
import type { MerchantVisit } from '../../../requests/visit.ts';
import { isOfLines, linesIn, together } from './lines.ts';

type Draft = Pick<
  Invoice,
  | 'customer_name'
  | 'customer_email'
  | 'customer_phone'
  | 'currency'
  | 'due_date'
  | 'reference'
  | 'notes'
  | 'reminder_days'
>;

/** What the screens show of a draft that can be changed. */
export const shownOf = (draft: Draft, lines: readonly Line[]) => ({
  name: draft.customer_name,
  email: textOf(draft.customer_email),
  phone: textOf(draft.customer_phone),
  currency: draft.currency,
  due_date: draft.due_date,
  reference: textOf(draft.reference),
  notes: textOf(draft.notes),
  reminder_days: draft.reminder_days.join(', '),
  [together]: shownLines(lines),
});

const shownLines = (lines: readonly Line[]): string => lines.map(shownLine).join('; ');

function shownLine({ description, quantity, unitAmount, taxBasisPoints: points }: Line): string {
  const tax = points === null ? '' : `, ${invoicesWords.line.rate(formatPercent(points))}`;
  return `${quantity} × ${description}, ${formatMoney2(unitAmount)}${tax}`;
}

/** What they would show if the form were saved. A saved customer stays. */
export function wantedOf(
  { currency: present }: Draft,
  {
    customer,
    currency = present,
    items = [],
    reminder_days = [],
    ...terms
  }: RequestOf<'updateInvoice'>['body'],
): Shown {
  return {
    ...(customer && { name: customer.name, email: textOf(customer.email), phone: textOf(customer.phone) }),
    currency,
    due_date: textOf(terms.due_date),
    reference: textOf(terms.reference),
    notes: textOf(terms.notes),
    reminder_days: reminder_days.join(', '),
    [together]: shownLines(linesIn(items, currency)),
  };
}

const textOf = (text: string | null | undefined): string => text ?? '';

/** Lines that are kept, as those that are typed. */
export const linesOf = (items: readonly InvoiceItem[]): Line[] =>
  items.map(({ description, quantity, unit_amount, tax_basis_points }) => ({
    description,
    quantity,
    unitAmount: amountOf(unit_amount),
    taxBasisPoints: tax_basis_points,
  }));

/**
 * Judges a draft that is locked.
 *
 * @param wanted as the form would make it; absent for a button
 * @throws ChangedMeanwhile see refuseChanged
 */
export async function refuseChangedDraft(
  visit: MerchantVisit,
  act: Act,
  draft: Invoice,
  wanted: Shown = {},
): Promise<void> {
  const items = await findItems(act.tx, visit.merchantId, draft.id);
  refuseChanged(visit, {
    present: shownOf(draft, linesOf(items)),
    wanted,
    fields: { [together]: isOfLines },
  });
}
