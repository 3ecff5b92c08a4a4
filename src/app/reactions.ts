import { orderData } from '../core/checkouts/event-data.ts';
import { settingsData } from '../core/endpoints/event-data.ts';
import type { Reactions } from '../core/events/record.ts';
import { tellRefund } from '../core/invoices/tell-refund.ts';
import { invoiceData } from '../core/invoices/view.ts';
import { balanceData } from '../core/ledger/event-data.ts';
import { refundData } from '../core/refunds/event-data.ts';
import { captureData } from '../core/transactions/event-data.ts';
import { completeCheckout } from '../resources/checkout/complete-checkout.ts';
import { failCheckout } from '../resources/checkout/fail-checkout.ts';
import { onboardingData } from '../resources/onboarding/view.ts';
import { paymentMethodView } from '../resources/payment-methods/view.ts';
import { payoutItemData } from '../resources/payouts/view.ts';
import { settleCycle } from '../resources/subscriptions/settle-cycle.ts';
import { planData, subscriptionData } from '../resources/subscriptions/view.ts';
import { waiveCycle } from '../resources/subscriptions/waive-cycle.ts';

/** What each event shows, and what else happens in the same transaction, in this order. Decision 0009. */
export const reactions = {
  'payment.capture.completed': { data: captureData, also: [completeCheckout] },
  'payment.capture.declined': { data: captureData, also: [failCheckout] },
  'payment.capture.pending': { data: captureData, also: [] },
  'payment.capture.refunded': { data: captureData, also: [] },
  'payment.capture.reversed': { data: captureData, also: [] },
  'payment.capture.expired': { data: captureData, also: [] },
  'payment.capture.cancelled': { data: captureData, also: [] },
  'payment.refund.created': { data: refundData, also: [] },
  'payment.refund.completed': { data: refundData, also: [tellRefund] },
  'payment.refund.pending': { data: refundData, also: [] },
  'payment.refund.failed': { data: refundData, also: [] },
  'payment.order.created': { data: orderData, also: [] },
  'payment.order.approved': { data: orderData, also: [] },
  'payment.order.cancelled': { data: orderData, also: [] },
  'payment.order.voided': { data: orderData, also: [] },
  'payment.payout-item.succeeded': { data: payoutItemData, also: [] },
  'payment.payout-item.failed': { data: payoutItemData, also: [] },
  'payment.payout-item.returned': { data: payoutItemData, also: [] },
  'invoicing.invoice.created': { data: invoiceData, also: [] },
  'invoicing.invoice.updated': { data: invoiceData, also: [] },
  'invoicing.invoice.sent': { data: invoiceData, also: [] },
  'invoicing.invoice.paid': { data: invoiceData, also: [settleCycle] },
  'invoicing.invoice.cancelled': { data: invoiceData, also: [waiveCycle] },
  'invoicing.invoice.refunded': { data: invoiceData, also: [] },
  'invoicing.invoice.unpaid': { data: invoiceData, also: [] },
  'billing.subscription.created': { data: subscriptionData, also: [] },
  'billing.subscription.activated': { data: subscriptionData, also: [] },
  'billing.subscription.payment-failed': { data: subscriptionData, also: [] },
  'billing.subscription.suspended': { data: subscriptionData, also: [] },
  'billing.subscription.re-activated': { data: subscriptionData, also: [] },
  'billing.subscription.cancelled': { data: subscriptionData, also: [] },
  'billing.subscription.expired': { data: subscriptionData, also: [] },
  'billing.plan.created': { data: planData, also: [] },
  'billing.plan.updated': { data: planData, also: [] },
  'billing.plan.activated': { data: planData, also: [] },
  'billing.plan.deactivated': { data: planData, also: [] },
  'merchant.onboarding.submitted': { data: onboardingData, also: [] },
  'merchant.onboarding.kyc-approved': { data: onboardingData, also: [] },
  'merchant.onboarding.completed': { data: onboardingData, also: [] },
  'merchant.account.balance-updated': { data: balanceData, also: [] },
  'merchant.settings.updated': { data: settingsData, also: [] },
  'vault.payment-token.created': { data: paymentMethodView, also: [] },
  'vault.payment-token.deleted': { data: paymentMethodView, also: [] },
} satisfies Reactions;
