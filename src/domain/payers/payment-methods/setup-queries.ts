import type { MerchantId } from '../../../engine/principal.ts';
import type { Tx } from '../../../platform/db/database.ts';
import type { PaymentMethod } from './queries.ts';

/** A gateway that was silent for so long has lost the card. */
const tryMs = 60_000;

/**
 * Counts a try to save a card; false when it is not the next one of an open page, or while another card is asked. Two forms with one number, and one that
 * is sent twice, are one try.
 */
export async function countTry(
  tx: Tx,
  merchantId: MerchantId,
  { id, attempt, now }: { readonly id: string; readonly attempt: number; readonly now: Date },
): Promise<boolean> {
  const counted = await tx
    .updateTable('payment_methods')
    .set((eb) => ({ attempts: eb('attempts', '+', 1), trying_until: new Date(now.getTime() + tryMs) }))
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

/** Keeps why a try came to nothing, and counts it if it was refused; undefined when the page is over. */
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
 * Locks the customer whom a setup is for, so that deleting them waits for it.
 *
 * @returns false when there is no such customer, or they were deleted
 */
export async function lockCustomerOfSetup(
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
