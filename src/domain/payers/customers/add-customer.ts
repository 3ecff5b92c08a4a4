import type { Act } from '../../../engine/context.ts';
import { ApiError } from '../../../platform/errors.ts';
import { newId, showId } from '../../../platform/ids.ts';
import { type Customer, findCustomerByExternalId, insertCustomer, lockExternalId } from './queries.ts';

export type WantedCustomer = {
  readonly name: string;
  readonly email: string | null;
  /** `+263…` */
  readonly phone: string | null;
  readonly externalId: string | null;
};

/**
 * Adds a customer. Of several calls with the same external id only one succeeds, even at the same time.
 *
 * @throws CUSTOMER_EXISTS see claimExternalId
 *
 * Spec: "Other records", customer.
 */
export async function addCustomer(act: Act, wanted: WantedCustomer): Promise<Customer> {
  const { name, email, phone, externalId } = wanted;
  const id = newId();
  if (externalId !== null) await claimExternalId(act, { externalId, customerId: id });
  const now = act.ctx.now(act.merchant);
  const row = { id, name, email, phone, external_id: externalId, created_at: now, updated_at: now };
  return await insertCustomer(act.tx, act.merchant.id, row);
}

/**
 * Refuses an external id that another customer has. It stays locked until the transaction ends, so that no other customer can
 * take it before then.
 *
 * @throws CUSTOMER_EXISTS `details.existing` is the id of the customer who has it
 *
 * Spec: "Other records", customer.
 */
export async function claimExternalId(
  act: Act,
  { externalId, customerId }: { readonly externalId: string; readonly customerId: string },
): Promise<void> {
  await lockExternalId(act.tx, act.merchant.id, externalId);
  const first = await findCustomerByExternalId(act.tx, act.merchant.id, externalId);
  if (!first || first.id === customerId) return;
  throw new ApiError('CUSTOMER_EXISTS', { details: { existing: showId('cus', first.id) } });
}
