import type { Context } from '../../../engine/context.ts';
import { merchantId } from '../../../engine/principal.ts';
import { untilNoneIsLeft } from '../../../platform/jobs/merchant-by-merchant.ts';
import { foldPaymentCountsOf, merchantsToFoldAcrossMerchants } from './count-queries.ts';

/** Small, so that no statement holds its locks for long. */
const batch = 10_000;

/**
 * Daily job `payments.fold-counts`, for one mode: adds up the counts of single payments, so that the figures of a day are a few rows.
 * It may run again at any time.
 *
 * Decision 0101.
 */
export async function foldPaymentCounts({ db }: Context, signal: AbortSignal): Promise<void> {
  await untilNoneIsLeft(db, {
    find: merchantsToFoldAcrossMerchants,
    work: (tx, id) => foldPaymentCountsOf(tx, merchantId(id), batch),
    signal,
  });
}
