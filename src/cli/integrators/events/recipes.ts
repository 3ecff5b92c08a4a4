import type { EventType } from '../../../../generated/event-registry.ts';
import type { Body, Shop } from './shop.ts';

/** Does in the sandbox what causes an event. */
type Recipe = (shop: Shop) => Promise<unknown>;

const day = 86_400;
const route = {
  bank_name: 'First Bank',
  bank_account_number: '1002003004',
  bank_account_name: 'Corner Shop',
  bank_branch_code: '01101',
};
const wallet = {
  method: 'mobile_money',
  mobile_money_provider: 'wallet_a',
  mobile_money_number: '0771111111',
  currency: 'USD',
};

const refund = async (shop: Shop, body: Body = {}) =>
  shop.call('refundTransaction', { id: await shop.payment('card_success', { amount: '100.00' }), body });
const held = (shop: Shop) => shop.payment('card_success', { amount: '100.00', capture: 'manual' });

async function dispute(shop: Shop, about: Body = {}): Promise<string> {
  const transaction_id = await shop.payment('card_success', { amount: '100.00' });
  return String((await shop.call('openTestDispute', { body: { transaction_id, ...about } }))['id']);
}

async function contested(shop: Shop): Promise<string> {
  const id = await dispute(shop);
  await shop.call('submitDisputeEvidence', {
    id,
    body: { evidence: 'WIN: the customer signed for the parcel.' },
  });
  return id;
}

async function payout(shop: Shop, amount: string, afterSeconds: number): Promise<void> {
  await shop.payment('card_success', { amount: '200.00' });
  await shop.call('requestPayout', { body: { method: 'bank_transfer', currency: 'USD', amount, ...route } });
  await shop.advance(afterSeconds);
}

async function batch(shop: Shop, amounts: readonly string[]): Promise<void> {
  await shop.payment('card_success', { amount: '200.00' });
  await shop.call('createPayoutBatch', { body: { items: amounts.map((amount) => ({ ...wallet, amount })) } });
}

async function agent(shop: Shop, about: Body = {}): Promise<string> {
  const body = { name: 'Corner Shop', phone: '0772000111', ...about };
  return String((await shop.call('createAgent', { body }))['id']);
}

async function floatOf(shop: Shop, amount: string, about: Body = {}): Promise<string> {
  const id = await agent(shop, about);
  await shop.call('topUpAgentFloat', { id, body: { amount, currency: 'USD' } });
  return id;
}

/** A payout in cash that nobody else collects, and an agent who hands it out. */
async function cashOut(
  shop: Shop,
  { float, wrong = 0, about = {} }: { float: string; wrong?: number; about?: Body },
) {
  const id = await floatOf(shop, float, about);
  await shop.payment('card_success', { amount: '200.00' });
  const body = { method: 'agent_cash', amount: '20.23', currency: 'USD' };
  const { payout_id, agent_otp } = await shop.call('requestPayout', { body });
  const other = String((Number(agent_otp) + 1) % 100_000_000).padStart(8, '0');
  for (let tried = 0; tried < wrong; tried += 1)
    await shop
      .call('createAgentCashOut', { id, body: { payout_id, agent_otp: other } })
      .catch(() => undefined);
  if (wrong === 0) await shop.call('createAgentCashOut', { id, body: { payout_id, agent_otp } });
}

async function advance(shop: Shop, about: Body = {}): Promise<void> {
  const terms = { amount: '500.00', fee: '50.00', currency: 'USD', holdback_rate: '10.00', ...about };
  const { id } = await shop.call('createTestCapitalOffer', { body: terms });
  await shop.call('acceptCapitalOffer', { id: String(id) });
}

async function invoice(shop: Shop, about: Body = {}): Promise<{ id: string; url: string }> {
  const items = [{ description: 'Wedding cake', quantity: 1, unit_amount: '100.00', tax_rate: '15.00' }];
  const customer = { name: 'Tariro Moyo', email: 'tariro@example.com', phone: '0771234567' };
  const body = { customer, currency: 'USD', items, due_date: '2099-01-31', ...about };
  const made = await shop.call('createInvoice', { body });
  return { id: String(made['id']), url: String(made['hosted_url']) };
}

async function paidInvoice(shop: Shop): Promise<string> {
  const { id, url } = await invoice(shop, { send: true });
  await shop.payInvoice(url);
  return String((await shop.call('getInvoice', { id }))['transaction_id']);
}

async function plan(shop: Shop, about: Body = {}): Promise<string> {
  const body = { name: 'Tea club', amount: '12.00', currency: 'USD', interval: 'month', ...about };
  return String((await shop.call('createSubscriptionPlan', { body }))['plan_id']);
}

type Terms = { readonly of?: Body; readonly phone?: string; readonly afterSeconds?: number };

async function subscription(shop: Shop, { of = {}, phone, afterSeconds }: Terms = {}): Promise<string> {
  const payer = phone === undefined ? {} : { wallet_type: 'wallet_a', customer_phone: phone };
  const body = { plan_id: await plan(shop, of), customer: { name: 'Rudo Ncube' }, ...payer };
  const { id } = await shop.call('createSubscription', { body });
  if (afterSeconds !== undefined) await shop.advance(afterSeconds);
  return String(id);
}

const setPlan = (shop: Shop, id: string, body: Body) => shop.call('updateSubscriptionPlan', { id, body });
const raise = (shop: Shop) => shop.call('setTestKyc', { body: { tier: 2 } });

/** How each event is caused over HTTP; `synthetic`: no merchant can, so it is only made up. A missing event does not compile. */
export const recipes: Readonly<Record<EventType, Recipe | 'synthetic'>> = {
  'payment.capture.completed': (shop) => shop.payment(),
  'payment.capture.declined': (shop) => shop.payment('card_declined'),
  'payment.capture.pending': (shop) => shop.push('0776666666'),
  'payment.capture.refunded': (shop) => refund(shop, { amount: '40.00' }),
  'payment.capture.reversed': (shop) => refund(shop),
  'payment.capture.expired': async (shop) => {
    await shop.push('0778888888');
    await shop.advance(125);
  },
  'payment.capture.cancelled': async (shop) =>
    shop.call('abortCheckout', { id: (await shop.push('0776666666')).id }),
  'payment.capture.authorized': held,
  'payment.authorization.created': held,
  'payment.authorization.voided': async (shop) => {
    const { id, url } = await shop.checkout({ capture: 'manual' });
    await shop.pay(url);
    await shop.call('voidAuthorization', { id });
  },
  'payment.refund.created': (shop) => refund(shop, { amount: '40.00' }),
  'payment.refund.completed': (shop) => refund(shop, { amount: '40.00' }),
  'payment.refund.pending': (shop) => refund(shop, { amount: '40.11' }),
  'payment.refund.failed': (shop) => refund(shop, { amount: '40.13' }),
  'payment.order.created': (shop) => shop.checkout(),
  'payment.order.approved': (shop) => shop.payment(),
  'payment.order.cancelled': async (shop) => shop.call('abortCheckout', { id: (await shop.checkout()).id }),
  'payment.order.voided': async (shop) => {
    await shop.checkout();
    await shop.advance(31 * 60);
  },
  'payment.payout-item.succeeded': (shop) => payout(shop, '50.00', 300),
  'payment.payout-item.failed': (shop) => payout(shop, '50.13', 300),
  'payment.payout-item.held': (shop) => payout(shop, '50.19', 60),
  'payment.payout-item.blocked': (shop) => payout(shop, '50.21', 600),
  'payment.payout-item.returned': (shop) => payout(shop, '50.17', 2 * day),
  'payment.payout-item.unclaimed': async (shop) => {
    await shop.payment('card_success', { amount: '200.00' });
    await shop.call('requestPayout', { body: { method: 'agent_cash', amount: '20.23', currency: 'USD' } });
    await shop.advance(3 * day);
  },
  'payment.payout-batch.processing': (shop) => batch(shop, ['10.00', '10.13']),
  'payment.payout-batch.success': async (shop) => {
    await batch(shop, ['10.00', '10.13']);
    await shop.advance(600);
  },
  'payment.payout-batch.denied': (shop) => batch(shop, ['0.01', '0.02']),
  'billing.invoice.created': 'synthetic',
  'billing.invoice.payment-failed': 'synthetic',
  'invoicing.invoice.created': (shop) => invoice(shop),
  'invoicing.invoice.updated': async (shop) =>
    shop.call('updateInvoice', { id: (await invoice(shop)).id, body: { due_date: '2098-01-31' } }),
  'invoicing.invoice.sent': (shop) => invoice(shop, { send: true }),
  'invoicing.invoice.paid': paidInvoice,
  'invoicing.invoice.cancelled': async (shop) => shop.call('voidInvoice', { id: (await invoice(shop)).id }),
  'invoicing.invoice.refunded': async (shop) =>
    shop.call('refundTransaction', { id: await paidInvoice(shop), body: { amount: '40.00' } }),
  'invoicing.invoice.unpaid': async (shop) => {
    await invoice(shop, { send: true, due_date: '2026-01-31' });
    await shop.advance(1);
  },
  'invoicing.invoice.reminder-sent': async (shop) => {
    await invoice(shop, { send: true, due_date: shop.today(), reminder_days: [3] });
    await shop.advance(4 * day);
  },
  'billing.subscription.created': (shop) => subscription(shop),
  'billing.subscription.activated': (shop) => subscription(shop, { phone: '0771111111', afterSeconds: 60 }),
  'billing.subscription.payment-failed': (shop) =>
    subscription(shop, { phone: '0774444444', afterSeconds: 60 }),
  'billing.subscription.suspended': async (shop) =>
    shop.call('pauseSubscription', { id: await subscription(shop) }),
  'billing.subscription.re-activated': async (shop) => {
    const id = await subscription(shop);
    await shop.call('pauseSubscription', { id });
    await shop.call('resumeSubscription', { id });
  },
  'billing.subscription.cancelled': async (shop) =>
    shop.call('cancelSubscription', { id: await subscription(shop), body: { reason: 'moved away' } }),
  'billing.subscription.updated': async (shop) => {
    const id = await subscription(shop);
    await shop.call('updateSubscription', { id, body: { plan_id: await plan(shop, { amount: '20.00' }) } });
  },
  'billing.subscription.expired': async (shop) => {
    await subscription(shop, {
      of: { interval: 'day', max_cycles: 1 },
      phone: '0771111111',
      afterSeconds: 60,
    });
    await shop.advance(2 * day);
  },
  'billing.plan.created': (shop) => plan(shop),
  'billing.plan.updated': async (shop) => setPlan(shop, await plan(shop), { name: 'Coffee club' }),
  'billing.plan.deactivated': async (shop) => setPlan(shop, await plan(shop), { status: 'inactive' }),
  'billing.plan.activated': async (shop) => {
    const id = await plan(shop);
    await setPlan(shop, id, { status: 'inactive' });
    await setPlan(shop, id, { status: 'active' });
  },
  'split.settled': async (shop) => {
    const { id: subaccount_id } = await shop.call('createSubaccount', { body: { name: 'Tatenda Banda' } });
    const shares = [{ subaccount_id, share: '20.00' }];
    const { id } = await shop.call('createSplit', {
      body: { name: 'Market stall', currency: 'USD', shares },
    });
    await shop.payment('card_success', { amount: '100.00', splitId: String(id) });
  },
  'customer.dispute.created': (shop) => dispute(shop),
  'customer.dispute.evidence-submitted': contested,
  'customer.dispute.updated': contested,
  'customer.dispute.resolved': async (shop) => {
    await contested(shop);
    await shop.advance(8 * day);
  },
  'risk.dispute.created': (shop) => dispute(shop, { early_warning: true }),
  'merchant.onboarding.submitted': raise,
  'merchant.onboarding.kyc-approved': raise,
  'merchant.onboarding.completed': raise,
  'merchant.onboarding.kyc-rejected': 'synthetic',
  'merchant.onboarding.document-requested': 'synthetic',
  'merchant.account.balance-updated': async (shop) => {
    await shop.payment('card_success', { amount: '100.00' });
    await shop.advance(60);
  },
  'merchant.settings.updated': 'synthetic',
  'vault.payment-token.created': (shop) => shop.card(),
  'vault.payment-token.updated': async (shop) => {
    await shop.card({ number: '4000000000000408', expiry: '12/27' });
    await shop.advance(366 * day);
    await shop.advance(366 * day);
  },
  'vault.payment-token.deleted': async (shop) => shop.call('deletePaymentMethod', { id: await shop.card() }),
  'reporting.report.available': async (shop) => {
    await shop.payment();
    await shop.call('createReport', {
      body: { type: 'fees', format: 'csv', from_date: '2020-01-01', to_date: '2199-01-01' },
    });
  },
  'agent.cash-out.completed': (shop) => cashOut(shop, { float: '100.00' }),
  'agent.cash-out.failed': (shop) => cashOut(shop, { float: '100.00', wrong: 1 }),
  'agent.cash-out.held': (shop) => cashOut(shop, { float: '100.00', wrong: 5 }),
  'agent.float.topped-up': (shop) => floatOf(shop, '100.00'),
  'agent.float.low': (shop) => cashOut(shop, { float: '60.00', about: { low_threshold: { USD: '50.00' } } }),
  'agent.float.depleted': (shop) => cashOut(shop, { float: '19.73' }),
  'agent.suspended': async (shop) => shop.call('suspendAgent', { id: await agent(shop) }),
  'agent.re-activated': async (shop) => {
    const id = await agent(shop);
    await shop.call('suspendAgent', { id });
    await shop.call('reactivateAgent', { id });
  },
  'capital.offer_created': (shop) =>
    shop.call('createTestCapitalOffer', {
      body: { amount: '500.00', fee: '50.00', currency: 'USD', holdback_rate: '10.00' },
    }),
  'capital.disbursed': (shop) => advance(shop),
  'capital.repayment': async (shop) => {
    await advance(shop);
    await shop.payment('card_success', { amount: '100.00' });
  },
  'capital.repaid': async (shop) => {
    await advance(shop, { amount: '5.00', fee: '1.00' });
    await shop.payment('card_success', { amount: '100.00' });
  },
};
