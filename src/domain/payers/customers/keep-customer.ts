import type { Act } from '../../../engine/context.ts';
import { newId } from '../../../platform/ids.ts';
import { claimExternalId } from './claim-external-id.ts';
import { type Customer, insertCustomer } from './queries.ts';

export type WantedCustomer = {
  readonly name: string;
  readonly email: string | null;
  /** `+263…` */
  readonly phone: string | null;
  readonly externalId: string | null;
};

/**
 * Keeps a customer. Of many calls with one external id one succeeds, whenever they come.
 *
 * @throws CUSTOMER_EXISTS see claimExternalId
 *
 * Spec: "Other records", customer.
 */
export async function keepCustomer(act: Act, wanted: WantedCustomer): Promise<Customer> {
  const { name, email, phone, externalId } = wanted;
  const id = newId();
  if (externalId !== null) await claimExternalId(act, { externalId, customerId: id });
  const now = act.ctx.now(act.merchant);
  const row = { id, name, email, phone, external_id: externalId, created_at: now, updated_at: now };
  return await insertCustomer(act.tx, act.merchant.id, row);
}
