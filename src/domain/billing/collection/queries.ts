import type { MerchantId } from '../../../engine/principal.ts';
import type { Db, Tx } from '../../../platform/db/database.ts';
import type { Cycle, Period } from '../subscriptions/cycle-queries.ts';

type Try = Period & { readonly number: number; readonly checkoutId: string; readonly at: Date };

export async function insertTry(tx: Tx, merchantId: MerchantId, made: Try): Promise<void> {
  await tx
    .insertInto('subscription_tries')
    .values({
      merchant_id: merchantId,
      subscription_id: made.subscriptionId,
      period_start: made.periodStart,
      number: made.number,
      checkout_id: made.checkoutId,
      created_at: made.at,
    })
    .execute();
}

/** The cycle whose money a checkout collects. */
export function findCycleOfCheckout(
  db: Db,
  merchantId: MerchantId,
  checkoutId: string,
): Promise<Cycle | undefined> {
  return db
    .selectFrom('subscription_tries as t')
    .innerJoin('subscription_cycles as c', (join) =>
      join
        .onRef('c.merchant_id', '=', 't.merchant_id')
        .onRef('c.subscription_id', '=', 't.subscription_id')
        .onRef('c.period_start', '=', 't.period_start'),
    )
    .selectAll('c')
    .where('t.merchant_id', '=', merchantId)
    .where('t.checkout_id', '=', checkoutId)
    .executeTakeFirst();
}

/** When the pending checkout of a try expires, whichever period of the subscription it is for; undefined: no try is pending. */
export async function pendingTryEndsAt(
  db: Db,
  merchantId: MerchantId,
  subscriptionId: string,
): Promise<Date | undefined> {
  const asked = await db
    .selectFrom('subscription_tries as t')
    .innerJoin('checkouts as c', (join) =>
      join.onRef('c.merchant_id', '=', 't.merchant_id').onRef('c.id', '=', 't.checkout_id'),
    )
    .select('c.expires_at')
    .where('t.merchant_id', '=', merchantId)
    .where('t.subscription_id', '=', subscriptionId)
    .where('c.status', '=', 'pending')
    .orderBy('c.expires_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return asked?.expires_at;
}

/** When the latest try of a subscription began, whichever period it is for; undefined: there was none. */
export async function latestTryAt(
  db: Db,
  merchantId: MerchantId,
  subscriptionId: string,
): Promise<Date | undefined> {
  const latest = await db
    .selectFrom('subscription_tries')
    .select('created_at')
    .where('merchant_id', '=', merchantId)
    .where('subscription_id', '=', subscriptionId)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return latest?.created_at;
}

/** Deletes a collection try whose payment the gateway never began. */
export async function deleteTry(tx: Tx, merchantId: MerchantId, checkoutId: string): Promise<void> {
  await tx
    .deleteFrom('subscription_tries')
    .where('merchant_id', '=', merchantId)
    .where('checkout_id', '=', checkoutId)
    .execute();
}
