import { forgetAnswers } from '../core/calls/forget-answers.ts';
import type { Context } from '../core/context.ts';
import { markUnpaid } from '../core/invoices/mark-unpaid.ts';
import type { JobHandlers } from '../core/jobs/jobs.ts';
import { releaseReserve } from '../core/ledger/release-reserve.ts';
import { reportAudit } from '../core/ledger/report-audit.ts';
import { settlePending } from '../core/ledger/settle-pending.ts';
import { tellBalances } from '../core/ledger/tell-balances.ts';
import { receiveCallback } from '../core/payments/receive-callback.ts';
import { requeryPayment } from '../core/payments/requery-payment.ts';
import { finishRefund } from '../core/refunds/finish-refund.ts';
import { forgetEvents } from '../core/webhooks/forget-events.ts';
import { recoverEvents } from '../core/webhooks/recover-events.ts';
import { expireCheckout } from '../resources/checkout/expire-checkout.ts';
import { expirePaymentMethod } from '../resources/payment-methods/expire-payment-method.ts';
import { completePayout } from '../resources/payouts/complete-payout.ts';
import { returnPayout } from '../resources/payouts/return-payout.ts';
import { chargeTry } from '../resources/subscriptions/charge-try.ts';
import { collectCycle } from '../resources/subscriptions/collect-cycle.ts';
import { renewSubscription } from '../resources/subscriptions/renew-subscription.ts';
import { resetSandbox } from '../sandbox/reset-sandbox.ts';

/** Job → what runs it. Each is safe to run twice. */
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
  'ledger.tell-balances': tellBalances,
  'events.recover': recoverEvents,
  'ledger.settle-pending': settlePending,
  'ledger.release-reserve': releaseReserve,
} satisfies JobHandlers;

/** Once a day, by UTC, over any number of processes; in both modes. In this order: midnight waits for no audit. */
export const dailyJobs = {
  'sandbox.reset': resetSandbox,
  'ledger.audit': reportAudit,
  'keys.forget-answers': forgetAnswers,
  'events.forget': forgetEvents,
} satisfies Readonly<Record<string, (ctx: Context) => Promise<void>>>;
