import type { Invoice } from './queries.ts';

/** Whether an invoice can be paid now. `busy`: the outcome of somebody's payment is not known. */
export type InvoiceStanding = 'open' | 'busy' | 'paid' | 'void';

/** How an invoice stands to those who have its address; a draft has none. Spec: "Invoice", status. Decision 0024. */
export function judgeInvoice({
  status,
  attempt_checkout_id,
}: Pick<Invoice, 'status' | 'attempt_checkout_id'>): InvoiceStanding {
  if (status === 'paid' || status === 'void') return status;
  return attempt_checkout_id === null ? 'open' : 'busy';
}
