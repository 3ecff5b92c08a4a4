import {
  type CreatedMerchant,
  createMerchant,
  type WantedMerchant,
} from '../../../src/domain/merchants/accounts/create-merchant.ts';
import { walletScenarios } from '../../../src/domain/money/gateways/sandbox/scenarios.ts';
import type { PlatformDb } from '../../../src/platform/db/database.ts';
import type { Secrets } from '../../../src/platform/secrets.ts';
import { goodCard, startPayment } from '../../support/builders/counter.ts';
import { anInvoice, startInvoice } from '../../support/builders/invoices.ts';
import { aPlan } from '../../support/builders/subscriptions.ts';
import { openPage, payByCard, submit } from '../../support/service/page.ts';

/** A merchant with objects of every kind, and their ids by what can be done with them. */
export type Seeded = {
  readonly merchant: CreatedMerchant;
  /** Existing values, by the name of the dictionary in schemathesis.toml. */
  readonly dictionaries: Readonly<Record<string, readonly string[]>>;
  /** Existing ids: under `operation` for its path, under `operation.field` for a field of its body. */
  readonly ids: Readonly<Record<string, readonly string[]>>;
  /** The key of another merchant, for operations that would delete the objects of the first. */
  readonly spareKey: string;
};

type Services = { readonly platform: PlatformDb; readonly secrets: Secrets; readonly baseUrl: string };

/** So high that the fuzzers never reach a rate limit. */
const limitless = 1_000_000_000;

const counts = {
  card: 60,
  held: 30,
  wallet: 40,
  declined: 10,
  pending: 60,
  aborted: 10,
  accounts: 3,
  payouts: 5,
  batches: 3,
  agents: 5,
  files: 10,
  refunds: 5,
  reports: 3,
};
const disputed = 20;
const vault = { customers: 10 };
const money = { partners: 5, splits: 5, offers: 10 };
const recurring = { plans: 10, subscriptions: 20 };
const billing = { drafts: 30, sent: 30, paid: 3 };
const atCounter = { links: 20, linkPayments: 5, sessions: 30, readers: 5, readings: 10 };

/** Phones with these outcomes are left out: they fail at once, the first with 400 for a number that the contract allows. */
const refusing: readonly unknown[] = ['refused', 'unavailable'];

const phones = walletScenarios.flatMap(({ phone, ending }) =>
  phone === null || refusing.includes(ending) ? [] : [phone],
);

/** Makes a merchant and its objects through the API and the hosted pages. */
export async function seed({ platform, secrets, baseUrl }: Services): Promise<Seeded> {
  const merchant = await createMerchant(platform, secrets, aFuzzedShop);
  const spare = await createMerchant(platform, secrets, aFuzzedShop);
  const shop: Shop = { baseUrl, key: merchant.secretKey, made: 0 };
  const cards = await repeat(counts.card, () => paidByCard(shop, '4242424242424242'));
  const declined = await repeat(counts.declined, () => paidByCard(shop, '4000000000000002'));
  const wallets = await repeat(counts.wallet, () =>
    opened(shop, { walletType: 'wallet_a', customerPhone: '0781234567' }),
  );
  await call(shop, 'POST', '/v1/test/clock', { advance_seconds: 600 });
  const accounts = await repeat(counts.accounts, () => saved(shop, aBank));
  await saved(shop, aWallet);
  for (const destination of [aBank, aWallet, {}])
    await repeat(counts.payouts, () => paidOut(shop, destination));
  await call(shop, 'POST', '/v1/test/clock', { advance_seconds: 600 });
  const paidSessions = await repeat(atCounter.sessions / 10, () => paidSession(shop));
  const readers = await repeat(atCounter.readers, () => registered(shop));
  for (const reader of readers) await repeat(atCounter.readings, () => readBy(shop, reader));
  const links = await repeat(atCounter.links, () => linked(shop));
  await repeat(atCounter.linkPayments, () => paidByLink(shop));
  await call(shop, 'POST', '/v1/test/clock', { advance_seconds: 600 });
  const pending = await repeat(counts.pending, () => opened(shop));
  const aborted = await repeat(counts.aborted, () => opened(shop));
  for (const id of aborted) await call(shop, 'DELETE', `/v1/checkout/${id}`);
  const sessions = await repeat(atCounter.sessions, () => counterSession(shop, 'card'));
  const walletSessions = await repeat(atCounter.sessions, () => counterSession(shop, 'wallet_a'));
  const canceled = await repeat(atCounter.sessions / 10, () => counterSession(shop, 'card'));
  for (const id of canceled) await call(shop, 'DELETE', `${sessionsAt}/${id}`);
  // Separate ones for deactivation, so that the others keep working.
  const oldReaders = await repeat(atCounter.readers, () => registered(shop));
  const customers = await repeat(vault.customers, () => kept(shop));
  // Separate ones for deletion, so that the others keep their cards.
  const oldCustomers = await repeat(vault.customers, () => kept(shop));
  const savedCards: string[] = [];
  for (const customer of customers) savedCards.push(await cardOf(shop, customer));
  const drafts = await repeat(billing.drafts, () => invoiced(shop, { send: false }));
  // Separate ones for sending, so that the others can be edited.
  const unsent = await repeat(billing.drafts, () => invoiced(shop, { send: false }));
  const sentInvoices = await repeat(billing.sent, () => invoiced(shop, { send: true }));
  const paidInvoices = await repeat(billing.paid, () => paidInvoice(shop));
  const plans = await repeat(recurring.plans, () => planned(shop));
  const subscriptions = await repeat(recurring.subscriptions, () => subscribedTo(shop, plans[0]));
  // Separate ones that are paused and canceled, so that the others stay active.
  const ending = await repeat(recurring.subscriptions, () => subscribedTo(shop, plans[0]));
  const paused = await repeat(recurring.subscriptions, () => subscribedTo(shop, plans[0]));
  for (const id of paused) await call(shop, 'POST', `/v1/subscriptions/${id}/pause`);
  const partners = await repeat(money.partners, () =>
    madeAt(shop, '/v1/subaccounts', { name: 'Tatenda Banda' }),
  );
  const shares = partners.map((subaccount_id) => ({ subaccount_id, share: '5.00' }));
  const sharing = { name: 'Market stall', currency: 'USD', shares };
  const splits = await repeat(money.splits, () => madeAt(shop, '/v1/splits', sharing));
  // Separate ones for deactivation, so that the others can be named.
  const oldSplits = await repeat(money.splits, () => madeAt(shop, '/v1/splits', sharing));
  const terms = { amount: '5.00', fee: '0.50', currency: 'USD', holdback_rate: '10.00' };
  const offers = await repeat(money.offers, () => madeAt(shop, '/v1/test/capital-offers', terms));
  const advances = [await madeAt(shop, `/v1/capital/offers/${offers[0]}/accept`)];
  const disputes = await repeat(disputed, () => openedDispute(shop));
  const [filed = ''] = disputes;
  const note = { name: 'note.pdf', content: Buffer.from('%PDF-1.4').toString('base64') };
  const files = await repeat(counts.files, () => madeAt(shop, `/v1/disputes/${filed}/files`, note));
  const refunds = await repeat(counts.refunds, () => refunded(shop));
  const reports = await repeat(counts.reports, () => madeAt(shop, '/v1/reports', aReport));
  // Separate ones for deletion, so that payouts can name the others.
  const oldAccounts = await repeat(counts.accounts, () => saved(shop, aBank));
  const payouts = await repeat(counts.payouts, () => cashFor(shop));
  const batches = await repeat(counts.batches, () => batched(shop));
  const agents = await repeat(counts.agents, () => agentOf(shop));
  const suspendedAgents = await repeat(counts.agents, () => agentOf(shop));
  for (const id of suspendedAgents) await call(shop, 'POST', `/v1/agents/${id}/suspend`);
  const transactions = await everyTransaction(shop);
  const events = await replayableEvents(shop);
  const payments = transactions.filter(({ type, status }) => type === 'payment' && status === 'completed');
  if (payments.length < counts.card + counts.wallet)
    throw new Error(`only ${payments.length} payments were completed`);
  const refundable = payments.map(({ id }) => id);
  const held = await repeat(counts.held, () => paidByCard(shop, '4242424242424242', { capture: 'manual' }));
  const checkouts = [...cards, ...declined, ...wallets, ...pending, ...aborted];
  const open = [...pending, ...aborted];
  const known = transactions.map(({ id }) => id);
  const openSessions = [...sessions, ...walletSessions];
  const invoices = [...drafts, ...unsent, ...sentInvoices, ...paidInvoices];
  const allSessions = [...openSessions, ...paidSessions, ...canceled];
  return {
    merchant,
    dictionaries: {
      checkouts,
      'open-checkouts': open,
      'held-checkouts': held,
      'wallet-payments': wallets,
      transactions: known,
      payments: refundable,
      refunds,
      reports,
      links,
      sessions: allSessions,
      'open-sessions': openSessions,
      disputes: disputes.slice(1),
      'filed-disputes': [filed],
      files,
      readers,
      'old-readers': oldReaders,
      customers,
      'old-customers': oldCustomers,
      cards: savedCards,
      invoices,
      drafts,
      'unsent-invoices': unsent,
      'sent-invoices': sentInvoices,
      plans,
      subscriptions,
      'ending-subscriptions': ending,
      'paused-subscriptions': paused,
      partners,
      splits,
      'old-splits': oldSplits,
      offers,
      advances,
      accounts,
      'old-accounts': oldAccounts,
      payouts,
      'payout-batches': batches,
      agents,
      'suspended-agents': suspendedAgents,
      events,
      phones,
    },
    ids: {
      getCheckoutStatus: checkouts,
      abortCheckout: open,
      captureCheckout: held,
      voidAuthorization: held,
      getMobileStatus: wallets,
      getTransaction: known,
      refundTransaction: refundable,
      getRefund: refunds,
      getReport: reports,
      downloadReport: reports,
      getPaymentLink: links,
      getDispute: disputes,
      submitDisputeEvidence: disputes,
      acceptDispute: disputes,
      uploadDisputeFile: disputes,
      getDisputeFile: [filed],
      deleteDisputeFile: [filed],
      updatePaymentLink: links,
      deactivatePaymentLink: links,
      getVirtualTerminalSession: allSessions,
      chargeVirtualTerminalSession: openSessions,
      cancelVirtualTerminalSession: allSessions,
      deactivateTerminal: oldReaders,
      getInvoice: invoices,
      updateInvoice: drafts,
      sendInvoice: unsent,
      voidInvoice: sentInvoices,
      getCustomer: customers,
      updateCustomer: customers,
      deleteCustomer: oldCustomers,
      getPaymentMethod: savedCards,
      deletePaymentMethod: savedCards,
      updateSubscriptionPlan: plans,
      getSubscription: [...subscriptions, ...ending, ...paused],
      updateSubscription: subscriptions,
      'updateSubscription.plan_id': plans,
      pauseSubscription: ending,
      resumeSubscription: paused,
      cancelSubscription: ending,
      getSubaccount: partners,
      listSubaccountEntries: partners,
      deactivateSplit: oldSplits,
      acceptCapitalOffer: offers,
      getCapitalAdvance: advances,
      repayCapitalAdvance: advances,
      getEvent: events,
      listEventDeliveries: events,
      replayEvent: events,
      'openTestDispute.transaction_id': refundable,
      deleteBankAccount: oldAccounts,
      getPayout: payouts,
      getPayoutBatch: batches,
      listPayoutBatchItems: batches,
      getAgent: agents,
      suspendAgent: agents,
      reactivateAgent: suspendedAgents,
      topUpAgentFloat: agents,
      createAgentCashOut: agents,
      'createAgentCashOut.payout_id': payouts,
      'createSubscription.plan_id': plans,
      'createSubscription.customer_id': customers,
      'setupPaymentMethod.customer_id': customers,
      'createInvoice.customer_id': customers,
      'updateInvoice.customer_id': customers,
      'processTerminalPayment.terminal_id': readers,
      'requestPayout.bank_account_id': accounts,
    },
    spareKey: spare.secretKey,
  };
}

export const aFuzzedShop: WantedMerchant = {
  businessName: 'Fuzzed Shop',
  email: 'owner@example.test',
  country: 'ZW',
  kycTier: 1,
  mode: 'sandbox',
  rateLimit: limitless,
  webhookUrl: null,
  totp: false,
};

type Shop = { readonly baseUrl: string; readonly key: string; made: number };

type Page = { readonly items: readonly Shown[]; readonly next_cursor: string | null };
type Shown = { readonly id: string; readonly type: string; readonly status: string };

/** The id of a new checkout. */
async function opened(shop: Shop, about: Record<string, string> = {}): Promise<string> {
  shop.made += 1;
  const data = await call(shop, 'POST', '/v1/checkout/create', {
    amount: '25.50',
    currency: 'USD',
    merchantTransactionId: `seed-${shop.made}`,
    returnUrl: 'https://shop.example/return',
    notificationUrl: 'https://shop.example/hook',
    ...about,
  });
  return String(data['checkout_id']);
}

/** The id of a refund of a part of a payment of its own. */
async function refunded(shop: Shop): Promise<string> {
  const payment = await paymentByCard(shop);
  const data = await call(shop, 'POST', `/v1/transactions/${payment}/refund`, { amount: '5.00' });
  return String(data['refund_id']);
}

const aReport = {
  type: 'ledger_entries',
  format: 'jsonl',
  from_date: '2026-01-01',
  to_date: '2199-12-31',
};

/** The id of a payout in cash that nobody collects. */
async function cashFor(shop: Shop): Promise<string> {
  const body = { amount: '2.23', currency: 'USD', method: 'agent_cash' };
  return String((await call(shop, 'POST', '/v1/payouts/request', body))['payout_id']);
}

async function batched(shop: Shop): Promise<string> {
  const to = { mobile_money_provider: 'wallet_a', mobile_money_number: '0771111111' };
  const items = [{ amount: '2.00', currency: 'USD', method: 'mobile_money', ...to }];
  return String((await call(shop, 'POST', '/v1/payouts/batches', { items }))['id']);
}

/** The id of an agent with cash. */
async function agentOf(shop: Shop): Promise<string> {
  const made = await call(shop, 'POST', '/v1/agents', { name: 'Corner Shop', phone: '0772000111' });
  const id = String(made['id']);
  await call(shop, 'POST', `/v1/agents/${id}/float/top-up`, { amount: '500.00', currency: 'USD' });
  return id;
}

const aBank = {
  bank_name: 'First Bank',
  bank_account_number: '1002003004',
  bank_account_name: 'Fuzzed Shop',
  bank_branch_code: '01101',
};
const aWallet = { mobile_money_provider: 'wallet_a', mobile_money_number: '0781234567' };

/** The id of a new saved account. */
async function saved(shop: Shop, destination: object): Promise<string> {
  const type = destination === aWallet ? 'mobile_money' : 'bank';
  const data = await call(shop, 'POST', '/v1/merchant/bank-accounts', { type, ...destination });
  return String(data['bank_account_id']);
}

async function paidOut(shop: Shop, destination: object): Promise<void> {
  const method =
    destination === aBank ? 'bank_transfer' : destination === aWallet ? 'mobile_money' : 'agent_cash';
  const payout = { amount: '10.00', currency: 'USD', method, ...destination };
  await call(shop, 'POST', '/v1/payouts/request', payout);
}

/** Pays through the form of the hosted page, as a customer does. */
async function paidByCard(shop: Shop, number: string, about: Record<string, string> = {}): Promise<string> {
  const id = await opened(shop, about);
  await payByCard(`${shop.baseUrl}/test/c/${id}`, number);
  return id;
}

/** The id of a new link. */
async function linked(shop: Shop): Promise<string> {
  const data = await call(shop, 'POST', '/v1/payment-links', aLink);
  return String(data['id']);
}

const aLink = { amount: '15.00', currency: 'USD', title: 'Pottery class', max_uses: 100 };

async function paidByLink(shop: Shop): Promise<void> {
  const { url } = await call(shop, 'POST', '/v1/payment-links', aLink);
  const receipt = await submit(await startPayment({ url: String(url) }), 'pay', goodCard);
  if (receipt.name !== 'receipt') throw new Error(`${String(url)} led to "${receipt.name}"`);
}

/** The id of a dispute over a payment of its own. */
async function openedDispute(shop: Shop): Promise<string> {
  return await madeAt(shop, '/v1/test/disputes', { transaction_id: await paymentByCard(shop) });
}

/** The id of the transaction of a new payment. */
async function paymentByCard(shop: Shop): Promise<string> {
  const checkout = await paidByCard(shop, '4242424242424242');
  return String((await call(shop, 'GET', `/v1/checkout/${checkout}/status`))['transaction_id']);
}

const sessionsAt = '/v1/merchant/virtual-terminal/sessions';

/** The id of a new counter session, with the longest lifetime possible. */
async function counterSession(shop: Shop, payment_method: 'card' | 'wallet_a'): Promise<string> {
  const body = { amount: '18.00', currency: 'USD', payment_method, expires_in_minutes: 120 };
  const { session } = await call(shop, 'POST', sessionsAt, body);
  return String(Reflect.get(Object(session), 'id'));
}

/** The id of a session that is paid once the clock is moved. */
async function paidSession(shop: Shop): Promise<string> {
  const id = await counterSession(shop, 'wallet_a');
  await call(shop, 'POST', `${sessionsAt}/${id}/charge`, { customer_phone: '0771111111' });
  return id;
}

/** The id of a new reader. */
async function registered(shop: Shop): Promise<string> {
  shop.made += 1;
  const reader = { serial_number: `P3-${shop.made}`, device_model: 'sunmi_p3', location_name: 'Counter' };
  const data = await call(shop, 'POST', '/v1/terminals/register', reader);
  return String(data['terminal_id']);
}

async function readBy(shop: Shop, terminal_id: string): Promise<void> {
  shop.made += 1;
  await call(shop, 'POST', '/v1/terminals/process', {
    terminal_id,
    amount: '25.50',
    currency: 'USD',
    entry_mode: 'chip',
    emv_payload: {
      ciphertext: Buffer.from('SANDBOX:approved').toString('base64'),
      ksn: String(shop.made).padStart(20, 'A'),
    },
  });
}

/** The id of a new invoice. */
async function invoiced(shop: Shop, about: { readonly send: boolean }): Promise<string> {
  const data = await call(shop, 'POST', '/v1/invoices', anInvoice(about));
  return String(data['id']);
}

async function paidInvoice(shop: Shop): Promise<string> {
  const { id, hosted_url: url } = await call(shop, 'POST', '/v1/invoices', anInvoice({ send: true }));
  const receipt = await submit(await startInvoice({ url: String(url) }), 'pay', goodCard);
  if (receipt.name !== 'receipt') throw new Error(`${String(url)} led to "${receipt.name}"`);
  return String(id);
}

/** The id of a new plan. */
async function planned(shop: Shop): Promise<string> {
  const data = await call(shop, 'POST', '/v1/subscriptions/subscription-plans', aPlan());
  return String(data['plan_id']);
}

/** The id of a new subscription, paid on its page. */
async function subscribedTo(shop: Shop, plan_id: string | undefined): Promise<string> {
  const body = { plan_id, customer: { name: 'Rudo Ncube' } };
  const data = await call(shop, 'POST', '/v1/subscriptions', body);
  return String(data['id']);
}

/** The id of what a call creates. */
async function madeAt(shop: Shop, path: string, body?: object): Promise<string> {
  return String((await call(shop, 'POST', path, body))['id']);
}

/** The id of a new customer. */
async function kept(shop: Shop): Promise<string> {
  shop.made += 1;
  const customer = { name: 'Rudo Moyo', email: 'rudo@example.com', external_id: `crm-${shop.made}` };
  const data = await call(shop, 'POST', '/v1/customers', customer);
  return String(data['id']);
}

/** The id of a card that a customer saves on the page. */
async function cardOf(shop: Shop, customer_id: string): Promise<string> {
  const setup = { customer_id, return_url: 'https://shop.example/cards' };
  const { payment_method_id: id, setup_url: address } = await call(
    shop,
    'POST',
    '/v1/payment-methods/setup',
    setup,
  );
  const page = await submit(await openPage(String(address)), 'save', goodCard);
  if (page.name !== 'saved') throw new Error(`${String(address)} led to "${page.name}"`);
  return String(id);
}

/** The ids of up to a hundred events that have deliveries, so that they can be replayed. */
async function replayableEvents(shop: Shop): Promise<string[]> {
  const page = await call(shop, 'GET', '/v1/events?limit=100&type=payment.capture.completed');
  const { items }: Pick<Page, 'items'> = JSON.parse(JSON.stringify(page));
  return items.map(({ id }) => id);
}

async function everyTransaction(shop: Shop): Promise<readonly Shown[]> {
  const found: Shown[] = [];
  for (let query = '?limit=100'; ; ) {
    const page = await call(shop, 'GET', `/v1/transactions${query}`);
    const { items, next_cursor: cursor }: Page = JSON.parse(JSON.stringify(page));
    found.push(...items);
    if (cursor === null) return found;
    query = `?limit=100&cursor=${cursor}`;
  }
}

async function call(
  shop: Shop,
  method: string,
  path: string,
  body?: object,
): Promise<Record<string, unknown>> {
  const answer = await fetch(shop.baseUrl + path, {
    method,
    headers: { authorization: `Bearer ${shop.key}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
  const { data }: { data: Record<string, unknown> } = JSON.parse(text);
  return data;
}

async function repeat<T>(times: number, work: () => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (let made = 0; made < times; made += 1) results.push(await work());
  return results;
}
