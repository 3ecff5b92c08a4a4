import { inBatches } from '../../platform/jobs/merchant-by-merchant.ts';
import type { Context } from '../context.ts';
import { merchantId } from '../principal.ts';
import { forgetKeysAcrossMerchants, forgetKeysOf, merchantsOfExpiredKeysAcrossMerchants } from './queries.ts';

const forgottenAtOnce = 1000;

/**
 * Daily job `keys.forget-answers`: deletes idempotency keys, which are kept for a day.
 *
 * Decision 0007.
 */
export async function forgetAnswers(ctx: Context): Promise<void> {
  await inBatches(ctx.db, {
    batch: forgottenAtOnce,
    all: forgetKeysAcrossMerchants,
    find: merchantsOfExpiredKeysAcrossMerchants,
    of: (tx, id, most) => forgetKeysOf(tx, merchantId(id), most),
  });
}
