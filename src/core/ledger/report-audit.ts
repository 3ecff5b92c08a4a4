import type { Context } from '../context.ts';
import { auditLedgerAcrossMerchants } from './audit.ts';

/**
 * Daily job `ledger.audit`: nothing found is what the ledger promises; anything else is an alarm for the operator.
 *
 * Decision 0010.
 */
export async function reportAudit(ctx: Context): Promise<void> {
  const findings = await auditLedgerAcrossMerchants(ctx.db);
  for (const finding of findings)
    ctx.log.error({ ...finding, mode: ctx.mode }, 'the ledger audit found something');
}
