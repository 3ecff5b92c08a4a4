import type { Job, JobPayloads } from '../../../engine/context.ts';
import { recordEvent } from '../../../engine/recording/record.ts';
import { type Invoice, noteUnpaid } from './queries.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** The first moment after a due date: its UTC day counts whole. */
export function endOfDueDate(dueDate: string): Date {
  return new Date(new Date(dueDate).getTime() + dayMs);
}

/** @param now of the merchant */
export function isOverdue({ status, due_date }: Pick<Invoice, 'status' | 'due_date'>, now: Date): boolean {
  return status === 'sent' && now >= endOfDueDate(due_date);
}

declare module '../../../engine/context.ts' {
  interface JobPayloads {
    /** The due date of an invoice has passed. */
    'invoices.mark-unpaid': { invoiceId: string };
  }
}

/**
 * Job `invoices.mark-unpaid`: the due date is over; once. Of an invoice that was paid or voided there is nothing to say.
 *
 * Spec: "Events", invoicing.invoice.unpaid.
 */
export const markUnpaid: Job<JobPayloads['invoices.mark-unpaid']> = async (act, { invoiceId }) => {
  const unpaid = await noteUnpaid(act.tx, act.merchant.id, invoiceId, act.ctx.now(act.merchant));
  if (unpaid) await recordEvent(act, 'invoicing.invoice.unpaid', unpaid);
};
