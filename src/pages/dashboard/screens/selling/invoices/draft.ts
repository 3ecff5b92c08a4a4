import { createInvoice } from '../../../../../domain/billing/invoices/create-invoice.ts';
import { editInvoice } from '../../../../../domain/billing/invoices/edit-invoice.ts';
import type { InvoiceItem } from '../../../../../domain/billing/invoices/item-queries.ts';
import type { Invoice } from '../../../../../domain/billing/invoices/queries.ts';
import type { Currency } from '../../../../../domain/money/amounts/currency.ts';
import { readId, showId } from '../../../../../platform/ids.ts';
import { type Html, html } from '../../../../html.ts';
import { showMoney } from '../../../../money.ts';
import { invoicesWords } from '../../../../words/dashboard/selling/invoices.ts';
import { invoiceAddress } from '../../../parts/billing.ts';
import { formTo } from '../../../parts/forms.ts';
import { screen } from '../../../parts/frame.ts';
import { notice } from '../../../parts/notices.ts';
import { splitField } from '../../../parts/payments.ts';
import { savedCustomer, savedFields } from '../../../parts/saved-customer.ts';
import { acting, onceOf } from '../../../requests/acting.ts';
import { type Answer, Refusal, seeOther } from '../../../requests/answers.ts';
import { judged } from '../../../requests/judged.ts';
import { refuseNewPayments, sellingApp } from '../../../requests/selling.ts';
import type { MerchantVisit } from '../../../requests/visit.ts';
import { contactFields, contactIn, customerFields, termFields, termsIn } from './fields.ts';
import { invoiceIn } from './invoice.ts';
import { lineFields, linesIn, moreButton, mostLines, typedLines } from './lines.ts';
import { linesOf, refuseChangedDraft, shownOf, wantedOf } from './seen.ts';

const words = invoicesWords.form;

export async function showCreate(visit: MerchantVisit): Promise<Answer> {
  const saved = await savedCustomer(visit);
  return screen(visit, {
    title: invoicesWords.new,
    up: { label: invoicesWords.title, to: `${visit.base}/invoices` },
    main: formTo(visit, {
      to: `${visit.base}/invoices/new`,
      button: words.save,
      cancel: `${visit.base}/invoices`,
      once: onceOf(),
      more: moreButton(visit, 0),
      fields: html`${saved ? savedFields(saved) : contactFields(visit)}${termFields(visit)}${await splitField(visit)}${lineFields(visit, [])}`,
    }),
  });
}

/** Judged by the contract of `createInvoice`. */
export async function createDraft(visit: MerchantVisit): Promise<Answer> {
  if (visit.form.has('more')) return await showCreate(visit);
  const saved = await savedCustomer(visit);
  const customer = saved ? { customer_id: showId('cus', saved.id) } : { customer: contactIn(visit) };
  const terms = termsIn(visit);
  const { items, names } = typedLines(visit);
  const split = visit.form.value('split_id');
  const body = judged(
    'createInvoice',
    { ...customer, ...terms, items, split_id: split },
    { ...customerFields, ...names },
  );
  await refuseNewPayments(visit);
  const appId = await sellingApp(visit);
  const made = await acting(visit, 'invoice.drafted', async (act) => {
    const invoice = await createInvoice(act, {
      appId,
      customer: body,
      currency: body.currency,
      lines: linesIn(body.items, body.currency),
      dueDate: body.due_date,
      reference: body.reference ?? null,
      notes: body.notes ?? null,
      splitId: body.split_id && readId('spl', body.split_id),
      metadata: null,
      reminderDays: body.reminder_days ?? [],
      send: false,
    });
    return { result: invoice, object: showId('inv', invoice.id), details: detailsOf(invoice) };
  });
  return seeOther(`${invoiceAddress(visit, made.id)}?done=drafted`);
}

/** Without the customer, who is in the invoice: nothing can be erased from the audit log, and a reset of the sandbox keeps it. */
const detailsOf = ({ total, currency }: Invoice) => ({ total: showMoney(total, currency) });

export async function showEdit(visit: MerchantVisit): Promise<Answer> {
  const { invoice, items } = await invoiceIn(visit);
  const address = invoiceAddress(visit, invoice.id);
  return screen(visit, {
    title: invoicesWords.edit,
    up: { label: invoicesWords.titleOf(invoice.number), to: address },
    main: whyNot(invoice, items) ?? editForm(visit, invoice, items),
  });
}

function whyNot({ status }: Invoice, items: readonly InvoiceItem[]): Html | undefined {
  if (status !== 'draft') return notice('plain', words.notDraft);
  return items.length > mostLines ? notice('plain', words.tooLong(mostLines)) : undefined;
}

function editForm(visit: MerchantVisit, invoice: Invoice, items: readonly InvoiceItem[]): Html {
  const address = invoiceAddress(visit, invoice.id);
  const { customer_id: id, customer_name: name } = invoice;
  return formTo(visit, {
    to: `${address}/edit`,
    button: words.save,
    cancel: address,
    seen: shownOf(invoice, linesOf(items)),
    more: moreButton(visit, items.length),
    fields: html`${id === null ? contactFields(visit, invoice) : savedFields({ name, id })}${termFields(visit, invoice)}${lineFields(visit, items)}`,
  });
}

/** Judged by the contract of `updateInvoice`; what was emptied becomes null. A saved customer stays. */
export async function saveDraft(visit: MerchantVisit): Promise<Answer> {
  if (visit.form.has('more')) return await showEdit(visit);
  const { invoice, items: present } = await invoiceIn(visit);
  if (present.length > mostLines) throw new Refusal(words.tooLong(mostLines));
  const customer = invoice.customer_id === null ? contactIn(visit) : undefined;
  const terms = termsIn(visit);
  const { items, names } = typedLines(visit);
  const body = judged(
    'updateInvoice',
    { ...terms, reference: terms.reference || null, notes: terms.notes || null, customer, items },
    { ...customerFields, ...names },
  );
  const { items: lines, customer: payer } = body;
  const changes = {
    customer: payer && { customer: payer },
    currency: body.currency,
    lines: lines && ((currency: Currency) => linesIn(lines, currency)),
    dueDate: body.due_date,
    reference: body.reference,
    notes: body.notes,
    splitId: undefined,
    reminderDays: body.reminder_days,
  };
  await acting(visit, 'invoice.changed', async (act) => {
    const changed = await editInvoice(act, invoice.id, changes, (draft) =>
      refuseChangedDraft(visit, act, draft, wantedOf(draft, body)),
    );
    return { result: undefined, object: showId('inv', invoice.id), details: detailsOf(changed) };
  });
  return seeOther(`${invoiceAddress(visit, invoice.id)}?done=saved`);
}
