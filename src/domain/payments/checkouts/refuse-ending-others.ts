import type { Principal } from '../../../engine/principal.ts';
import type { Db } from '../../../platform/db/database.ts';
import { ApiError } from '../../../platform/errors.ts';
import { type Checkout, findCheckout } from './queries.ts';

/** What a checkout may be opened for → the permission to end that. */
const endings: Readonly<Partial<Record<Checkout['source_type'], string>>> = {
  payment_link: 'payment_links:write',
  virtual_terminal_session: 'virtual_terminal:write',
  invoice: 'invoices:write',
  subscription: 'subscriptions:write',
};

/**
 * Aborting a checkout ends what it was opened for, too: a restricted key needs the permission for that.
 *
 * @throws INSUFFICIENT_PERMISSIONS `details.required_permission`
 */
export async function refuseEndingOthers(
  db: Db,
  { kind, merchantId, permissions }: Principal,
  checkoutId: string,
): Promise<void> {
  if (kind !== 'restricted') return;
  const checkout = await findCheckout(db, merchantId, checkoutId);
  const permission = checkout && endings[checkout.source_type];
  if (permission === undefined || permissions.includes(permission)) return;
  throw new ApiError('INSUFFICIENT_PERMISSIONS', { details: { required_permission: permission } });
}
