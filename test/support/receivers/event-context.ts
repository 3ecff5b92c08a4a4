import type { Selectable } from 'kysely';
import type { ModeTables } from '../../../generated/database.ts';
import { type EventType, registryVersion as version } from '../../../generated/event-registry.ts';
import { platformInvoiceData } from '../../../src/api/billing/billing/view.ts';
import { invoiceData } from '../../../src/api/billing/invoices/view.ts';
import { reportData } from '../../../src/api/billing/reports/view.ts';
import { planData, subscriptionData } from '../../../src/api/billing/subscriptions/view.ts';
import { balanceData } from '../../../src/api/merchants/account/view.ts';
import { advanceData, offerData, repaymentData } from '../../../src/api/money/capital/view.ts';
import { splitSettlementData } from '../../../src/api/money/splits/view.ts';
import { settingsData } from '../../../src/api/notices/events/view.ts';
import { paymentMethodView } from '../../../src/api/payers/payment-methods/view.ts';
import { authorizationData, orderData } from '../../../src/api/payments/checkout/view.ts';
import { disputeData } from '../../../src/api/payments/disputes/view.ts';
import { agentData, cashOutData, floatData } from '../../../src/api/payouts/agents/view.ts';
import { batchData } from '../../../src/api/payouts/payout-batches/view.ts';
import { filesInDatabase } from '../../../src/domain/payments/disputes/file-store.ts';
import type { Act, Context, EventData, JobHandlers, Reactions } from '../../../src/engine/context.ts';
import type { SubjectRow } from '../../../src/engine/event-subjects.ts';
import { type MerchantId, merchantId } from '../../../src/engine/principal.ts';
import { recordEvent } from '../../../src/engine/recording/record.ts';
import { type Databases, inTransaction } from '../../../src/platform/db/database.ts';
import { createEgress } from '../../../src/platform/http/egress/egress.ts';
import { newId, randomBase62, showId } from '../../../src/platform/ids.ts';
import { createLog } from '../../../src/platform/log.ts';
import { createSecrets } from '../../../src/platform/secrets.ts';
import { versionChain } from '../../../src/versions/chain.ts';

/** An app in the smallest context in which events happen: with a real database and egress, and simple views. */
export type App = { readonly merchant: MerchantId; readonly appId: string; readonly secret: string };

export function aContext(databases: Databases, also: Partial<Context> = {}): Context {
  return {
    mode: 'sandbox',
    db: databases.sandbox,
    platform: databases.platform,
    now: ({ clockOffsetMs, at }) => at ?? new Date(Date.now() + clockOffsetMs),
    gateways: {
      allFor: () => [],
      forMethod: () => undefined,
      byName: () => undefined,
      allForPayout: () => [],
      payoutByName: () => undefined,
      paysOut: false,
      routed: { payments: [], payouts: [] },
    },
    files: filesInDatabase(databases.sandbox),
    reactions: plainReactions,
    owners: {},
    jobs: noJobs,
    versions: versionChain([{ date: version, changes: [] }]),
    languages: ['en'],
    addresses: {
      checkout: 'http://localhost/test/c',
      pay: 'http://localhost/test/p',
      dashboard: 'http://localhost',
    },
    secrets: createSecrets('a key of these tests alone'),
    egress: createEgress({ allow: ['127.0.0.0/8'], ports: [443] }),
    log: createLog({ level: 'silent' }),
    ...also,
  };
}

/** An app of a merchant, with an endpoint that is subscribed to everything unless said otherwise. */
export async function anApp(
  ctx: Context,
  about: { of?: MerchantId; url?: string | null; eventTypes?: string[]; apiVersion?: string } = {},
): Promise<App> {
  const merchant = about.of ?? (await aMerchantRow(ctx));
  const appId = newId();
  const secret = `whsec_${randomBase62(32)}`;
  await ctx.platform
    .insertInto('api_apps')
    .values({
      id: appId,
      merchant_id: merchant,
      name: 'Shop',
      mode: 'sandbox',
      api_version: about.apiVersion ?? version,
    })
    .execute();
  await ctx.platform
    .insertInto('webhook_endpoints')
    .values({
      app_id: appId,
      merchant_id: merchant,
      url: about.url ?? null,
      event_types: about.eventTypes ?? ['*'],
      secret_sealed: ctx.secrets.seal(secret, 'webhook-secret'),
    })
    .execute();
  return { merchant, appId, secret };
}

async function aMerchantRow(ctx: Context): Promise<MerchantId> {
  const id = newId();
  await ctx.platform
    .insertInto('merchants')
    .values({ id, business_name: 'Tea House', email: 'owner@example.com', country: 'ZW' })
    .execute();
  return merchantId(id);
}

/** Runs `work` in a transaction of the merchant, like a call that writes. */
export function acting<T>(ctx: Context, merchant: MerchantId, work: (act: Act) => Promise<T>): Promise<T> {
  return inTransaction(ctx.db, merchant, (tx, clockOffsetMs) =>
    work({ ctx, tx, merchant: { id: merchant, clockOffsetMs } }),
  );
}

/** Records an event in a transaction of its own. */
export function happens<E extends EventType>(
  ctx: Context,
  merchant: MerchantId,
  type: E,
  row: SubjectRow<E>,
): Promise<void> {
  return acting(ctx, merchant, (act) => recordEvent(act, type, row));
}

type Payment = Selectable<ModeTables['transactions']>;
type Refund = Selectable<ModeTables['refunds']>;
type Payout = Selectable<ModeTables['payouts']>;
type Submission = Selectable<ModeTables['kyc_submissions']>;

export function aPaymentRow(merchant: MerchantId, also: Partial<Payment> = {}): Payment {
  return {
    merchant_id: merchant,
    id: newId(),
    type: 'payment',
    status: 'completed',
    amount: 100_000n,
    fee: 3500n,
    currency: 'USD',
    gateway: 'sandbox_card',
    gateway_reference: null,
    challenged_at: null,
    challenge_answered_at: null,
    resumed_at: null,
    split_id: null,
    gateway_status: null,
    reference: `order-${newId()}`,
    checkout_id: null,
    parent_id: null,
    source_type: 'checkout',
    source_id: newId(),
    app_id: null,
    method_type: 'card',
    method_brand: 'visa',
    method_last4: '4242',
    method_phone: null,
    payment_method_id: null,
    customer_name: null,
    customer_email: null,
    customer_phone: null,
    description: null,
    metadata: null,
    failure: null,
    late: false,
    refunded: 0n,
    disputed: 0n,
    reserve_amount: 0n,
    reserve_release_at: null,
    available_on: null,
    created_at: new Date(),
    completed_at: new Date(),
    ...also,
  };
}

export function aRefundRow(merchant: MerchantId, paymentId: string): Refund {
  return {
    merchant_id: merchant,
    id: newId(),
    transaction_id: newId(),
    payment_id: paymentId,
    amount: 50_000n,
    currency: 'USD',
    status: 'completed',
    reason: null,
    unwanted: false,
    fee_share: 0n,
    reserve_share: 0n,
    reserve_released: 0n,
    failure: null,
    created_at: new Date(),
    completed_at: new Date(),
  };
}

export async function aCheckoutWith(ctx: Context, app: App, notificationUrl: string): Promise<string> {
  const id = newId();
  await acting(ctx, app.merchant, ({ tx }) =>
    tx
      .insertInto('checkouts')
      .values({
        merchant_id: app.merchant,
        id,
        app_id: app.appId,
        source_type: 'checkout',
        reference: `order-${id}`,
        amount: 100_000n,
        currency: 'USD',
        status: 'pending',
        gateway: 'sandbox_card',
        notification_url: notificationUrl,
        expires_at: new Date(Date.now() + 3_600_000),
        created_at: new Date(),
      })
      .execute(),
  );
  return id;
}

const money = (amount: bigint) => `${amount / 10_000n}.${String(amount % 10_000n).padStart(4, '0')}`;

const nothing = async () => undefined;
export const noJobs: JobHandlers = {
  'payments.callback': nothing,
  'payments.confirm': nothing,
  'refunds.confirm': nothing,
  'payouts.confirm': nothing,
  'payments.requery': nothing,
  'capital.expire-offer': nothing,
  'checkout.expire': nothing,
  'authorizations.expire': nothing,
  'authorizations.finish': nothing,
  'refunds.finish': nothing,
  'disputes.callback': nothing,
  'disputes.answer': nothing,
  'disputes.expire': nothing,
  'disputes.drop-file': nothing,
  'ledger.tell-balances': nothing,
  'ledger.settle-pending': nothing,
  'ledger.release-reserve': nothing,
  'payouts.complete': nothing,
  'payouts.return': nothing,
  'payouts.expire': nothing,
  'payouts.review': nothing,
  'payout-batches.run': nothing,
  'invoices.mark-unpaid': nothing,
  'invoices.remind': nothing,
  'subscriptions.renew': nothing,
  'subscriptions.collect': nothing,
  'subscriptions.charge': nothing,
  'payment-methods.expire': nothing,
  'payment-methods.renewed': nothing,
  'events.recover': nothing,
  'platform-billing.bill': nothing,
  'platform-billing.collect': nothing,
  'platform-billing.retry': nothing,
  'reports.write': nothing,
};

function captureData(row: Payment): EventData<'payment.capture.completed'> {
  return {
    id: showId('txn', row.id),
    amount: money(row.amount),
    net: money(row.amount - row.fee),
    currency: row.currency,
    status: row.status,
    fee: money(row.fee),
    gateway: row.gateway,
    checkout_id: row.checkout_id && showId('chk', row.checkout_id),
    merchantTransactionId: row.reference,
    payment_method: null,
    source: { type: 'checkout', id: showId('chk', row.source_id) },
    metadata: null,
    failure: null,
    late: row.late,
  } as EventData<'payment.capture.completed'>;
}

function refundData(row: Refund): EventData<'payment.refund.completed'> {
  return {
    id: showId('ref', row.id),
    transaction_id: showId('txn', row.payment_id),
    amount: '5.0000',
    currency: row.currency,
    status: row.status,
    reason: row.reason,
    failure: null,
  } as EventData<'payment.refund.completed'>;
}

function payoutData(row: Payout): EventData<'payment.payout-item.succeeded'> {
  return {
    id: showId('po', row.id),
    method: row.method,
    amount: money(row.amount),
    fee: money(row.fee),
    net: money(row.amount - row.fee),
    currency: row.currency,
    status: row.status,
    failure: null,
  } as EventData<'payment.payout-item.succeeded'>;
}

function onboardingData(row: Submission): EventData<'merchant.onboarding.submitted'> {
  return { id: showId('mer', row.merchant_id), status: row.status, tier: row.tier };
}

const ofInvoice = { data: invoiceData, also: [] };

const ofDispute = { data: disputeData, also: [] };
const ofOrder = { data: orderData, also: [] };
const ofSubscription = { data: subscriptionData, also: [] };
const ofPlan = { data: planData, also: [] };

export const plainReactions: Reactions = {
  'payment.capture.completed': { data: captureData, also: [] },
  'payment.capture.declined': { data: captureData, also: [] },
  'payment.capture.pending': { data: captureData, also: [] },
  'payment.capture.refunded': { data: captureData, also: [] },
  'payment.capture.reversed': { data: captureData, also: [] },
  'payment.capture.expired': { data: captureData, also: [] },
  'payment.capture.cancelled': { data: captureData, also: [] },
  'payment.capture.authorized': { data: captureData, also: [] },
  'payment.authorization.created': { data: authorizationData, also: [] },
  'payment.authorization.voided': { data: authorizationData, also: [] },
  'payment.refund.created': { data: refundData, also: [] },
  'payment.order.created': ofOrder,
  'payment.order.approved': ofOrder,
  'payment.order.cancelled': ofOrder,
  'payment.order.voided': ofOrder,
  'customer.dispute.created': ofDispute,
  'customer.dispute.updated': ofDispute,
  'customer.dispute.resolved': ofDispute,
  'customer.dispute.evidence-submitted': ofDispute,
  'risk.dispute.created': ofDispute,
  'payment.refund.completed': { data: refundData, also: [] },
  'payment.refund.pending': { data: refundData, also: [] },
  'payment.refund.failed': { data: refundData, also: [] },
  'payment.payout-item.succeeded': { data: payoutData, also: [] },
  'payment.payout-item.failed': { data: payoutData, also: [] },
  'payment.payout-item.returned': { data: payoutData, also: [] },
  'payment.payout-item.held': { data: payoutData, also: [] },
  'payment.payout-item.blocked': { data: payoutData, also: [] },
  'payment.payout-item.unclaimed': { data: payoutData, also: [] },
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
  'billing.subscription.created': ofSubscription,
  'billing.subscription.activated': ofSubscription,
  'billing.subscription.payment-failed': ofSubscription,
  'billing.subscription.suspended': ofSubscription,
  'billing.subscription.re-activated': ofSubscription,
  'billing.subscription.cancelled': ofSubscription,
  'billing.subscription.expired': ofSubscription,
  'billing.subscription.updated': ofSubscription,
  'billing.plan.created': ofPlan,
  'billing.plan.updated': ofPlan,
  'billing.plan.activated': ofPlan,
  'billing.plan.deactivated': ofPlan,
  'invoicing.invoice.created': ofInvoice,
  'invoicing.invoice.updated': ofInvoice,
  'invoicing.invoice.sent': ofInvoice,
  'invoicing.invoice.paid': ofInvoice,
  'invoicing.invoice.cancelled': ofInvoice,
  'invoicing.invoice.refunded': ofInvoice,
  'invoicing.invoice.unpaid': ofInvoice,
  'split.settled': { data: splitSettlementData, also: [] },
  'capital.offer_created': { data: offerData, also: [] },
  'capital.disbursed': { data: advanceData, also: [] },
  'capital.repayment': { data: repaymentData, also: [] },
  'capital.repaid': { data: advanceData, also: [] },
  'invoicing.invoice.reminder-sent': ofInvoice,
  'billing.invoice.created': { data: platformInvoiceData, also: [] },
  'billing.invoice.payment-failed': { data: platformInvoiceData, also: [] },
  'reporting.report.available': { data: reportData, also: [] },
  'merchant.onboarding.submitted': { data: onboardingData, also: [] },
  'merchant.onboarding.kyc-approved': { data: onboardingData, also: [] },
  'merchant.onboarding.completed': { data: onboardingData, also: [] },
  'merchant.onboarding.kyc-rejected': { data: onboardingData, also: [] },
  'merchant.onboarding.document-requested': { data: onboardingData, also: [] },
  'merchant.account.balance-updated': { data: balanceData, also: [] },
  'merchant.settings.updated': { data: settingsData, also: [] },
  'vault.payment-token.created': { data: paymentMethodView, also: [] },
  'vault.payment-token.deleted': { data: paymentMethodView, also: [] },
  'vault.payment-token.updated': { data: paymentMethodView, also: [] },
};
