import type { Context } from '../../../engine/context.ts';
import { merchantId } from '../../../engine/principal.ts';
import { inBatches } from '../../../platform/jobs/merchant-by-merchant.ts';
import {
  foldPaymentCountsAcrossMerchants,
  foldPaymentCountsOf,
  merchantsToFoldAcrossMerchants,
} from './count-queries.ts';

/** Small, so that no statement holds its locks for long. */
const batch = 10_000;

/**
 * Daily job `payments.fold-counts`, for one mode: adds up the counts of single payments, so that the figures of a day are a few rows.
 * It may run again at any time.
 *
 * Decision 0101.
 */
export async function foldPaymentCounts({ db }: Context, signal: AbortSignal): Promise<void> {
  await inBatches(db, {
    batch,
    all: foldPaymentCountsAcrossMerchants,
    find: merchantsToFoldAcrossMerchants,
    of: (tx, id, most) => foldPaymentCountsOf(tx, merchantId(id), most),
    signal,
  });
}
