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
  readonly audit: keyof typeof audits;
  readonly merchantId: string;
  /** Ids and figures, for an operator. */
  readonly about: string;
};

/**
 * Job `ledger.audit`, and the operator's command: nothing found is what the ledger promises. Each audit is one
 * statement, so each sees one state of the database.
 *
 * Decision 0010.
 */
export async function auditLedgerAcrossMerchants(db: Db): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const audit of ['A1', 'A2', 'A3', 'A4', 'A5', 'A6', 'A7', 'A8', 'A9'] as const) {
    const wrong = await audits[audit](db);
    findings.push(...wrong.map(({ merchant_id: merchantId, about }) => ({ audit, merchantId, about })));
  }
  return findings;
}

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
