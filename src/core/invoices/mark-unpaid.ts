import { recordEvent } from '../events/record.ts';
import type { Job, JobPayloads } from '../jobs/jobs.ts';
import { noteUnpaid } from './queries.ts';

/**
 * Job `invoices.mark-unpaid`: the due date is over; once. Of an invoice that was paid or voided there is nothing to say.
 *
 * Spec: "Events", invoicing.invoice.unpaid.
 */
export const markUnpaid: Job<JobPayloads['invoices.mark-unpaid']> = async (act, { invoiceId }) => {
  const unpaid = await noteUnpaid(act.tx, act.merchant.id, invoiceId, act.ctx.now(act.merchant));
  if (unpaid) await recordEvent(act, 'invoicing.invoice.unpaid', unpaid);
};
