import type { Invoice } from '../../../../../domain/billing/invoices/queries.ts';
import { currencies } from '../../../../../domain/money/amounts/currency.ts';
import { type Html, html } from '../../../../html.ts';
import { invoicesWords } from '../../../../words/dashboard/selling/invoices.ts';
import { selectField, textField } from '../../../parts/forms.ts';
import { filled, typedNumber, typedPhone, typedPlain } from '../../../parts/typed.ts';
import { WrongFields } from '../../../requests/answers.ts';
import type { MerchantVisit } from '../../../requests/visit.ts';

const words = invoicesWords.form;

/** Name in the contract → name of the field. */
export const customerFields = {
  'customer/name': 'name',
  'customer/email': 'email',
  'customer/phone': 'phone',
};

export function contactFields(visit: MerchantVisit, invoice?: Invoice): Html {
  return html`${textField(visit, { name: 'name', label: words.name, hint: invoice ? undefined : words.savedHint, value: invoice?.customer_name ?? '', maxlength: 120 })}
${textField(visit, { name: 'email', label: words.email, kind: 'email', optional: true, value: invoice?.customer_email ?? '', maxlength: 254 })}
${textField(visit, { name: 'phone', label: words.phone, hint: words.phoneHint, kind: 'tel', optional: true, value: invoice?.customer_phone ?? '', maxlength: 30 })}`;
}

/** The terms of a new draft. */
const firstTerms = {
  currency: 'USD',
  due_date: '',
  reference: null,
  notes: null,
  reminder_days: [],
} as const;

export function termFields(visit: MerchantVisit, invoice?: Invoice): Html {
  const { currency, due_date, reference, notes, reminder_days } = invoice ?? firstTerms;
  const options = currencies.map((value) => ({ value, label: value }));
  return html`${selectField(visit, { name: 'currency', label: words.currency, options, value: currency })}
${textField(visit, { name: 'due_date', label: words.due, kind: 'date', value: due_date })}
${textField(visit, { name: 'reference', label: words.reference, hint: words.referenceHint, optional: true, value: reference ?? '', maxlength: 64 })}
${textField(visit, { name: 'notes', label: words.notes, hint: words.notesHint, optional: true, rows: 3, value: notes ?? '', maxlength: 1000 })}
${textField(visit, { name: 'reminder_days', label: words.reminders, hint: words.remindersHint, optional: true, value: reminder_days.join(', '), maxlength: 80 })}`;
}

/** What both forms say, as the contract writes it, but for the customer. */
export function termsIn({ form }: MerchantVisit) {
  if (form.value('due_date') === '') throw new WrongFields({ due_date: words.wrongDue });
  const days = form
    .value('reminder_days')
    .split(/[\s,;]+/)
    .filter((day) => day !== '');
  return {
    currency: form.value('currency'),
    due_date: form.value('due_date'),
    reference: form.value('reference'),
    notes: form.text('notes').trim(),
    reminder_days: [...new Set(days.map(typedNumber))],
  };
}

export function contactIn({ form }: MerchantVisit): Record<string, unknown> {
  if (form.value('name') === '') throw new WrongFields({ name: words.wrongName });
  const { name, email, phone } = {
    name: form.value('name'),
    email: typedPlain(form.value('email')),
    phone: typedPhone(form.value('phone')),
  };
  return filled({ name, email, phone });
}
