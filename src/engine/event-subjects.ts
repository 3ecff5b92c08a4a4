import type { ModeTables } from '../../generated/database.ts';
import type { EventType } from '../../generated/event-registry.ts';
import type { Row } from '../platform/db/row.ts';

/** Event type → the table whose rows it is about. An implemented event that is missing here does not compile below. */
type Tables = {
  'payment.capture.completed': 'transactions';
  'payment.capture.declined': 'transactions';
  'payment.capture.pending': 'transactions';
  'payment.capture.refunded': 'transactions';
  'payment.capture.reversed': 'transactions';
  'payment.capture.expired': 'transactions';
  'payment.capture.cancelled': 'transactions';
  'payment.refund.created': 'refunds';
  'payment.refund.completed': 'refunds';
  'payment.refund.pending': 'refunds';
  'payment.refund.failed': 'refunds';
  'payment.order.created': 'checkouts';
  'payment.order.approved': 'checkouts';
  'payment.order.cancelled': 'checkouts';
  'payment.order.voided': 'checkouts';
  'payment.payout-item.succeeded': 'payouts';
  'payment.payout-item.failed': 'payouts';
  'payment.payout-item.returned': 'payouts';
  'invoicing.invoice.created': 'invoices';
  'invoicing.invoice.updated': 'invoices';
  'invoicing.invoice.sent': 'invoices';
  'invoicing.invoice.paid': 'invoices';
  'invoicing.invoice.cancelled': 'invoices';
  'invoicing.invoice.refunded': 'invoices';
  'invoicing.invoice.unpaid': 'invoices';
  'billing.subscription.created': 'subscriptions';
  'billing.subscription.activated': 'subscriptions';
  'billing.subscription.payment-failed': 'subscriptions';
  'billing.subscription.suspended': 'subscriptions';
  'billing.subscription.re-activated': 'subscriptions';
  'billing.subscription.cancelled': 'subscriptions';
  'billing.subscription.expired': 'subscriptions';
  'billing.plan.created': 'plans';
  'billing.plan.updated': 'plans';
  'billing.plan.activated': 'plans';
  'billing.plan.deactivated': 'plans';
  'merchant.onboarding.submitted': 'kyc_submissions';
  'merchant.onboarding.kyc-approved': 'kyc_submissions';
  'merchant.onboarding.completed': 'kyc_submissions';
  'merchant.account.balance-updated': 'ledger_heads';
  'merchant.settings.updated': 'settings_changes';
  'vault.payment-token.created': 'payment_methods';
  'vault.payment-token.deleted': 'payment_methods';
};

export type SubjectRow<E extends EventType> = Row<Tables[E]>;

/** The events that are about rows of a table; `never` for a table without any. */
export type EventAbout<T extends keyof ModeTables> = {
  [E in EventType]: Tables[E] extends T ? E : never;
}[EventType];

/** What an event needs to know of its row besides the data it shows. */
type Subject<R> = {
  /** Whose events are counted and kept in order. */
  readonly resourceId: (row: R) => string;
  /** The checkout whose notification URL is told, or the payment that knows it. */
  readonly checkoutId?: (row: R) => string | null;
  readonly paymentId?: (row: R) => string | null;
  /** The id of the event, where the fact has one that it is known by: it is recorded once, whoever records it. */
  readonly eventId?: (row: R) => string;
};

const payment: Subject<Row<'transactions'>> = {
  resourceId: (row) => row.id,
  checkoutId: (row) => row.checkout_id,
};

const refund: Subject<Row<'refunds'>> = {
  resourceId: (row) => row.id,
  paymentId: (row) => row.payment_id,
};

/** Its notification URL hears of its payments, not of the checkout itself. */
const order: Subject<Row<'checkouts'>> = { resourceId: (row) => row.id };

const payout: Subject<Row<'payouts'>> = { resourceId: (row) => row.id };

const invoice: Subject<Row<'invoices'>> = { resourceId: (row) => row.id };

const subscription: Subject<Row<'subscriptions'>> = { resourceId: (row) => row.id };

const plan: Subject<Row<'plans'>> = { resourceId: (row) => row.id };

const paymentMethod: Subject<Row<'payment_methods'>> = { resourceId: (row) => row.id };

const onboarding: Subject<Row<'kyc_submissions'>> = { resourceId: (row) => row.merchant_id };

const account: Subject<Row<'ledger_heads'>> = { resourceId: (row) => row.merchant_id };
const settings: Subject<Row<'settings_changes'>> = {
  resourceId: (row) => row.app_id,
  eventId: (row) => row.change_id,
};

/** A notification URL hears of captures and refunds; what has no checkout has no notification URL. Spec: "Events". */
export const subjects: { readonly [E in EventType]: Subject<SubjectRow<E>> } = {
  'payment.capture.completed': payment,
  'payment.capture.declined': payment,
  'payment.capture.pending': payment,
  'payment.capture.refunded': payment,
  'payment.capture.reversed': payment,
  'payment.capture.expired': payment,
  'payment.capture.cancelled': payment,
  'payment.refund.created': refund,
  'payment.refund.completed': refund,
  'payment.refund.pending': refund,
  'payment.refund.failed': refund,
  'payment.order.created': order,
  'payment.order.approved': order,
  'payment.order.cancelled': order,
  'payment.order.voided': order,
  'payment.payout-item.succeeded': payout,
  'payment.payout-item.failed': payout,
  'payment.payout-item.returned': payout,
  'invoicing.invoice.created': invoice,
  'invoicing.invoice.updated': invoice,
  'invoicing.invoice.sent': invoice,
  'invoicing.invoice.paid': invoice,
  'invoicing.invoice.cancelled': invoice,
  'invoicing.invoice.refunded': invoice,
  'invoicing.invoice.unpaid': invoice,
  'billing.subscription.created': subscription,
  'billing.subscription.activated': subscription,
  'billing.subscription.payment-failed': subscription,
  'billing.subscription.suspended': subscription,
  'billing.subscription.re-activated': subscription,
  'billing.subscription.cancelled': subscription,
  'billing.subscription.expired': subscription,
  'billing.plan.created': plan,
  'billing.plan.updated': plan,
  'billing.plan.activated': plan,
  'billing.plan.deactivated': plan,
  'merchant.onboarding.submitted': onboarding,
  'merchant.onboarding.kyc-approved': onboarding,
  'merchant.onboarding.completed': onboarding,
  'merchant.account.balance-updated': account,
  'merchant.settings.updated': settings,
  'vault.payment-token.created': paymentMethod,
  'vault.payment-token.deleted': paymentMethod,
};
