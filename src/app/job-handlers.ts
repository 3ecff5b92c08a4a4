import { chargeTry } from '../domain/billing/collection/charge-try.ts';
import { collectCycle } from '../domain/billing/collection/collect-cycle.ts';
import { markUnpaid } from '../domain/billing/invoices/due.ts';
import { remindOfInvoice } from '../domain/billing/invoices/remind.ts';
import { billMonth } from '../domain/billing/platform-billing/bill-month.ts';
import { collectInvoice, retryCollection } from '../domain/billing/platform-billing/collect-invoice.ts';
import { forgetReports } from '../domain/billing/reports/forget-reports.ts';
import { writeReport } from '../domain/billing/reports/write-report.ts';
import { renewSubscription } from '../domain/billing/subscriptions/renew-subscription.ts';
import { resetSandbox } from '../domain/merchants/sandbox/reset.ts';
import { oldTraffic } from '../domain/merchants/traffic/queries.ts';
import { notifyOfVersions } from '../domain/merchants/versions/notify.ts';
import { expireOffer } from '../domain/money/capital/offer.ts';
import type { Rail } from '../domain/money/gateways/rail.ts';
import { reportAudit } from '../domain/money/ledger/audit/report.ts';
import { recordBalances } from '../domain/money/ledger/record-balances.ts';
import { oldDeliveries, oldEvents } from '../domain/notices/events/forget-queries.ts';
import { recoverEvents } from '../domain/notices/replay/recover.ts';
import { expirePaymentMethod } from '../domain/payers/payment-methods/expire-payment-method.ts';
import { renewCard } from '../domain/payers/payment-methods/renew-card.ts';
import { expireHold } from '../domain/payments/attempts/capture-hold.ts';
import { confirmPayment } from '../domain/payments/attempts/confirm-payment.ts';
import { receiveCallback, requeryPayment } from '../domain/payments/attempts/learn-outcome.ts';
import { finishHold } from '../domain/payments/attempts/settle-hold.ts';
import { expireCheckout } from '../domain/payments/attempts/stop-waiting.ts';
import { removeDroppedFile } from '../domain/payments/disputes/add-file.ts';
import { sendAnswer } from '../domain/payments/disputes/answer-dispute.ts';
import { receiveReport } from '../domain/payments/disputes/receive-report.ts';
import { expireDispute } from '../domain/payments/disputes/resolve-dispute.ts';
import { confirmRefund } from '../domain/payments/refunds/confirm-refund.ts';
import { finishRefund } from '../domain/payments/refunds/finish-refund.ts';
import { settlePending } from '../domain/payments/settlement/release-hold.ts';
import { releaseReserve } from '../domain/payments/settlement/release-reserve.ts';
import { countsOfSinglePayments } from '../domain/payments/transactions/count-queries.ts';
import { makePayouts } from '../domain/payouts/batches/make-payouts.ts';
import { completePayout } from '../domain/payouts/payouts/complete-payout.ts';
import { confirmPayout } from '../domain/payouts/payouts/confirm-payout.ts';
import { expirePayout } from '../domain/payouts/payouts/give-back.ts';
import { returnPayout } from '../domain/payouts/payouts/return-payout.ts';
import { playReview } from '../domain/payouts/payouts/review-payout.ts';
import { forgetPeople } from '../domain/people/sessions/sessions.ts';
import { reconcileDaily } from '../domain/reconciliation/daily/reconcile-daily.ts';
import { expiredKeys } from '../engine/calls/queries.ts';
import type { Context, JobHandlers } from '../engine/context.ts';
import { inBatches } from '../platform/jobs/daily-batches.ts';

/** The handler of each kind of job. Every handler is safe to run twice. */
export const jobHandlers = {
  'payments.callback': receiveCallback,
  'payments.requery': requeryPayment,
  'payments.confirm': confirmPayment,
  'checkout.expire': expireCheckout,
  'authorizations.expire': expireHold,
  'authorizations.finish': finishHold,
  'refunds.finish': finishRefund,
  'refunds.confirm': confirmRefund,
  'disputes.callback': receiveReport,
  'disputes.answer': sendAnswer,
  'disputes.expire': expireDispute,
  'disputes.drop-file': removeDroppedFile,
  'payouts.complete': completePayout,
  'payouts.confirm': confirmPayout,
  'payouts.return': returnPayout,
  'payouts.expire': expirePayout,
  'payouts.review': playReview,
  'payout-batches.run': makePayouts,
  'invoices.mark-unpaid': markUnpaid,
  'invoices.remind': remindOfInvoice,
  'subscriptions.renew': renewSubscription,
  'subscriptions.collect': collectCycle,
  'subscriptions.charge': chargeTry,
  'payment-methods.expire': expirePaymentMethod,
  'payment-methods.renewed': renewCard,
  'ledger.tell-balances': recordBalances,
  'capital.expire-offer': expireOffer,
  'events.recover': recoverEvents,
  'ledger.settle-pending': settlePending,
  'ledger.release-reserve': releaseReserve,
  'platform-billing.bill': billMonth,
  'platform-billing.collect': collectInvoice,
  'platform-billing.retry': retryCollection,
  'reports.write': writeReport,
} satisfies JobHandlers;

/**
 * Run once a day (UTC) in both modes, whatever the number of processes. In this order, so that the reset at midnight does not
 * wait for the audit.
 */
export const dailyJobs = {
  'sandbox.reset': resetSandbox,
  'ledger.audit': reportAudit,
  'keys.forget-answers': inBatches(expiredKeys),
  'events.forget': inBatches(oldDeliveries, oldEvents),
  'traffic.forget': inBatches(oldTraffic),
  'reports.forget': forgetReports,
  'payments.fold-counts': inBatches(countsOfSinglePayments),
  'versions.notify': notifyOfVersions,
  'sessions.forget': forgetPeople,
} satisfies Readonly<Record<string, (ctx: Context, signal: AbortSignal) => Promise<number | void>>>;

/** Daily jobs that ask providers: they get the connections of the mode. They run after the others. */
export const dailyRailJobs = {
  'reconciliation.run': reconcileDaily,
} satisfies Readonly<
  Record<string, (ctx: Context, signal: AbortSignal, rails: readonly Rail[]) => Promise<void>>
>;

/** In the order in which they run. */
export const dailyKinds: readonly string[] = [...Object.keys(dailyJobs), ...Object.keys(dailyRailJobs)];
