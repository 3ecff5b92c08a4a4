import type { Context } from '../../../engine/context.ts';
import { merchantId } from '../../../engine/principal.ts';
import { untilNoneIsLeft } from '../../../platform/jobs/merchant-by-merchant.ts';
import {
  forgetDeliveriesOf,
  forgetEventsOf,
  merchantsOfOldDeliveriesAcrossMerchants,
  merchantsOfOldEventsAcrossMerchants,
} from './queries.ts';

/** Small, so that no statement holds its locks for long. */
const batch = 1000;

/**
 * Daily job `events.forget`, for one mode: deletes deliveries with their attempts after 30 days, and events after 90 days.
 * It may run again at any time.
 *
 * Decision 0011.
 */
export async function forgetEvents({ db }: Context): Promise<void> {
  await untilNoneIsLeft(db, {
    find: merchantsOfOldDeliveriesAcrossMerchants,
    work: (tx, id) => forgetDeliveriesOf(tx, merchantId(id), batch),
  });
  await untilNoneIsLeft(db, {
    find: merchantsOfOldEventsAcrossMerchants,
    work: (tx, id) => forgetEventsOf(tx, merchantId(id), batch),
  });
}
