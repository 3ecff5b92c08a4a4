import type { Act, Job } from '../../../engine/context.ts';
import { enqueue } from '../../../engine/jobs/enqueue.ts';
import { amountOf } from '../../money/amounts/amount.ts';
import type { DisputeCallback, DisputeReason } from '../../money/gateways/dispute-port.ts';
import { logArchived } from '../transactions/archived.ts';
import { lockTransaction, type Transaction } from '../transactions/queries.ts';
import { openReported } from './open-dispute.ts';
import { findReported } from './queries.ts';
import { isOpen, loseDispute, reportKey, winDispute } from './resolve-dispute.ts';

/** A gateway's callback about a dispute. The amount is in ten-thousandths, as text because JSON has no bigint. */
export type ReportPayload = {
  readonly paymentId: string;
  readonly gatewayReference: string;
  readonly report:
    | {
        readonly kind: 'warned' | 'opened';
        readonly reason: DisputeReason;
        readonly amount?: string;
        /** ISO 8601, business time. */
        readonly respondBy?: string;
      }
    | { readonly kind: 'decided'; readonly outcome: 'won' | 'lost' };
};

declare module '../../../engine/context.ts' {
  interface JobPayloads {
    'disputes.callback': ReportPayload;
  }
}

/**
 * Job `disputes.callback`: a gateway reports a dispute, warns of one, or says how the customer's bank has decided. Safe to run
 * twice and concurrently: the payment is locked, and a dispute that is over does not change.
 *
 * Spec: "Events delivered today", customer.dispute.created. Decision 0073.
 */
export const receiveReport: Job<ReportPayload> = async (act, { paymentId, gatewayReference, report }) => {
  const payment = await lockTransaction(act.tx, act.merchant.id, paymentId);
  // The sandbox was reset meanwhile, or the payment is in an archive.
  if (!payment) return await logArchived(act, paymentId);
  if (report.kind === 'decided') return await decide(act, payment, gatewayReference, report.outcome);
  const { kind, reason, amount, respondBy } = report;
  const opened = await openReported(act, payment, {
    kind,
    reason,
    gatewayReference,
    ...(amount !== undefined && { amount: amountOf(BigInt(amount)) }),
    ...(respondBy !== undefined && { respondBy: new Date(respondBy) }),
  });
  if ('ignored' in opened)
    act.ctx.log.warn(
      { transaction: paymentId, dispute: gatewayReference, kind, why: opened.ignored },
      ignored,
    );
};

const ignored = 'a report of a dispute changed nothing';

async function decide(
  act: Act,
  payment: Transaction,
  gatewayReference: string,
  outcome: 'won' | 'lost',
): Promise<void> {
  const dispute = await findReported(act.tx, act.merchant.id, { paymentId: payment.id, gatewayReference });
  if (!dispute) {
    act.ctx.log.warn({ transaction: payment.id, dispute: gatewayReference, outcome }, ignored);
    return;
  }
  const { status } = dispute;
  // Its money has moved at the gateway as nobody expects: a person must know of it.
  if (!isOpen(dispute) && status !== outcome)
    act.ctx.log.warn(
      { transaction: payment.id, dispute: gatewayReference, outcome, why: `the dispute is ${status}` },
      ignored,
    );
  if (outcome === 'won') await winDispute(act, dispute);
  else await loseDispute(act, payment, dispute, 'decided');
}

/** Plays the callbacks of a gateway of the sandbox: each is a job of its own. */
export async function playReports(
  act: Act,
  paymentId: string,
  {
    from,
    callbacks = [],
  }: { readonly from: Date; readonly callbacks?: readonly DisputeCallback[] | undefined },
): Promise<void> {
  for (const { afterMs, gatewayReference, report } of callbacks) {
    await enqueue(act, 'disputes.callback', {
      key: reportKey(paymentId, report.kind, gatewayReference),
      payload: { paymentId, gatewayReference, report: written(report) },
      at: new Date(from.getTime() + afterMs),
    });
  }
}

function written(report: DisputeCallback['report']): ReportPayload['report'] {
  if (report.kind === 'decided') return report;
  const { kind, reason, amount, respondBy } = report;
  return {
    kind,
    reason,
    ...(amount !== undefined && { amount: String(amount) }),
    ...(respondBy && { respondBy: respondBy.toISOString() }),
  };
}
