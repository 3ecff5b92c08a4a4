import { chargeTry } from '../domain/billing/collection/charge-try.ts';
import { collectCycle } from '../domain/billing/collection/collect-cycle.ts';
import { markUnpaid } from '../domain/billing/invoices/due.ts';
import { billMonth } from '../domain/billing/platform-billing/bill-month.ts';
import { collectInvoice, retryCollection } from '../domain/billing/platform-billing/collect-invoice.ts';
import { forgetReports } from '../domain/billing/reports/forget-reports.ts';
import { writeReport } from '../domain/billing/reports/write-report.ts';
import { renewSubscription } from '../domain/billing/subscriptions/renew-subscription.ts';
import { resetSandbox } from '../domain/merchants/sandbox/reset.ts';
import { notifyOfVersions } from '../domain/merchants/versions/notify.ts';
import { reportAudit } from '../domain/money/ledger/audit.ts';
import { recordBalances } from '../domain/money/ledger/record-balances.ts';
import { forgetEvents } from '../domain/notices/events/forget-events.ts';
import { recoverEvents } from '../domain/notices/replay/recover.ts';
import { expirePaymentMethod } from '../domain/payers/payment-methods/expire-payment-method.ts';
import { receiveCallback, requeryPayment } from '../domain/payments/attempts/learn-outcome.ts';
import { expireCheckout } from '../domain/payments/attempts/stop-waiting.ts';
import { finishRefund } from '../domain/payments/refunds/finish-refund.ts';
import { settlePending } from '../domain/payments/settlement/release-hold.ts';
import { releaseReserve } from '../domain/payments/settlement/release-reserve.ts';
import { completePayout } from '../domain/payouts/payouts/complete-payout.ts';
import { returnPayout } from '../domain/payouts/payouts/return-payout.ts';
import { forgetAnswers } from '../engine/calls/answer-once.ts';
import type { Context, JobHandlers } from '../engine/context.ts';

/** The handler of each kind of job. Every handler is safe to run twice. */
export const jobHandlers = {
  'payments.callback': receiveCallback,
  'payments.requery': requeryPayment,
  'checkout.expire': expireCheckout,
  'refunds.finish': finishRefund,
  'payouts.complete': completePayout,
  'payouts.return': returnPayout,
  'invoices.mark-unpaid': markUnpaid,
  'subscriptions.renew': renewSubscription,
  'subscriptions.collect': collectCycle,
  'subscriptions.charge': chargeTry,
  'payment-methods.expire': expirePaymentMethod,
  'ledger.tell-balances': recordBalances,
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
  'keys.forget-answers': forgetAnswers,
  'events.forget': forgetEvents,
  'reports.forget': forgetReports,
  'versions.notify': notifyOfVersions,
} satisfies Readonly<Record<string, (ctx: Context, signal: AbortSignal) => Promise<void>>>;
