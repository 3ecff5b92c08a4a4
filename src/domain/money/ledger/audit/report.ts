import type { Context } from '../../../../engine/context.ts';
import { showId } from '../../../../platform/ids.ts';
import { auditLedgerAcrossMerchants } from './audit.ts';
import { AuditUnfinished, type Finding } from './findings.ts';

/**
 * Daily job `ledger.audit`: logs every finding as an error, to alarm the operator.
 *
 * @returns how many there are
 * @throws AuditUnfinished after it logged what was found; the job runs again
 *
 * Decision 0010.
 */
export async function reportAudit(ctx: Context, signal: AbortSignal): Promise<number> {
  const log = (findings: readonly Finding[]) => {
    for (const { audit, merchantId, about } of findings)
      ctx.log.error(
        { audit, merchant_id: showId('mer', merchantId), about },
        'the ledger audit found a fault',
      );
    return findings.length;
  };
  try {
    return log(await auditLedgerAcrossMerchants(ctx.db, { signal }));
  } catch (error) {
    if (error instanceof AuditUnfinished) log(error.findings);
    throw error;
  }
}
