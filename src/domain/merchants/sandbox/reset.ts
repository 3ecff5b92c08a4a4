import type { Act, Context } from '../../../engine/context.ts';
import { now } from '../../../platform/clock.ts';
import { inExclusiveTransactionAcrossMerchants } from '../../../platform/db/database.ts';
import { deleteMerchantRows, emptyTablesAcrossMerchants } from './queries.ts';

/**
 * Deletes everything that a merchant has in the sandbox: clock, balances, references, payments, events. Apps, keys and webhook
 * settings belong to the platform and stay. Its transaction is the merchant's only open one.
 *
 * @returns the time of the reset in real time, since the merchant's clock is real time again
 *
 * Spec: "Limits" (sandbox data reset). Decision 0012.
 */
export async function resetMerchant(act: Act): Promise<Date> {
  await deleteMerchantRows(act.tx, act.merchant.id);
  return now();
}

/**
 * Daily job `sandbox.reset`: empties the sandbox at midnight UTC, once a night however many processes try. Calls in progress end
 * before it. A job or delivery that was under way finds its row gone and ends. Live is another schema, which this role cannot empty.
 *
 * Spec: "Limits" (sandbox data reset).
 */
export async function resetSandbox(ctx: Context): Promise<void> {
  if (ctx.mode !== 'sandbox') return;
  const night = await inExclusiveTransactionAcrossMerchants(ctx.db, emptyTablesAcrossMerchants);
  if (night !== undefined) ctx.log.info({ night }, 'the sandbox was reset');
}
