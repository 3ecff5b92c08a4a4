import type { Act } from '../../../engine/context.ts';
import { notFound } from '../../../platform/ids.ts';
import { claimExternalId } from './add-customer.ts';
import { type Customer, changeCustomer, lockCustomer } from './queries.ts';

/** An undefined field stays as it is; null empties it. */
export type CustomerChanges = {
  readonly name: string | undefined;
  readonly email: string | null | undefined;
  /** `+263…` */
  readonly phone: string | null | undefined;
  readonly externalId: string | null | undefined;
};

/**
 * Changes a customer's data. Invoices and subscriptions made before keep their copy.
 *
 * @param precondition throws if the customer, who is locked, is not as its caller decided on
 * @throws NOT_FOUND       also if the customer was deleted
 * @throws CUSTOMER_EXISTS see claimExternalId
 *
 * Spec: "Other records", customer.
 */
export async function editCustomer(
  act: Act,
  id: string,
  changes: CustomerChanges,
  precondition?: (customer: Customer) => void,
): Promise<Customer> {
  const customer = await lockCustomer(act.tx, act.merchant.id, id);
  if (!customer) throw notFound('cus');
  precondition?.(customer);
  const { name, email, phone, externalId } = changes;
  if (typeof externalId === 'string') await claimExternalId(act, { externalId, customerId: id });
  if (Object.values(changes).every((change) => change === undefined)) return customer;
  return await changeCustomer(act.tx, act.merchant.id, id, {
    ...(name !== undefined && { name }),
    ...(email !== undefined && { email }),
    ...(phone !== undefined && { phone }),
    ...(externalId !== undefined && { external_id: externalId }),
    updated_at: act.ctx.now(act.merchant),
  });
}
