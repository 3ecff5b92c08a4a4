import type { Act, Job, JobPayloads } from '../../../engine/context.ts';
import { enqueue } from '../../../engine/jobs/enqueue.ts';
import { recordEvent } from '../../../engine/recording/record.ts';
import { type Invoice, lockInvoice, noteReminder } from './queries.ts';

declare module '../../../engine/context.ts' {
  interface JobPayloads {
    /** A reminder of an invoice is due: so many days after the due date, or before it if negative. */
    'invoices.remind': { invoiceId: string; day: number };
  }
}

const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;
/** In UTC: the morning of a working day in Zimbabwe. */
const hourOfDay = 8;

/** When the reminder of a day is due. */
function reminderDue({ due_date }: Pick<Invoice, 'due_date'>, day: number): Date {
  return new Date(new Date(due_date).getTime() + day * dayMs + hourOfDay * hourMs);
}

/**
 * Queues the next reminder of a sent invoice. One whose time had passed when the invoice was sent is left out.
 *
 * @param after by the merchant's clock: the sending, or the reminder before
 *
 * Decision 0082.
 */
export async function scheduleReminder(act: Act, invoice: Invoice, after: Date): Promise<void> {
  const days = invoice.reminder_days.toSorted((one, other) => one - other);
  const day = days.find((each) => reminderDue(invoice, each) > after);
  if (day === undefined) return;
  const { id: invoiceId } = invoice;
  const at = reminderDue(invoice, day);
  await enqueue(act, 'invoices.remind', { key: invoiceId, payload: { invoiceId, day }, at });
}

/**
 * Job `invoices.remind`: records that a reminder is due, and queues the next one. The merchant passes it on to the customer: the
 * service sends no e-mail. An invoice that was paid or voided is left alone. While the customer is paying, the reminder waits.
 *
 * Spec: "Events", invoicing.invoice.reminder-sent. Decision 0082.
 */
export const remindOfInvoice: Job<JobPayloads['invoices.remind']> = async (act, { invoiceId, day }) => {
  const invoice = await lockInvoice(act.tx, act.merchant.id, invoiceId);
  if (invoice?.status !== 'sent') return;
  const now = act.ctx.now(act.merchant);
  if (invoice.attempt_checkout_id !== null) {
    const at = new Date(now.getTime() + hourMs);
    await enqueue(act, 'invoices.remind', { key: invoiceId, payload: { invoiceId, day }, at });
    return;
  }
  const reminded = await noteReminder(act.tx, act.merchant.id, invoiceId, now);
  await recordEvent(act, 'invoicing.invoice.reminder-sent', reminded);
  await scheduleReminder(act, reminded, reminderDue(invoice, day));
};
