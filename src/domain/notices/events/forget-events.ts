import type { Context } from '../../../engine/context.ts';
import { merchantId } from '../../../engine/principal.ts';
import { inBatches } from '../../../platform/jobs/merchant-by-merchant.ts';
import {
  forgetDeliveriesAcrossMerchants,
  forgetDeliveriesOf,
  forgetEventsAcrossMerchants,
  forgetEventsOf,
  merchantsOfOldDeliveriesAcrossMerchants,
  merchantsOfOldEventsAcrossMerchants,
} from './forget-queries.ts';

/** Small, so that no statement holds its locks for long. */
const batch = 1000;

/**
 * Daily job `events.forget`, for one mode: deletes deliveries with their attempts after 30 days, and events after 90 days.
 * It may run again at any time.
 *
 * Decision 0011.
 */
export async function forgetEvents({ db }: Context): Promise<void> {
  await inBatches(db, {
    batch,
    all: forgetDeliveriesAcrossMerchants,
    find: merchantsOfOldDeliveriesAcrossMerchants,
    of: (tx, id, most) => forgetDeliveriesOf(tx, merchantId(id), most),
  });
  await inBatches(db, {
    batch,
    all: forgetEventsAcrossMerchants,
    find: merchantsOfOldEventsAcrossMerchants,
    of: (tx, id, most) => forgetEventsOf(tx, merchantId(id), most),
  });
}
