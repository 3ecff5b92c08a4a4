import type { Context } from '../../../engine/context.ts';
import { forgetDeliveriesAcrossMerchants, forgetEventsAcrossMerchants } from '../deliveries/queries.ts';

/** Small enough that no statement holds its locks for long. */
const batch = 1000;

/**
 * Daily job `events.forget`, for one mode: deliveries go with their attempts after 30 days, events after 90.
 * It may be run again at any time.
 *
 * Decision 0011.
 */
export async function forgetEvents(ctx: Context): Promise<void> {
  await untilNoneIsLeft(() => forgetDeliveriesAcrossMerchants(ctx.db, batch));
  await untilNoneIsLeft(() => forgetEventsAcrossMerchants(ctx.db, batch));
}

async function untilNoneIsLeft(forget: () => Promise<number>): Promise<void> {
  let gone = batch;
  while (gone === batch) gone = await forget();
}
