import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { EventType } from '../../../../generated/event-registry.ts';
import { assignPlatformPlan } from '../../../../src/domain/billing/platform-billing/set-plan.ts';
import {
  type Decision,
  decideAsOperator,
  submitAsOperator,
} from '../../../../src/domain/merchants/onboarding/as-operator.ts';
import { setEndpoint } from '../../../../src/domain/notices/endpoints/set-endpoint.ts';
import { merchantId } from '../../../../src/engine/principal.ts';
import { showId } from '../../../../src/platform/ids.ts';
import { eventIn, openService, openShop, type Place, type Shop } from '../../../journeys/shop.ts';
import { anAgent, anAgentWith, cashPayout, collect, wrongOtp } from '../../../support/builders/agents.ts';
import { turnClock, turnToPlatformInvoice } from '../../../support/builders/build.ts';
import { goodCard } from '../../../support/builders/counter.ts';
import { heldCheckout, release } from '../../../support/builders/holds.ts';
import { draftedInvoice, invoiceNow, sentInvoice, startInvoice } from '../../../support/builders/invoices.ts';
import { aSubmission } from '../../../support/builders/onboarding.ts';
import { anAdvance, anOffer, aSplit } from '../../../support/builders/partners.ts';
import { aPayout } from '../../../support/builders/payouts.ts';
import {
  cancel,
  createdPlan,
  paidBy,
  pause,
  resume,
  subscribed,
} from '../../../support/builders/subscriptions.ts';
import { savedCard } from '../../../support/builders/vault.ts';
import { aReceiver, type Receiver } from '../../../support/receivers/receiver.ts';
import { payByCard, submit } from '../../../support/service/page.ts';

let app: Place;
let receiver: Receiver;

beforeAll(async () => {
  app = await openService();
});
afterAll(() => app.stop());
afterEach(() => receiver.close());

/** The event that must be delivered after something was done, over HTTP where possible. */
type Provoked = {
  /** The id of the resource, as the API shows it. */
  readonly of: string;
  readonly data: Readonly<Record<string, unknown>>;
  /** The earlier events of the resource, in this order. */
  readonly before?: readonly EventType[];
};

const day = 24 * 3600;
const today = () => new Date().toISOString().slice(0, 10);
const good = '4242424242424242';
const bad = '4000000000000002';

async function paid(shop: Shop, amount = '100.00') {
  const checkout = await shop.card({ amount });
  await payByCard(checkout.payment_url, good);
  const { transaction_id: id } = await shop.statusOf(checkout);
  if (id === undefined) throw new Error('a good card pays');
  return { ...checkout, id };
}

async function refunded(shop: Shop, amount?: string) {
  const { id } = await paid(shop);
  const body = amount === undefined ? {} : { amount };
  const { data } = await shop.api('refundTransaction', { params: { id }, body });
  return { ...data, payment: id };
}

async function disputed(shop: Shop, about: Record<string, unknown> = {}) {
  const { id: payment } = await paid(shop);
  const { data } = await shop.api('openTestDispute', { body: { transaction_id: payment, ...about } });
  return { ...data, payment };
}

async function contested(shop: Shop) {
  const dispute = await disputed(shop);
  const body = { evidence: 'WIN: the customer signed for the parcel.' };
  await shop.api('submitDisputeEvidence', { params: { id: dispute.id }, body });
  return dispute;
}
const contestedEvents = ['customer.dispute.created', 'customer.dispute.evidence-submitted'] as const;

/** A wallet payment whose prompt nobody answers. */
async function unanswered(shop: Shop) {
  const checkout = await shop.push('0776666666', { amount: '18.00' });
  return { ...checkout, transaction: (await shop.pollOf(checkout)).transaction_id };
}

async function requested(shop: Shop, amount: string) {
  await paid(shop);
  const { data } = await shop.api('requestPayout', { body: aPayout('bank_transfer', { amount }) });
  return data.payout_id;
}

async function requestedBatch(shop: Shop, amounts: readonly string[]) {
  await paid(shop);
  const items = amounts.map((amount) => aPayout('mobile_money', { amount }));
  return (await shop.api('createPayoutBatch', { body: { items } })).data.id;
}

/** A payout in cash that nobody else collects. */
async function requestedCash(shop: Shop) {
  await paid(shop);
  return await cashPayout(shop.api);
}

async function paidInvoice(shop: Shop) {
  const invoice = await sentInvoice(shop.api);
  await submit(await startInvoice(invoice), 'pay', goodCard);
  return { ...invoice, transaction: String((await invoiceNow(shop.api, invoice)).transaction_id) };
}

/** A merchant whose plan with the platform costs 10.00 a month, after a month with one payment. */
async function billed(shop: Shop, amount: string) {
  const of = { merchantId: shop.merchant.merchantId, by: 'test' };
  await assignPlatformPlan(app.database.databases.platform, of, { plan: 'standard' });
  await paid(shop, amount);
  await turnToPlatformInvoice(shop.api);
  return String((await shop.api('listPlatformInvoices')).data.items[0]?.id);
}

const editPlan = ({ api }: Shop, id: string, body: Record<string, unknown>) =>
  api('updateSubscriptionPlan', { params: { id }, body });
const raise = ({ api }: Shop, tier: number) => api('setTestKyc', { body: { tier } });

/** The merchant submits everything for tier 2, and an operator decides. */
async function decided({ merchant }: Shop, decision: Decision): Promise<void> {
  const ctx = app.service.contexts.sandbox;
  const of = { merchantId: merchant.merchantId, by: 'operator' };
  const made = await submitAsOperator(ctx, of, aSubmission(2));
  if (made.kind !== 'submitted') throw new Error(made.kind);
  await decideAsOperator(ctx, made.submission, { ...decision, by: 'operator' });
}
const ofMerchant = ({ merchant }: Shop) => showId('mer', merchant.merchantId);

/** One way to cause each implemented event; a missing one does not compile. */
const provocations: { readonly [E in EventType]: (shop: Shop) => Promise<Provoked> } = {
  'payment.capture.completed': async (shop) => {
    const { id, checkout_id } = await paid(shop);
    const data = { id, checkout_id, status: 'completed', amount: '100.0000', fee: '3.5000', net: '96.5000' };
    return { of: id, data };
  },
  'payment.capture.declined': async (shop) => {
    const checkout = await shop.card();
    await payByCard(checkout.payment_url, bad);
    const [attempt] = await shop.listOf(checkout);
    const data = { status: 'failed', net: '0.0000', failure: { code: 'CARD_DECLINED' } };
    return { of: String(attempt?.id), data };
  },
  'payment.capture.pending': async (shop) => {
    const { transaction: id } = await unanswered(shop);
    return {
      of: id,
      data: { id, status: 'pending', amount: '18.0000', payment_method: { type: 'wallet_a' } },
    };
  },
  'payment.capture.refunded': async (shop) => {
    const { payment: of } = await refunded(shop, '40.00');
    return { of, data: { status: 'completed', amount: '100.0000' }, before: ['payment.capture.completed'] };
  },
  'payment.capture.reversed': async (shop) => {
    const { payment: of } = await refunded(shop);
    const before = ['payment.capture.completed', 'payment.capture.refunded'] as const;
    return { of, data: { status: 'reversed', late: false }, before };
  },
  'payment.capture.expired': async (shop) => {
    const { transaction_id: of } = await shop.pollOf(await shop.push('0778888888'));
    await turnClock(shop.api, 125);
    return { of, data: { status: 'pending', failure: null }, before: ['payment.capture.pending'] };
  },
  'payment.capture.cancelled': async (shop) => {
    const { transaction: of, checkout_id: id } = await unanswered(shop);
    await shop.api('abortCheckout', { params: { id } });
    return { of, data: { status: 'pending', failure: null }, before: ['payment.capture.pending'] };
  },
  'payment.capture.authorized': async (shop) => {
    const checkout = await heldCheckout(shop.api);
    const { transaction_id: of } = await shop.statusOf(checkout);
    const data = { status: 'authorized', amount: '100.0000', net: '96.5000' };
    return { of: String(of), data, before: ['payment.authorization.created'] };
  },
  'payment.authorization.created': async (shop) => {
    const checkout = await heldCheckout(shop.api);
    const { transaction_id: of } = await shop.statusOf(checkout);
    return { of: String(of), data: { status: 'held', amount: '100.0000', amount_captured: null } };
  },
  'payment.authorization.voided': async (shop) => {
    const checkout = await heldCheckout(shop.api);
    const { transaction_id: of } = (await release(shop.api, checkout)).data;
    const before = ['payment.authorization.created', 'payment.capture.authorized'] as const;
    return { of, data: { status: 'voided', void_reason: 'requested' }, before };
  },
  'payment.refund.created': async (shop) => {
    const { refund_id: of, payment } = await refunded(shop, '40.00');
    return { of, data: { id: of, transaction_id: payment, status: 'pending', amount: '40.0000' } };
  },
  'payment.refund.completed': async (shop) => {
    const { refund_id: of } = await refunded(shop, '40.00');
    return { of, data: { status: 'completed', amount: '40.0000' }, before: ['payment.refund.created'] };
  },
  'payment.refund.pending': async (shop) => {
    const { refund_id: of } = await refunded(shop, '40.11');
    return { of, data: { status: 'pending', amount: '40.1100' }, before: ['payment.refund.created'] };
  },
  'payment.refund.failed': async (shop) => {
    const { refund_id: of } = await refunded(shop, '40.13');
    const data = { status: 'failed', failure: { code: 'REFUND_REJECTED' } };
    return { of, data, before: ['payment.refund.created'] };
  },
  'customer.dispute.created': async (shop) => {
    const { id: of, payment } = await disputed(shop);
    const data = {
      transaction_id: payment,
      amount: '100.0000',
      reason: 'fraudulent',
      status: 'needs_response',
    };
    return { of, data };
  },
  'customer.dispute.evidence-submitted': async (shop) => {
    const { id: of } = await contested(shop);
    return { of, data: { status: 'under_review' }, before: ['customer.dispute.created'] };
  },
  'customer.dispute.updated': async (shop) => {
    const { id: of } = await contested(shop);
    return { of, data: { status: 'under_review' }, before: contestedEvents };
  },
  'customer.dispute.resolved': async (shop) => {
    const { id: of } = await contested(shop);
    await turnClock(shop.api, 8 * day);
    const data = { status: 'won', resolution: 'decided' };
    return { of, data, before: [...contestedEvents, 'customer.dispute.updated'] };
  },
  'risk.dispute.created': async (shop) => {
    const { id: of } = await disputed(shop, { early_warning: true });
    return { of, data: { status: 'warning', opened_at: null } };
  },
  'payment.order.created': async (shop) => {
    const { checkout_id: of } = await shop.card({ amount: '25.50', merchantTransactionId: 'ORDER-1' });
    const data = { amount: '25.5000', status: 'pending', merchantTransactionId: 'ORDER-1', failure: null };
    return { of, data: { id: of, currency: 'USD', ...data } };
  },
  'payment.order.approved': async (shop) => {
    const { checkout_id: of } = await paid(shop);
    return { of, data: { status: 'completed', failure: null }, before: ['payment.order.created'] };
  },
  'payment.order.cancelled': async (shop) => {
    const { checkout_id: of } = await shop.card();
    await shop.api('abortCheckout', { params: { id: of } });
    const data = { status: 'failed', failure: { code: 'CHECKOUT_ABORTED' } };
    return { of, data, before: ['payment.order.created'] };
  },
  'payment.order.voided': async (shop) => {
    const { checkout_id: of } = await shop.card();
    await turnClock(shop.api, 31 * 60);
    const data = { status: 'expired', failure: { code: 'CHECKOUT_EXPIRED' } };
    return { of, data, before: ['payment.order.created'] };
  },
  'payment.payout-item.succeeded': async (shop) => {
    const of = await requested(shop, '50.00');
    await turnClock(shop.api, 300);
    return { of, data: { method: 'bank_transfer', amount: '50.0000', status: 'completed' } };
  },
  'payment.payout-item.failed': async (shop) => {
    const of = await requested(shop, '50.13');
    await turnClock(shop.api, 300);
    return { of, data: { status: 'failed', failure: { code: 'DESTINATION_REJECTED' } } };
  },
  'payment.payout-item.returned': async (shop) => {
    const of = await requested(shop, '50.17');
    await turnClock(shop.api, 2 * day);
    const data = { status: 'returned', failure: { code: 'PAYOUT_RETURNED' } };
    return { of, data, before: ['payment.payout-item.succeeded'] };
  },
  'split.settled': async (shop) => {
    const { id: of, partners } = await aSplit(shop.api, ['20.00']);
    const checkout = await shop.card({ amount: '100.00', splitId: of });
    await payByCard(checkout.payment_url, good);
    const data = {
      subaccount_id: partners[0],
      share: '20.00',
      amount: '91.5000',
      net: '18.3000',
      status: 'settled',
    };
    return { of, data };
  },
  'capital.offer_created': async (shop) => {
    const of = await anOffer(shop.api);
    return { of, data: { amount: '500.0000', fee: '50.0000', holdback_rate: '10.00', status: 'available' } };
  },
  'capital.disbursed': async (shop) => {
    const of = await anAdvance(shop.api);
    return { of, data: { amount: '500.0000', amount_remaining: '550.0000', status: 'outstanding' } };
  },
  'capital.repayment': async (shop) => {
    const of = await anAdvance(shop.api);
    const { id } = await paid(shop);
    const data = {
      transaction_id: id,
      amount: '9.1500',
      amount_remaining: '540.8500',
      status: 'outstanding',
    };
    return { of, data, before: ['capital.disbursed'] };
  },
  'capital.repaid': async (shop) => {
    const of = await anAdvance(shop.api, { amount: '5.00', fee: '1.00' });
    await paid(shop);
    const data = { amount_repaid: '6.0000', amount_remaining: '0.0000', status: 'repaid' };
    return { of, data, before: ['capital.disbursed', 'capital.repayment'] };
  },
  'payment.payout-item.held': async (shop) => {
    const of = await requested(shop, '50.19');
    await turnClock(shop.api, 60);
    return { of, data: { status: 'held', failure: null } };
  },
  'payment.payout-item.blocked': async (shop) => {
    const of = await requested(shop, '50.21');
    await turnClock(shop.api, 600);
    const data = { status: 'blocked', failure: { code: 'COMPLIANCE_BLOCKED' } };
    return { of, data, before: ['payment.payout-item.held'] };
  },
  'payment.payout-item.unclaimed': async (shop) => {
    const { payout_id: of } = await requestedCash(shop);
    await turnClock(shop.api, 3 * day);
    return { of, data: { status: 'unclaimed', failure: { code: 'PAYOUT_UNCLAIMED' } } };
  },
  'payment.payout-batch.processing': async (shop) => {
    const of = await requestedBatch(shop, ['10.00', '10.13']);
    return { of, data: { status: 'processing', counts: { total: 2, waiting: 2 } } };
  },
  'payment.payout-batch.success': async (shop) => {
    const of = await requestedBatch(shop, ['10.00', '10.13', '0.01']);
    const params = { id: of };
    await expect
      .poll(async () => (await shop.api('getPayoutBatch', { params })).data.counts.waiting, {
        timeout: 60_000,
      })
      .toBe(0);
    await turnClock(shop.api, 600);
    const counts = { total: 3, waiting: 0, processing: 0, completed: 1, failed: 1, refused: 1 };
    return { of, data: { status: 'completed', counts }, before: ['payment.payout-batch.processing'] };
  },
  'payment.payout-batch.denied': async (shop) => {
    const of = await requestedBatch(shop, ['0.01', '0.02']);
    const data = { status: 'denied', counts: { total: 2, refused: 2 } };
    return { of, data, before: ['payment.payout-batch.processing'] };
  },
  'agent.cash-out.completed': async (shop) => {
    const [agent, cash] = [await anAgentWith(shop.api, '100.00'), await requestedCash(shop)];
    await collect(shop.api, agent, cash);
    return { of: cash.payout_id, data: { agent_id: agent, amount: '19.7300', status: 'completed' } };
  },
  'agent.cash-out.failed': async (shop) => {
    const [agent, cash] = [await anAgentWith(shop.api, '100.00'), await requestedCash(shop)];
    await collect(shop.api, agent, wrongOtp(cash));
    return { of: cash.payout_id, data: { agent_id: agent, status: 'processing', failure: null } };
  },
  'agent.cash-out.held': async (shop) => {
    const [agent, cash] = [await anAgentWith(shop.api, '100.00'), await requestedCash(shop)];
    for (let tried = 0; tried < 5; tried += 1) await collect(shop.api, agent, wrongOtp(cash));
    const before = Array.from({ length: 4 }, () => 'agent.cash-out.failed' as const);
    return { of: cash.payout_id, data: { agent_id: agent, status: 'held' }, before };
  },
  'agent.float.topped-up': async (shop) => {
    const of = await anAgentWith(shop.api, '100.00', { low_threshold: { USD: '50.00' } });
    return { of, data: { currency: 'USD', balance: '100.0000', low_threshold: '50.0000' } };
  },
  'agent.float.low': async (shop) => {
    const of = await anAgentWith(shop.api, '60.00', { low_threshold: { USD: '50.00' } });
    await collect(shop.api, of, await requestedCash(shop));
    const data = { currency: 'USD', balance: '40.2700', low_threshold: '50.0000' };
    return { of, data, before: ['agent.float.topped-up'] };
  },
  'agent.float.depleted': async (shop) => {
    const of = await anAgentWith(shop.api, '19.73');
    await collect(shop.api, of, await requestedCash(shop));
    const data = { currency: 'USD', balance: '0.0000', low_threshold: null };
    return { of, data, before: ['agent.float.topped-up'] };
  },
  'agent.suspended': async (shop) => {
    const of = await anAgent(shop.api);
    await shop.api('suspendAgent', { params: { id: of } });
    return { of, data: { name: 'Corner Shop', phone: '+263772000111', status: 'suspended' } };
  },
  'agent.re-activated': async (shop) => {
    const of = await anAgent(shop.api);
    await shop.api('suspendAgent', { params: { id: of } });
    await shop.api('reactivateAgent', { params: { id: of } });
    return { of, data: { status: 'active' }, before: ['agent.suspended'] };
  },
  'billing.invoice.created': async (shop) => {
    const of = await billed(shop, '100.00');
    return { of, data: { id: of, status: 'open', amount: '10.0000', currency: 'USD', paid_at: null } };
  },
  'billing.invoice.payment-failed': async (shop) => {
    const of = await billed(shop, '5.00');
    const data = { id: of, status: 'past_due', failed_tries: 1 };
    return { of, data, before: ['billing.invoice.created'] };
  },
  'reporting.report.available': async (shop) => {
    await paid(shop);
    const body = { type: 'fees', format: 'csv', from_date: '2020-01-01', to_date: '2199-01-01' };
    const { id: of } = (await shop.api('createReport', { body })).data;
    await turnClock(shop.api, 5);
    return { of, data: { id: of, type: 'fees', status: 'available', rows: 1 } };
  },
  'invoicing.invoice.created': async (shop) => {
    const { id: of } = await draftedInvoice(shop.api);
    return { of, data: { status: 'draft', number: null, total: '140.0000' } };
  },
  'invoicing.invoice.updated': async (shop) => {
    const { id: of } = await draftedInvoice(shop.api);
    await shop.api('updateInvoice', { params: { id: of }, body: { due_date: '2098-01-31' } });
    return { of, data: { due_date: '2098-01-31' }, before: ['invoicing.invoice.created'] };
  },
  'invoicing.invoice.sent': async (shop) => {
    const { id: of, url } = await sentInvoice(shop.api);
    return { of, data: { status: 'sent', hosted_url: url }, before: ['invoicing.invoice.created'] };
  },
  'invoicing.invoice.paid': async (shop) => {
    const { id: of, transaction } = await paidInvoice(shop);
    const data = { status: 'paid', transaction_id: transaction };
    return { of, data, before: ['invoicing.invoice.created', 'invoicing.invoice.sent'] };
  },
  'invoicing.invoice.cancelled': async (shop) => {
    const { id: of } = await draftedInvoice(shop.api);
    await shop.api('voidInvoice', { params: { id: of } });
    return { of, data: { status: 'void' }, before: ['invoicing.invoice.created'] };
  },
  'invoicing.invoice.refunded': async (shop) => {
    const { id: of, transaction } = await paidInvoice(shop);
    await shop.api('refundTransaction', { params: { id: transaction }, body: { amount: '40.00' } });
    const before = ['invoicing.invoice.created', 'invoicing.invoice.sent', 'invoicing.invoice.paid'] as const;
    return { of, data: { status: 'paid', amount_paid: '140.0000' }, before };
  },
  'invoicing.invoice.reminder-sent': async (shop) => {
    const { id: of } = await sentInvoice(shop.api, { due_date: today(), reminder_days: [3] });
    await turnClock(shop.api, 4 * day);
    const data = { status: 'sent', reminders_sent: 1, reminder_days: [3] };
    const before = [
      'invoicing.invoice.created',
      'invoicing.invoice.sent',
      'invoicing.invoice.unpaid',
    ] as const;
    return { of, data, before };
  },
  'invoicing.invoice.unpaid': async (shop) => {
    const { id: of } = await sentInvoice(shop.api, { due_date: '2026-01-31' });
    await turnClock(shop.api, 1);
    const data = { status: 'sent', overdue: true };
    return { of, data, before: ['invoicing.invoice.created', 'invoicing.invoice.sent'] };
  },
  'billing.subscription.created': async (shop) => {
    const { id: of } = await subscribed(shop.api);
    return { of, data: { status: 'active', amount: '12.0000', customer: { name: 'Rudo Ncube' } } };
  },
  'billing.subscription.activated': async (shop) => {
    const { id: of } = await subscribed(shop.api, {}, paidBy('0771111111'));
    await turnClock(shop.api, 60);
    return { of, data: { entitled: true, cycle_count: 1 }, before: ['billing.subscription.created'] };
  },
  'billing.subscription.payment-failed': async (shop) => {
    const { id: of } = await subscribed(shop.api, {}, paidBy('0774444444'));
    await turnClock(shop.api, 60);
    const data = { status: 'active', collection_state: 'retrying' };
    return { of, data, before: ['billing.subscription.created'] };
  },
  'billing.subscription.suspended': async (shop) => {
    const subscription = await subscribed(shop.api);
    await pause(shop.api, subscription);
    return { of: subscription.id, data: { status: 'paused' }, before: ['billing.subscription.created'] };
  },
  'billing.subscription.re-activated': async (shop) => {
    const subscription = await subscribed(shop.api);
    await pause(shop.api, subscription);
    await resume(shop.api, subscription);
    const before = ['billing.subscription.created', 'billing.subscription.suspended'] as const;
    return { of: subscription.id, data: { status: 'active' }, before };
  },
  'billing.subscription.cancelled': async (shop) => {
    const subscription = await subscribed(shop.api);
    await cancel(shop.api, subscription, { reason: 'moved away' });
    const data = { status: 'canceled', cancel_reason: 'moved away' };
    return { of: subscription.id, data, before: ['billing.subscription.created'] };
  },
  'billing.subscription.updated': async (shop) => {
    const { id: of } = await subscribed(shop.api);
    const { plan_id } = await createdPlan(shop.api, { amount: '20.00' });
    await shop.api('updateSubscription', { params: { id: of }, body: { plan_id } });
    return { of, data: { plan_id, amount: '20.0000' }, before: ['billing.subscription.created'] };
  },
  'billing.subscription.expired': async (shop) => {
    const terms = { interval: 'day', max_cycles: 1 };
    const { id: of } = await subscribed(shop.api, terms, paidBy('0771111111'));
    await turnClock(shop.api, 60);
    await turnClock(shop.api, 2 * day);
    const before = ['billing.subscription.created', 'billing.subscription.activated'] as const;
    return { of, data: { status: 'canceled', cycle_count: 1 }, before };
  },
  'billing.plan.created': async (shop) => {
    const { plan_id: of } = await createdPlan(shop.api);
    return { of, data: { name: 'Tea club', amount: '12.0000', status: 'active' } };
  },
  'billing.plan.updated': async (shop) => {
    const { plan_id: of } = await createdPlan(shop.api);
    await editPlan(shop, of, { name: 'Coffee club' });
    return { of, data: { name: 'Coffee club' }, before: ['billing.plan.created'] };
  },
  'billing.plan.deactivated': async (shop) => {
    const { plan_id: of } = await createdPlan(shop.api);
    await editPlan(shop, of, { status: 'inactive' });
    return { of, data: { status: 'inactive' }, before: ['billing.plan.created'] };
  },
  'billing.plan.activated': async (shop) => {
    const { plan_id: of } = await createdPlan(shop.api);
    await editPlan(shop, of, { status: 'inactive' });
    await editPlan(shop, of, { status: 'active' });
    return { of, data: { status: 'active' }, before: ['billing.plan.created', 'billing.plan.deactivated'] };
  },
  'merchant.onboarding.submitted': async (shop) => {
    await raise(shop, 2);
    return { of: ofMerchant(shop), data: { status: 'submitted', tier: 2 } };
  },
  'merchant.onboarding.kyc-approved': async (shop) => {
    await raise(shop, 2);
    const data = { status: 'approved', tier: 2 };
    return { of: ofMerchant(shop), data, before: ['merchant.onboarding.submitted'] };
  },
  'merchant.onboarding.completed': async (shop) => {
    await raise(shop, 2);
    const before = ['merchant.onboarding.submitted', 'merchant.onboarding.kyc-approved'] as const;
    return { of: ofMerchant(shop), data: { status: 'approved', tier: 2 }, before };
  },
  'merchant.onboarding.kyc-rejected': async (shop) => {
    await decided(shop, { action: 'kyc.rejected', note: 'Not readable.' });
    const data = { status: 'rejected', tier: 2 };
    return { of: ofMerchant(shop), data, before: ['merchant.onboarding.submitted'] };
  },
  'merchant.onboarding.document-requested': async (shop) => {
    await decided(shop, { action: 'kyc.document-requested', note: 'A newer bill, please.' });
    const data = { status: 'document_requested', tier: 2 };
    return { of: ofMerchant(shop), data, before: ['merchant.onboarding.submitted'] };
  },
  'merchant.account.balance-updated': async (shop) => {
    await paid(shop);
    await turnClock(shop.api, 60);
    const data = {
      id: ofMerchant(shop),
      available: { USD: '91.5000', ZWG: '0.0000' },
      pending: { USD: '0.0000', ZWG: '0.0000' },
      reserve: { USD: '5.0000', ZWG: '0.0000' },
    };
    return { of: ofMerchant(shop), data };
  },
  'merchant.settings.updated': async ({ merchant }) => {
    const of = { merchantId: merchantId(merchant.merchantId), appId: merchant.appId };
    await setEndpoint(app.service.contexts.sandbox, of, { url: `${receiver.url}/moved` });
    return { of: showId('app', merchant.appId), data: { changed: ['webhook_url'] } };
  },
  'vault.payment-token.created': async (shop) => {
    const { id: of } = await savedCard(shop.api);
    return { of, data: { status: 'active', last4: '4242' } };
  },
  'vault.payment-token.updated': async (shop) => {
    const { id: of } = await savedCard(shop.api, { number: '4000000000000408', expiry: '12/27' });
    await turnClock(shop.api, 366 * day);
    await turnClock(shop.api, 366 * day);
    return { of, data: { status: 'active', exp_year: 2030 }, before: ['vault.payment-token.created'] };
  },
  'vault.payment-token.deleted': async (shop) => {
    const { id: of } = await savedCard(shop.api);
    await shop.api('deletePaymentMethod', { params: { id: of } });
    return { of, data: { status: 'deleted' }, before: ['vault.payment-token.created'] };
  },
};

async function aListeningShop(): Promise<Shop> {
  receiver = await aReceiver();
  return await openShop(app, { webhookUrl: `${receiver.url}/hook`, eventTypes: ['*'] });
}

/** The events of a resource that the receiver got, up to one of this type. Each must be signed and fit its schema. */
async function toldUntil({ merchant }: Shop, type: EventType, of: string) {
  const told: Awaited<ReturnType<typeof eventIn>>[] = [];
  for (let count = 1; ; count += 1) {
    const request = (await receiver.sees(count)).at(-1);
    if (!request) throw new Error('a receiver sees what it waits for');
    const event = await eventIn(request, merchant.webhookSecret);
    if (event.resource_id === of) told.push(event);
    if (event.resource_id === of && event.type === type) return told;
  }
}

describe('every event that is implemented', () => {
  it.each(Object.entries(provocations))(
    '%s is delivered, with its data and in the right order',
    async (type, provoke) => {
      const shop = await aListeningShop();

      const { of, data, before = [] } = await provoke(shop);

      const told = await toldUntil(shop, type as EventType, of);
      expect(told.map((event) => event.type)).toEqual([...before, type]);
      expect(told.map(({ sequence }) => sequence)).toEqual(told.map((_event, index) => index + 1));
      expect(told.at(-1)?.data).toMatchObject({ id: of, ...data });
    },
  );

  it('is tested here, and no other is', async () => {
    const shop = await aListeningShop();
    const { data } = await shop.api('listWebhookEvents', { query: { implemented_only: true } });

    const fired = data.groups.flatMap(({ events }) => events.map(({ id }) => id));

    expect(new Set(fired)).toEqual(new Set(Object.keys(provocations)));
    expect(fired).toHaveLength(data.total);
  });
});
