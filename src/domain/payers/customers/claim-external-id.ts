import type { Act } from '../../../engine/context.ts';
import { ApiError } from '../../../platform/errors.ts';
import { showId } from '../../../platform/ids.ts';
import { findCustomerByExternalId, lockExternalId } from './queries.ts';

/**
 * Makes sure that an external id is this customer's or nobody's, until the transaction ends.
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
