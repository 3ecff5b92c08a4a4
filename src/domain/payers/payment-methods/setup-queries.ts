import type { MerchantId } from '../../../engine/principal.ts';
import type { Tx } from '../../../platform/db/database.ts';
import type { PaymentMethod } from './queries.ts';

/** After this long without an answer, the gateway is assumed to have lost the card, and the page takes another. */
const attemptMs = 60_000;

/**
 * Counts an attempt to save a card. False if the page is over, if this is not its next attempt, or if the gateway is still being
 * asked about another card. So a form that is sent twice counts as one attempt, and so do two forms with one number.
 */
export async function countAttempt(
  tx: Tx,
  merchantId: MerchantId,
  { id, attempt, now }: { readonly id: string; readonly attempt: number; readonly now: Date },
): Promise<boolean> {
  const counted = await tx
    .updateTable('payment_methods')
    .set((eb) => ({ attempts: eb('attempts', '+', 1), trying_until: new Date(now.getTime() + attemptMs) }))
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .where('attempts', '=', attempt)
    .where('page_expires_at', '>', now)
    .where((eb) => eb.or([eb('trying_until', 'is', null), eb('trying_until', '<=', now)]))
    .returning('id')
    .executeTakeFirst();
  return counted !== undefined;
}

/** Notes why an attempt failed, and counts it if the card was refused; undefined when the page is over. */
export async function noteFailure(
  tx: Tx,
  merchantId: MerchantId,
  { id, error, refused }: { readonly id: string; readonly error: string; readonly refused: boolean },
): Promise<PaymentMethod | undefined> {
  return await tx
    .updateTable('payment_methods')
    .set((eb) => ({ trying_until: null, last_error: error, refusals: eb('refusals', '+', refused ? 1 : 0) }))
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .returningAll()
    .executeTakeFirst();
}

/**
 * Locks the customer that a page is opened for, so that deleting them waits for this transaction, and then closes the page. In
 * this file because customers import payment methods: importing customers here would be circular.
 *
 * @returns false when there is no such customer, or they were deleted
 */
export async function lockCustomerForSetup(
  tx: Tx,
  merchantId: MerchantId,
  customerId: string,
): Promise<boolean> {
  const found = await tx
    .selectFrom('customers')
    .select('id')
    .where('merchant_id', '=', merchantId)
    .where('id', '=', customerId)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return found !== undefined;
}
