import type { Act } from '../../../engine/context.ts';
import { type CustomerReference, namedCustomer } from '../../payers/customers/named-customer.ts';
import { draftInvoice, type WantedInvoice } from './draft-invoice.ts';
import { issueInvoice } from './issue-invoice.ts';
import type { Invoice } from './queries.ts';

type Wanted = Omit<WantedInvoice, 'customer' | 'subscriptionId'> & {
  readonly customer: CustomerReference;
  /** Whether to send it at once. */
  readonly send: boolean;
};

/**
 * Drafts an invoice for a customer, and sends it if `send` is set.
 *
 * @throws NOT_FOUND there is no such customer
 * @throws GATEWAY_NOT_CONFIGURED, AMOUNT_TOO_LARGE see draftInvoice
 *
 * Spec: "POST /v1/invoices".
 */
export async function createInvoice(act: Act, { send, ...wanted }: Wanted): Promise<Invoice> {
  const customer = await namedCustomer(act, wanted.customer);
  const draft = await draftInvoice(act, { ...wanted, customer, subscriptionId: null });
  return send ? await issueInvoice(act, draft.id) : draft;
}
