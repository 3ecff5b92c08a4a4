import { type Customer, findCustomer } from '../../../domain/payers/customers/queries.ts';
import { notFound, readId, showId } from '../../../platform/ids.ts';
import { type Child, type Html, html } from '../../html.ts';
import { customersWords } from '../../words/dashboard/selling/customers.ts';
import type { MerchantVisit } from '../requests/visit.ts';
import { customerAddress } from './billing.ts';
import { link } from './show.ts';

/**
 * The saved customer that a form is about: the link to it names them, and the form that is sent.
 *
 * @throws NOT_FOUND also for one of another merchant, or a deleted one
 */
export async function savedCustomer({
  ctx,
  merchantId,
  form,
  query,
}: MerchantVisit): Promise<Customer | undefined> {
  const shown = form.sent ? form.value('customer_id') : (query.get('customer') ?? '');
  if (shown === '') return undefined;
  const customer = await findCustomer(ctx.db, merchantId, readId('cus', shown));
  if (!customer) throw notFound('cus');
  return customer;
}

/** Says whom a form is about, and carries it. */
export const savedFields = ({ name, id }: Pick<Customer, 'name' | 'id'>): Html =>
  html`<p><span class="soft">${customersWords.saved}</span> <strong>${name}</strong></p><input type="hidden" name="customer_id" value="${showId('cus', id)}">`;

type Billed = { readonly customer_id: string | null; readonly customer_name: string };

/** Who is billed, by the name that was billed. It leads to the customer until they are deleted. */
export async function billedCustomer(
  visit: MerchantVisit,
  { customer_id: id, customer_name: name }: Billed,
): Promise<Child> {
  const customer = id !== null && (await findCustomer(visit.ctx.db, visit.merchantId, id));
  return customer ? link(customerAddress(visit, customer.id), name) : name;
}
