import type { Context } from '../../../engine/context.ts';
import { inExclusiveTransactionAcrossMerchants } from '../../../platform/db/database.ts';
import { emptyTablesAcrossMerchants } from './queries.ts';

/**
 * Daily job `sandbox.reset`: empties the sandbox at midnight UTC, once a night however many processes try. Calls under
 * way end before it; what comes late finds its rows gone and ends. Live is another schema, which this role cannot empty.
 *
 * Spec: "Limits" (sandbox data reset).
 */
export async function resetSandbox(ctx: Context): Promise<void> {
  if (ctx.mode !== 'sandbox') return;
  const night = await inExclusiveTransactionAcrossMerchants(ctx.db, emptyTablesAcrossMerchants);
  if (night !== undefined) ctx.log.info({ night }, 'the sandbox was reset');
}
