import { sql } from 'kysely';
import { createDeliverer, type Deliverer } from '../../src/domain/notices/deliveries/deliver.ts';
import type { Context } from '../../src/engine/context.ts';
import type { MerchantId } from '../../src/engine/principal.ts';
import { notifierOf } from '../../src/platform/db/database.ts';

/** A deliverer that runs. */
export function aDeliverer(ctx: Context): Deliverer {
  const deliverer = createDeliverer({ ctx });
  deliverer.start();
  return deliverer;
}

/** In the order they were queued. */
export function deliveriesOf(ctx: Context, merchant: MerchantId) {
  return ctx.db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('merchant_id', '=', merchant)
    .orderBy('delivery_id')
    .execute();
}

export async function statesOf(ctx: Context, merchant: MerchantId): Promise<readonly string[]> {
  return (await deliveriesOf(ctx, merchant)).map(({ state }) => state);
}

/** Retries stay on real time, so their time is brought near instead of slept away, and the bell spares the poll. */
export async function bringForward(ctx: Context, merchant: MerchantId): Promise<void> {
  await ctx.db
    .updateTable('webhook_deliveries')
    .set({ next_attempt_at: sql`now()` })
    .where('merchant_id', '=', merchant)
    .where('state', '=', 'due')
    .execute();
  const { notifier, channel } = notifierOf(ctx.db);
  notifier.notify(channel('deliveries'));
}
