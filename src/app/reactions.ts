import { platformInvoiceData } from '../api/billing/billing/view.ts';
import { invoiceData } from '../api/billing/invoices/view.ts';
import { reportData } from '../api/billing/reports/view.ts';
import { failedSubscriptionData, planData, subscriptionData } from '../api/billing/subscriptions/view.ts';
import { balanceData, onboardingData } from '../api/merchants/account/view.ts';
import { advanceData, offerData, repaymentData } from '../api/money/capital/view.ts';
import { splitSettlementData } from '../api/money/splits/view.ts';
import { settingsData } from '../api/notices/events/view.ts';
import { paymentMethodView } from '../api/payers/payment-methods/view.ts';
import { authorizationData, orderData } from '../api/payments/checkout/view.ts';
import { disputeData } from '../api/payments/disputes/view.ts';
import { refundData } from '../api/payments/refunds/view.ts';
import { captureData } from '../api/payments/transactions/view.ts';
import { agentData, cashOutData, floatData } from '../api/payouts/agents/view.ts';
import { batchData } from '../api/payouts/payout-batches/view.ts';
import { payoutItemData } from '../api/payouts/payouts/view.ts';
import { settleCycle, waiveCycle } from '../domain/billing/collection/close-cycle.ts';
import { recordInvoiceRefund } from '../domain/billing/invoices/invoice-payment.ts';
import { collectOverdue } from '../domain/billing/platform-billing/collect-invoice.ts';
import { completeCheckout, failCheckout, holdCheckout } from '../domain/payments/checkouts/end-checkout.ts';
import { closeAnsweredWarning } from '../domain/payments/disputes/resolve-dispute.ts';
import { endBatchOf } from '../domain/payouts/batches/end-batch.ts';
import type { Reactions } from '../engine/context.ts';
import { paymentCounted } from './telemetry/counting.ts';

/** For each event: its data, and what else happens in the same transaction, in this order. Decision 0009. */
export const reactions = {
  'payment.capture.completed': { data: captureData, also: [paymentCounted, completeCheckout] },
  'payment.capture.declined': { data: captureData, also: [paymentCounted, failCheckout] },
  'payment.capture.pending': { data: captureData, also: [paymentCounted] },
  'payment.capture.refunded': { data: captureData, also: [paymentCounted] },
  'payment.capture.reversed': { data: captureData, also: [paymentCounted] },
  'payment.capture.expired': { data: captureData, also: [paymentCounted] },
  'payment.capture.cancelled': { data: captureData, also: [paymentCounted] },
  'payment.capture.authorized': { data: captureData, also: [paymentCounted, holdCheckout] },
  'payment.authorization.created': { data: authorizationData, also: [] },
  'payment.authorization.voided': { data: authorizationData, also: [] },
  'payment.refund.created': { data: refundData, also: [] },
  'payment.refund.completed': { data: refundData, also: [recordInvoiceRefund, closeAnsweredWarning] },
  'payment.refund.pending': { data: refundData, also: [] },
  'payment.refund.failed': { data: refundData, also: [] },
  'customer.dispute.created': { data: disputeData, also: [] },
  'customer.dispute.updated': { data: disputeData, also: [] },
  'customer.dispute.resolved': { data: disputeData, also: [] },
  'customer.dispute.evidence-submitted': { data: disputeData, also: [] },
  'risk.dispute.created': { data: disputeData, also: [] },
  'payment.order.created': { data: orderData, also: [] },
  'payment.order.approved': { data: orderData, also: [] },
  'payment.order.cancelled': { data: orderData, also: [] },
  'payment.order.voided': { data: orderData, also: [] },
  'payment.payout-item.succeeded': { data: payoutItemData, also: [endBatchOf] },
  'payment.payout-item.failed': { data: payoutItemData, also: [endBatchOf] },
  'payment.payout-item.held': { data: payoutItemData, also: [] },
  'payment.payout-item.blocked': { data: payoutItemData, also: [endBatchOf] },
  'payment.payout-item.unclaimed': { data: payoutItemData, also: [endBatchOf] },
  'payment.payout-item.returned': { data: payoutItemData, also: [] },
  'split.settled': { data: splitSettlementData, also: [] },
  'capital.offer_created': { data: offerData, also: [] },
  'capital.disbursed': { data: advanceData, also: [] },
  'capital.repayment': { data: repaymentData, also: [] },
  'capital.repaid': { data: advanceData, also: [] },
  'payment.payout-batch.processing': { data: batchData, also: [] },
  'payment.payout-batch.success': { data: batchData, also: [] },
  'payment.payout-batch.denied': { data: batchData, also: [] },
  'agent.cash-out.completed': { data: cashOutData, also: [] },
  'agent.cash-out.failed': { data: cashOutData, also: [] },
  'agent.cash-out.held': { data: cashOutData, also: [] },
  'agent.float.topped-up': { data: floatData, also: [] },
  'agent.float.low': { data: floatData, also: [] },
  'agent.float.depleted': { data: floatData, also: [] },
  'agent.suspended': { data: agentData, also: [] },
  'agent.re-activated': { data: agentData, also: [] },
  'billing.invoice.created': { data: platformInvoiceData, also: [] },
  'billing.invoice.payment-failed': { data: platformInvoiceData, also: [] },
  'invoicing.invoice.created': { data: invoiceData, also: [] },
  'invoicing.invoice.updated': { data: invoiceData, also: [] },
  'invoicing.invoice.sent': { data: invoiceData, also: [] },
  'invoicing.invoice.paid': { data: invoiceData, also: [settleCycle] },
  'invoicing.invoice.cancelled': { data: invoiceData, also: [waiveCycle] },
  'invoicing.invoice.refunded': { data: invoiceData, also: [] },
  'invoicing.invoice.reminder-sent': { data: invoiceData, also: [] },
  'invoicing.invoice.unpaid': { data: invoiceData, also: [] },
  'billing.subscription.created': { data: subscriptionData, also: [] },
  'billing.subscription.activated': { data: subscriptionData, also: [] },
  'billing.subscription.payment-failed': { data: failedSubscriptionData, also: [] },
  'billing.subscription.suspended': { data: subscriptionData, also: [] },
  'billing.subscription.re-activated': { data: subscriptionData, also: [] },
  'billing.subscription.cancelled': { data: subscriptionData, also: [] },
  'billing.subscription.updated': { data: subscriptionData, also: [] },
  'billing.subscription.expired': { data: subscriptionData, also: [] },
  'billing.plan.created': { data: planData, also: [] },
  'billing.plan.updated': { data: planData, also: [] },
  'billing.plan.activated': { data: planData, also: [] },
  'billing.plan.deactivated': { data: planData, also: [] },
  'merchant.onboarding.submitted': { data: onboardingData, also: [] },
  'merchant.onboarding.kyc-approved': { data: onboardingData, also: [] },
  'merchant.onboarding.completed': { data: onboardingData, also: [] },
  'merchant.onboarding.kyc-rejected': { data: onboardingData, also: [] },
  'merchant.onboarding.document-requested': { data: onboardingData, also: [] },
  'merchant.account.balance-updated': { data: balanceData, also: [collectOverdue] },
  'merchant.settings.updated': { data: settingsData, also: [] },
  'vault.payment-token.created': { data: paymentMethodView, also: [] },
  'vault.payment-token.updated': { data: paymentMethodView, also: [] },
  'vault.payment-token.deleted': { data: paymentMethodView, also: [] },
  'reporting.report.available': { data: reportData, also: [] },
} satisfies Reactions;
