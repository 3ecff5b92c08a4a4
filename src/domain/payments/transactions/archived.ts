import type { Act } from '../../../engine/context.ts';
import type { MerchantId } from '../../../engine/principal.ts';
import type { Db } from '../../../platform/db/database.ts';
import { ApiError } from '../../../platform/errors.ts';
import { notFound, showId } from '../../../platform/ids.ts';
import { isArchived } from './archive-queries.ts';

/** The answer about a checkout or transaction that is not there. It says so if that is because it is in an archive. */
export async function notThere(
  db: Db,
  merchantId: MerchantId,
  { prefix, id }: { readonly prefix: 'chk' | 'txn'; readonly id: string },
): Promise<ApiError> {
  const missing = notFound(prefix);
  return (await isArchived(db, merchantId, id))
    ? new ApiError('NOT_FOUND', { details: { ...missing.details, archived: true } })
    : missing;
}

/** Tells the operator that a gateway speaks of a payment that was archived: nobody here can book what it says. */
export async function logArchived({ ctx, tx, merchant }: Act, paymentId: string): Promise<void> {
  if (!(await isArchived(tx, merchant.id, paymentId))) return;
  ctx.log.error(
    { merchant_id: showId('mer', merchant.id), transaction_id: showId('txn', paymentId) },
    'a gateway speaks of a payment that is in an archive; book by hand what it says',
  );
}
