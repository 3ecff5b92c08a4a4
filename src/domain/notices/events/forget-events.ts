import type { Context } from '../../../engine/context.ts';
import { inTransactionAcrossMerchants, type Tx } from '../../../platform/db/database.ts';
import { forgetDeliveriesAcrossMerchants, forgetEventsAcrossMerchants } from './queries.ts';

/** Small, so that no statement holds its locks for long. */
const batch = 1000;

/**
 * Daily job `events.forget`, for one mode: deletes deliveries with their attempts after 30 days, and events after 90 days.
 * It may run again at any time.
 *
 * Decision 0011.
 */
export async function forgetEvents(ctx: Context): Promise<void> {
  await untilNoneIsLeft(ctx, forgetDeliveriesAcrossMerchants);
  await untilNoneIsLeft(ctx, forgetEventsAcrossMerchants);
}

type Forget = (tx: Tx, most: number) => Promise<number>;

async function untilNoneIsLeft({ db }: Context, forget: Forget): Promise<void> {
  let gone = batch;
  while (gone === batch) gone = await inTransactionAcrossMerchants(db, (tx) => forget(tx, batch));
}
