import type { Act } from '../../../engine/context.ts';
import { assert } from '../../../platform/assert.ts';
import { notFound, readId } from '../../../platform/ids.ts';
import { normalisePhone } from '../../money/wallets/phone.ts';
import { findCustomer } from './queries.ts';

/** The customer of an invoice or a subscription, as copied when it is made. */
export type NamedCustomer = {
  /** Null: the customer is not saved. */
  readonly id: string | null;
  readonly name: string;
  readonly email: string | null;
  /** `+263…` */
  readonly phone: string | null;
};

/** How a request names a customer: by their data or by id. The contract has checked that it is exactly one of the two. */
export type CustomerReference = {
  readonly customer?: { readonly name: string; readonly email?: string; readonly phone?: string } | undefined;
  readonly customer_id?: string | undefined;
};

/**
 * The customer that a request names, copied.
 *
 * @throws NOT_FOUND there is no such customer
 *
 * Spec: "Invoice", "Subscription".
 */
export async function namedCustomer(
  act: Act,
  { customer, customer_id }: CustomerReference,
): Promise<NamedCustomer> {
  if (customer_id !== undefined) return await savedCustomer(act, readId('cus', customer_id));
  assert(customer, 'the contract wants either a customer or an id');
  const { name, email = null, phone } = customer;
  return { id: null, name, email, phone: phone === undefined ? null : normalisePhone(phone) };
}

async function savedCustomer(act: Act, id: string): Promise<NamedCustomer> {
  const saved = await findCustomer(act.tx, act.merchant.id, id);
  if (!saved) throw notFound('cus');
  return { id, name: saved.name, email: saved.email, phone: saved.phone };
}
