import type { Shop } from './shop.ts';
import {
  centsIn,
  day,
  emptyBalance,
  invoice,
  monthAfter,
  paidInvoice,
  payIn,
  plan,
  type Recipe,
  setPlan,
  subscription,
} from './steps.ts';

const minute = 60;
/** A payment begins the month that the platform bills, unless one has begun. */
const monthDays = 32;

/** A merchant who owes too long is billed no more. A changed balance pays what is due, a minute later. */
async function payPlatform(shop: Shop): Promise<void> {
  const due = centsIn((await shop.call('getPlatformSubscription'))['amount_due']);
  if (due === 0n) return;
  await payIn(shop, 'USD', due);
  await shop.advance(2 * minute);
}

/** What becomes available in this month has become so, and cannot pay the invoice any more once the balance is emptied. */
async function beforeNextInvoice(shop: Shop): Promise<void> {
  const { next_invoice_at: next } = await shop.call('getPlatformSubscription');
  const seconds = Math.floor((Date.parse(String(next)) - (await shop.now()).getTime()) / 1000) - minute;
  if (seconds > 0) await shop.advance(seconds);
}

export const billingRecipes = {
  'billing.invoice.created': async (shop) => {
    await shop.payment('card_success', { amount: '100.00' });
    await shop.advance(monthDays * day);
  },
  'billing.invoice.payment-failed': async (shop) => {
    await shop.payment('card_success', { amount: '1.00' });
    await payPlatform(shop);
    await beforeNextInvoice(shop);
    await emptyBalance(shop);
    await shop.advance(2 * minute);
  },
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
    const today = (await shop.now()).toISOString().slice(0, 10);
    await invoice(shop, { send: true, due_date: today, reminder_days: [3] });
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
  'vault.payment-token.created': (shop) => shop.card(),
  'vault.payment-token.updated': async (shop) => {
    // Its bank renews this card when its last month begins.
    await shop.card({ number: '4000000000000408', expiry: monthAfter(await shop.now()) });
    await shop.advance(32 * day);
  },
  'vault.payment-token.deleted': async (shop) => shop.call('deletePaymentMethod', { id: await shop.card() }),
  'reporting.report.available': async (shop) => {
    await shop.payment();
    await shop.call('createReport', {
      body: { type: 'fees', format: 'csv', from_date: '2020-01-01', to_date: '2199-01-01' },
    });
    await shop.advance(5);
  },
} as const satisfies Readonly<Record<string, Recipe | 'synthetic'>>;
