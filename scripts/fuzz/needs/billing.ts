import { goodCard } from '../../../test/support/builders/counter.ts';
import { customer, savedCard } from './counter.ts';
import { firstPage, turnClock } from './payments.ts';
import { type Data, expectPage, fieldsOf, type Shop, unique } from './shop.ts';
import { onPath, type Starts } from './start.ts';

const tooLarge = '999999999999.00';
const invoice = {
  customer: { name: 'Tariro Moyo', email: 'tariro@example.com' },
  currency: 'USD',
  items: [{ description: 'Wedding cake', quantity: 1, unit_amount: '100.00' }],
  due_date: '2099-01-31',
};
const { customer: _named, ...withoutCustomer } = invoice;
const large = [{ description: 'Palace', quantity: 9999, unit_amount: tooLarge }];

async function invoiced(shop: Shop, about: Data): Promise<Data> {
  return await shop.api('createInvoice', { body: { ...invoice, ...about } });
}

const draft = async (shop: Shop) => String((await invoiced(shop, {}))['id']);
const sent = async (shop: Shop) => String((await invoiced(shop, { send: true }))['id']);

async function paid(shop: Shop): Promise<string> {
  const { id, hosted_url } = await invoiced(shop, { send: true });
  const page = await shop.sendForm(hosted_url, 'pay');
  expectPage(await shop.sendForm(page.address, 'pay', goodCard), 'receipt');
  return String(id);
}

/** A payer has begun to pay by wallet, and nobody knows yet how that ends. */
async function beingPaid(shop: Shop): Promise<string> {
  const { id, hosted_url } = await invoiced(shop, { send: true });
  const page = await shop.sendForm(hosted_url, 'pay');
  await shop.sendForm(page.address, 'pay', { method: 'wallet_a', phone: '0772222222' });
  return String(id);
}

async function voided(shop: Shop): Promise<string> {
  const id = await draft(shop);
  await shop.api('voidInvoice', { path: { id } });
  return id;
}

const ofCustomer = async (shop: Shop) => ({ customer: await customer(shop) });

const invoices: Starts = {
  listInvoices: [firstPage(draft), { name: 'all' }],
  createInvoice: [
    { name: 'a draft', request: { body: invoice } },
    { name: 'sent at once', request: { body: { ...invoice, send: true } } },
    {
      name: 'to a saved customer',
      make: ofCustomer,
      request: { body: { ...withoutCustomer, customer_id: '{{customer}}' } },
    },
    { name: 'too much', refusal: 'AMOUNT_TOO_LARGE', request: { body: { ...invoice, items: large } } },
  ],
  getInvoice: [onPath('paid', paid), onPath('a draft', draft)],
  updateInvoice: [
    onPath('a draft', draft, { request: { body: { notes: 'Thank you' } } }),
    onPath('sent already', sent, { refusal: 'INVOICE_NOT_DRAFT', request: { body: { notes: 'Thank you' } } }),
    onPath('too much', draft, { refusal: 'AMOUNT_TOO_LARGE', request: { body: { items: large } } }),
  ],
  sendInvoice: [onPath('a draft', draft), onPath('sent already', sent, { refusal: 'INVOICE_NOT_DRAFT' })],
  voidInvoice: [
    onPath('sent', sent),
    onPath('void already', voided, { refusal: 'INVOICE_NOT_VOIDABLE' }),
    onPath('being paid', beingPaid, { refusal: 'CHARGE_IN_PROGRESS' }),
  ],
};

const plan = { name: 'Tea club', amount: '12.00', currency: 'USD', interval: 'month' };
const person = { name: 'Rudo Ncube' };

async function aPlan(shop: Shop, about: Data = {}): Promise<string> {
  return String((await shop.api('createSubscriptionPlan', { body: { ...plan, ...about } }))['plan_id']);
}

async function oldPlan(shop: Shop): Promise<string> {
  const id = await aPlan(shop);
  await shop.api('updateSubscriptionPlan', { path: { id }, body: { status: 'inactive' } });
  return id;
}

async function subscription(shop: Shop): Promise<string> {
  const body = { plan_id: await aPlan(shop), customer: person };
  return String((await shop.api('createSubscription', { body }))['id']);
}

const after = (operationId: string) => async (shop: Shop) => {
  const id = await subscription(shop);
  await shop.api(operationId, { path: { id } });
  return id;
};
const paused = after('pauseSubscription');
const canceled = after('cancelSubscription');

const withPlan = async (shop: Shop) => ({ plan: await aPlan(shop) });
const subscribing = (about: Data) => ({ request: { body: { plan_id: '{{plan}}', ...about } } });

const paying = (name: string, { refusal, ...about }: Data & { readonly refusal?: string }) => ({
  name,
  ...(refusal !== undefined && { refusal }),
  make: async (shop: Shop) => ({ id: await subscription(shop) }),
  request: { path: { id: '{{id}}' }, body: { pay_by: { wallet_type: 'wallet_a', ...about } } },
});

const subscriptions: Starts = {
  listSubscriptions: [firstPage(subscription), { name: 'all' }],
  createSubscription: [
    { name: 'a person', make: withPlan, ...subscribing({ customer: person }) },
    {
      name: 'by wallet',
      make: withPlan,
      ...subscribing({ customer: person, wallet_type: 'wallet_a', customer_phone: '0771111111' }),
    },
    {
      name: 'by saved card',
      make: async (shop) => {
        const of = await customer(shop);
        return { customer: of, card: await savedCard(shop, of), plan: await aPlan(shop) };
      },
      ...subscribing({ customer_id: '{{customer}}', payment_method_id: '{{card}}' }),
    },
    {
      name: 'a plan that is off',
      refusal: 'PLAN_INACTIVE',
      make: async (shop) => ({ plan: await oldPlan(shop) }),
      ...subscribing({ customer: person }),
    },
    {
      name: 'a wallet that is only announced',
      refusal: 'WALLET_NOT_AVAILABLE',
      make: withPlan,
      ...subscribing({ customer: person, wallet_type: 'wallet_c', customer_phone: '0711111111' }),
    },
    {
      name: "another customer's card",
      refusal: 'PAYMENT_METHOD_NOT_USABLE',
      make: async (shop) => ({
        customer: await customer(shop),
        card: await savedCard(shop),
        plan: await aPlan(shop),
      }),
      ...subscribing({ customer_id: '{{customer}}', payment_method_id: '{{card}}' }),
    },
  ],
  listSubscriptionPlans: [firstPage((shop) => aPlan(shop)), { name: 'all' }],
  createSubscriptionPlan: [
    { name: 'a plan', request: { body: plan } },
    { name: 'too much', refusal: 'AMOUNT_TOO_LARGE', request: { body: { ...plan, amount: tooLarge } } },
  ],
  updateSubscriptionPlan: [
    onPath('a name', (shop) => aPlan(shop), { request: { body: { name: 'Coffee club' } } }),
  ],
  getSubscription: [onPath('active', subscription)],
  updateSubscription: [
    {
      name: 'from the next period',
      make: async (shop) => ({ id: await subscription(shop), plan: await aPlan(shop) }),
      request: { path: { id: '{{id}}' }, body: { plan_id: '{{plan}}' } },
    },
    {
      name: 'unpaid',
      refusal: 'SUBSCRIPTION_UNPAID',
      make: async (shop) => ({ id: await subscription(shop), plan: await aPlan(shop) }),
      request: { path: { id: '{{id}}' }, body: { plan_id: '{{plan}}', prorate: true } },
    },
    {
      name: 'a plan that is off',
      refusal: 'PLAN_INACTIVE',
      make: async (shop) => ({ id: await subscription(shop), plan: await oldPlan(shop) }),
      request: { path: { id: '{{id}}' }, body: { plan_id: '{{plan}}' } },
    },
    {
      name: 'a plan in another currency',
      refusal: 'PLAN_NOT_COMPATIBLE',
      make: async (shop) => ({ id: await subscription(shop), plan: await aPlan(shop, { currency: 'ZWG' }) }),
      request: { path: { id: '{{id}}' }, body: { plan_id: '{{plan}}' } },
    },
    {
      name: 'paused',
      refusal: 'SUBSCRIPTION_NOT_ACTIVE',
      make: async (shop) => ({ id: await paused(shop), plan: await aPlan(shop) }),
      request: { path: { id: '{{id}}' }, body: { plan_id: '{{plan}}' } },
    },
    paying('another wallet', { customer_phone: '0771111111' }),
    paying('a wallet that is only announced', {
      wallet_type: 'wallet_c',
      customer_phone: '0711111111',
      refusal: 'WALLET_NOT_AVAILABLE',
    }),
    {
      name: "another customer's card",
      refusal: 'PAYMENT_METHOD_NOT_USABLE',
      make: async (shop) => ({ id: await subscription(shop), card: await savedCard(shop) }),
      request: { path: { id: '{{id}}' }, body: { pay_by: { payment_method_id: '{{card}}' } } },
    },
  ],
  pauseSubscription: [
    onPath('active', subscription),
    onPath('paused already', paused, { refusal: 'SUBSCRIPTION_NOT_ACTIVE' }),
  ],
  resumeSubscription: [
    onPath('paused', paused),
    onPath('active', subscription, { refusal: 'SUBSCRIPTION_NOT_PAUSED' }),
  ],
  cancelSubscription: [
    onPath('active', subscription),
    onPath('canceled already', canceled, { refusal: 'SUBSCRIPTION_CANCELED' }),
  ],
};

async function known(shop: Shop): Promise<string> {
  const external_id = unique();
  await shop.api('createCustomer', { body: { name: 'Rudo Moyo', external_id } });
  return external_id;
}

const customers: Starts = {
  listCustomers: [firstPage(customer), { name: 'all' }],
  createCustomer: [
    { name: 'a customer', request: { body: { name: 'Rudo Moyo', external_id: '{{unique}}' } } },
    {
      name: 'a reference that is used already',
      refusal: 'CUSTOMER_EXISTS',
      make: async (shop) => ({ reference: await known(shop) }),
      request: { body: { name: 'Rudo Moyo', external_id: '{{reference}}' } },
    },
  ],
  getCustomer: [onPath('a customer', customer)],
  updateCustomer: [
    onPath('a name', customer, { request: { body: { name: 'Rudo Ncube' } } }),
    {
      name: 'a reference that is used already',
      refusal: 'CUSTOMER_EXISTS',
      make: async (shop) => ({ id: await customer(shop), reference: await known(shop) }),
      request: { path: { id: '{{id}}' }, body: { external_id: '{{reference}}' } },
    },
  ],
  deleteCustomer: [onPath('a customer', customer)],
};

const wanted = { type: 'ledger_entries', format: 'jsonl', from_date: '2026-01-01', to_date: '2199-12-31' };

async function report(shop: Shop): Promise<string> {
  return String((await shop.api('createReport', { body: wanted }))['id']);
}

/** No worker runs: the clock that is turned writes those that wait. Few can wait at a time. */
async function nextReport(shop: Shop): Promise<string> {
  await turnClock(shop);
  return await report(shop);
}

/** One that is there, as only so many are kept, or a new one. */
async function writtenReport(shop: Shop): Promise<string> {
  const { items } = await shop.api('listReports', { query: { limit: '100' } });
  const reports = (Array.isArray(items) ? items : []).map(fieldsOf);
  const written = reports.find(({ status }) => status === 'available');
  if (written) return String(written['id']);
  const id = await nextReport(shop);
  await turnClock(shop);
  return id;
}

async function fiveReports(shop: Shop): Promise<string> {
  for (let made = 0; made < 4; made += 1) await report(shop);
  return await report(shop);
}

const reports: Starts = {
  listReports: [firstPage(nextReport), { name: 'all' }],
  createReport: [
    { name: 'of the ledger', request: { body: wanted } },
    { name: 'of payments', request: { body: { ...wanted, type: 'transactions', format: 'csv' } } },
    {
      name: 'too many',
      as: 'withoutWebhook',
      refusal: 'REPORT_LIMIT_REACHED',
      make: async (shop) => ({ report: await fiveReports(shop) }),
      request: { body: wanted },
    },
  ],
  getReport: [onPath('written', writtenReport)],
  downloadReport: [
    onPath('written', writtenReport),
    onPath('not written yet', report, { as: 'withSecondFactor', refusal: 'REPORT_NOT_AVAILABLE' }),
  ],
};

const month = 2_764_800;

/** Money, and the end of a month of the platform. */
async function billedMonth(shop: Shop): Promise<void> {
  await paid(shop);
  await turnClock(shop, month);
}

const platform: Starts = {
  listPlatformInvoices: [firstPage(billedMonth), { name: 'all' }],
};

export const billingStarts: Starts = { ...invoices, ...subscriptions, ...customers, ...reports, ...platform };
