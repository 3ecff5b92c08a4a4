import type { Context } from '../../../engine/context.ts';
import type { Db } from '../../../platform/db/database.ts';
import {
  brokenChainsAcrossMerchants,
  missingEventsAcrossMerchants,
  missingNumbersAcrossMerchants,
  unbalancedJournalsAcrossMerchants,
  uncapturedPaymentsAcrossMerchants,
  wrongBalancesAcrossMerchants,
  wrongHoldsAcrossMerchants,
  wrongRefundedAcrossMerchants,
  wrongTransitAcrossMerchants,
} from './audit-queries.ts';

const audits = {
  A1: unbalancedJournalsAcrossMerchants,
  A2: wrongBalancesAcrossMerchants,
  A3: brokenChainsAcrossMerchants,
  A4: missingNumbersAcrossMerchants,
  A5: wrongHoldsAcrossMerchants,
  A6: wrongRefundedAcrossMerchants,
  A7: wrongTransitAcrossMerchants,
  A8: uncapturedPaymentsAcrossMerchants,
  A9: missingEventsAcrossMerchants,
} as const;

export type Finding = {
  /** `A1` … */
  readonly audit: string;
  readonly merchantId: string;
  /** Ids and figures, for an operator. */
  readonly about: string;
};

/**
 * Recomputes the ledger for the job `ledger.audit` and for the operator's command. A sound ledger has no findings. Each audit is
 * one statement, so it sees one state of the database.
 *
 * Decision 0010.
 */
export async function auditLedgerAcrossMerchants(db: Db): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const [audit, find] of Object.entries(audits)) {
    const wrong = await find(db);
    findings.push(...wrong.map(({ merchant_id: merchantId, about }) => ({ audit, merchantId, about })));
  }
  return findings;
}

/**
 * Daily job `ledger.audit`: logs every finding as an error, to alarm the operator.
 *
 * Decision 0010.
 */
export async function reportAudit(ctx: Context): Promise<void> {
  const findings = await auditLedgerAcrossMerchants(ctx.db);
  for (const finding of findings)
    ctx.log.error({ ...finding, mode: ctx.mode }, 'the ledger audit found a fault');
}
