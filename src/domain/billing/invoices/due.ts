import type { Job, JobPayloads } from '../../../engine/context.ts';
import { recordEvent } from '../../../engine/recording/record.ts';
import { type Invoice, noteUnpaid } from './queries.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** The midnight (UTC) after the due date: an invoice may be paid until the end of that day. */
export function endOfDueDate(dueDate: string): Date {
  return new Date(new Date(dueDate).getTime() + dayMs);
}

/** @param now by the merchant's clock */
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
 * Job `invoices.mark-unpaid`: records, once, that the due date of an unpaid invoice has passed. An invoice that was paid or
 * voided in the meantime is left alone.
 *
 * Spec: "Events", invoicing.invoice.unpaid.
 */
export const markUnpaid: Job<JobPayloads['invoices.mark-unpaid']> = async (act, { invoiceId }) => {
  const unpaid = await noteUnpaid(act.tx, act.merchant.id, invoiceId, act.ctx.now(act.merchant));
  if (unpaid) await recordEvent(act, 'invoicing.invoice.unpaid', unpaid);
};
