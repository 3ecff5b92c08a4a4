import type { MerchantId } from '../../../engine/principal.ts';
import type { Tx } from '../../../platform/db/database.ts';

type Attempt = { readonly invoiceId: string; readonly checkoutId: string };

/** Keeps an unpaid invoice for the attempt of one checkout; false when it cannot be paid, or is kept for another. */
export async function reserve(
  tx: Tx,
  merchantId: MerchantId,
  { invoiceId, checkoutId }: Attempt,
): Promise<boolean> {
  const reserved = await tx
    .updateTable('invoices')
    .set({ attempt_checkout_id: checkoutId })
    .where('merchant_id', '=', merchantId)
    .where('id', '=', invoiceId)
    .where('status', '=', 'sent')
    .where('attempt_checkout_id', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return reserved !== undefined;
}

/** Frees an invoice of a checkout; one that is kept for another stays as it is. */
export async function free(
  tx: Tx,
  merchantId: MerchantId,
  { invoiceId, checkoutId }: Attempt,
): Promise<void> {
  await tx
    .updateTable('invoices')
    .set({ attempt_checkout_id: null })
    .where('merchant_id', '=', merchantId)
    .where('id', '=', invoiceId)
    .where('attempt_checkout_id', '=', checkoutId)
    .execute();
}
