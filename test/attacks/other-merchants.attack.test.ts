import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OperationFacts, type OperationId, operations } from '../../generated/operations.ts';
import type { CreatedMerchant } from '../../src/domain/merchants/accounts/create-merchant.ts';
import { isUuid, newId } from '../../src/platform/ids.ts';
import { aReader, aReading, registeredReader } from '../src/api/payments/terminals/counter.ts';
import { anAgent, anAgentWith, type Cash, cashPayout } from '../support/builders/agents.ts';
import { aCardCheckout, aWalletCheckout, openedCheckout, turnClock } from '../support/builders/build.ts';
import { createdLink, listedLink, openedSession, sessionNow } from '../support/builders/counter.ts';
import { heldCheckout } from '../support/builders/holds.ts';
import { draftedInvoice, invoiceNow, sentInvoice } from '../support/builders/invoices.ts';
import { anAdvance, anOffer, aPartner, aSplit } from '../support/builders/partners.ts';
import { aPayout } from '../support/builders/payouts.ts';
import { createdPlan, pause, subscribed } from '../support/builders/subscriptions.ts';
import { createdCustomer, methodNow, savedCard } from '../support/builders/vault.ts';
import { anEvent } from '../support/receivers/events.ts';
import { type Api, apiOf } from '../support/service/api.ts';
import { type App, startApp } from '../support/service/app.ts';
import { aLiveKey } from '../support/service/keys.ts';

const listening = { webhookUrl: 'http://127.0.0.1:9/hook', eventTypes: ['*'] };

let app: App;
let owner: CreatedMerchant;
/** Of the subscriptions that were made last. */
let latestPlan = '';
let other: Api;
/** The owner's objects. */
let ids: Objects;
beforeAll(async () => {
  app = await startApp({ role: 'api' });
  owner = await app.aMerchant(listening);
  other = apiOf(app.baseUrl, (await app.aMerchant()).secretKey);
  ids = await someObjects(apiOf(app.baseUrl, owner.secretKey));
});
afterAll(() => app.stop());

type Objects = Readonly<
  Record<
    | 'pending'
    | 'paid'
    | 'held'
    | 'payment'
    | 'refund'
    | 'dispute'
    | 'doubted'
    | 'link'
    | 'session'
    | 'doomed'
    | 'reader'
    | 'draft'
    | 'invoice'
    | 'customer'
    | 'leaving'
    | 'card'
    | 'plan'
    | 'subscription'
    | 'paused'
    | 'report'
    | 'event'
    | 'partner'
    | 'split'
    | 'offer'
    | 'advance'
    | 'account'
    | 'payout'
    | 'cash'
    | 'batch'
    | 'agent'
    | 'rested',
    string
  >
>;

/** The file of each dispute that has one. */
const fileOf = new Map<string, string>();
const evidence = { name: 'note.pdf', content: Buffer.from('%PDF-1.4').toString('base64') };

/** Two disputes, the first with a file. */
async function someDisputes(api: Api): Promise<{ dispute: string; doubted: string }> {
  const disputes: string[] = [];
  for (const amount of ['10.00', '20.00']) {
    const { checkout_id: id } = await openedCheckout(api, aWalletCheckout('0771111111', { amount }));
    await turnClock(api, 10);
    const { transaction_id } = (await api('getCheckoutStatus', { params: { id } })).data;
    disputes.push((await api('openTestDispute', { body: { transaction_id } })).data.id);
  }
  const [dispute = '', doubted = ''] = disputes;
  const { data } = await api('uploadDisputeFile', { params: { id: dispute }, body: evidence });
  fileOf.set(dispute, data.id);
  return { dispute, doubted };
}

/** Of a payment of its own: the refund of a disputed payment is refused. */
async function aRefund(api: Api): Promise<string> {
  const { checkout_id: id } = await openedCheckout(api, aWalletCheckout('0771111111'));
  await turnClock(api, 10);
  const { transaction_id } = (await api('getCheckoutStatus', { params: { id } })).data;
  return (await api('refundTransaction', { params: { id: transaction_id ?? '' }, body: { amount: '1.00' } }))
    .data.refund_id;
}

/** One object of each kind, and a second checkout, session, customer and dispute for operations that end one. */
async function someObjects(api: Api): Promise<Objects> {
  const refund = await aRefund(api);
  const paid = await openedCheckout(api, aWalletCheckout('0771111111'));
  await turnClock(api, 10);
  // Of a card, so that it waits for its customer: a wallet may answer before the last turn of the clock.
  const pending = await openedCheckout(api);
  const { data } = await api('getCheckoutStatus', { params: { id: paid.checkout_id } });
  const card = await savedCard(api);
  const plan = await createdPlan(api);
  latestPlan = plan.plan_id;
  const paused = await subscribed(api, plan.plan_id, { start_at: '2099-01-31T08:00:00Z' });
  await pause(api, paused);
  const wanted = { type: 'fees', format: 'csv', from_date: '2026-01-01', to_date: '2026-01-31' };
  const report = (await api('createReport', { body: wanted })).data;
  await turnClock(api, 1);
  return {
    pending: pending.checkout_id,
    paid: paid.checkout_id,
    held: (await heldCheckout(api)).checkout_id,
    payment: String(data.transaction_id),
    ...(await someDisputes(api)),
    refund,
    link: (await createdLink(api)).id,
    session: (await openedSession(api)).id,
    doomed: (await openedSession(api)).id,
    reader: await registeredReader(api),
    draft: (await draftedInvoice(api)).id,
    invoice: (await sentInvoice(api)).id,
    customer: card.customer_id,
    leaving: (await createdCustomer(api)).id,
    card: card.id,
    plan: plan.plan_id,
    subscription: (await subscribed(api, plan.plan_id)).id,
    paused: paused.id,
    report: report.id,
    event: (await anEvent(api)).id,
    partner: await aPartner(api),
    split: (await aSplit(api, ['20.00'])).id,
    advance: await repaidAdvance(api),
    offer: await anOffer(api, { currency: 'ZWG' }),
    ...(await somePayouts(api)),
  };
}

/** What each agent of `somePayouts` can hand out. */
const cashOf = new Map<string, Cash>();

async function somePayouts(api: Api) {
  const wallet = aPayout('mobile_money', { amount: '1.00' });
  const saved = { mobile_money_provider: 'wallet_a', mobile_money_number: '0771111111' };
  const [agent, rested, cash] = [
    await anAgentWith(api, '10.00'),
    await anAgent(api),
    await cashPayout(api, '1.23'),
  ];
  cashOf.set(agent, cash);
  await api('suspendAgent', { params: { id: rested } });
  const { data: batch } = await api('createPayoutBatch', { body: { items: [wallet] } });
  // This service has no workers: turning the clock makes the payouts of the batch.
  await turnClock(api, 1);
  const { data: account } = await api('createBankAccount', { body: { type: 'mobile_money', ...saved } });
  return {
    account: account.bank_account_id,
    payout: (await api('requestPayout', { body: wallet })).data.payout_id,
    cash: cash.payout_id,
    batch: batch.id,
    agent,
    rested,
  };
}

/** Repaid, so that another can follow. */
async function repaidAdvance(api: Api): Promise<string> {
  const id = await anAdvance(api, { amount: '1.00', fee: '0.10' });
  await api('repayCapitalAdvance', { params: { id } });
  return id;
}

/** The page of a list that begins after an object. */
const after = (id: string) => ({ query: { cursor: `cur_${id.slice(id.indexOf('_') + 1)}` } });

/** What the id of an object begins with; nothing for a UUID. */
const kindOf = (id: string): string => id.slice(0, id.indexOf('_') + 1);

/** An unused id of the same kind. */
function unknownLike(id: string): string {
  return kindOf(id) + newId().replaceAll('-', '');
}

/** Every operation with an id in its path, and the kinds it accepts; it is tried with the first. */
const takes = {
  getCheckoutStatus: ['paid', 'pending', 'held'],
  abortCheckout: ['pending', 'paid', 'held'],
  captureCheckout: ['held', 'pending', 'paid'],
  voidAuthorization: ['held', 'pending', 'paid'],
  getMobileStatus: ['paid', 'pending', 'payment'],
  getTransaction: ['payment'],
  refundTransaction: ['payment'],
  getRefund: ['refund'],
  getDispute: ['dispute', 'doubted'],
  acceptDispute: ['doubted', 'dispute'],
  uploadDisputeFile: ['dispute', 'doubted'],
  getDisputeFile: ['dispute', 'doubted'],
  deleteDisputeFile: ['dispute', 'doubted'],
  submitDisputeEvidence: ['dispute', 'doubted'],
  getPaymentLink: ['link'],
  updatePaymentLink: ['link'],
  deactivatePaymentLink: ['link'],
  getVirtualTerminalSession: ['session', 'doomed'],
  cancelVirtualTerminalSession: ['doomed', 'session'],
  chargeVirtualTerminalSession: ['session', 'doomed'],
  deactivateTerminal: ['reader'],
  getInvoice: ['invoice', 'draft'],
  updateInvoice: ['draft', 'invoice'],
  sendInvoice: ['draft', 'invoice'],
  voidInvoice: ['invoice', 'draft'],
  getCustomer: ['customer', 'leaving'],
  updateCustomer: ['customer', 'leaving'],
  deleteCustomer: ['leaving', 'customer'],
  getPaymentMethod: ['card'],
  deletePaymentMethod: ['card'],
  updateSubscriptionPlan: ['plan'],
  getSubscription: ['subscription', 'paused'],
  updateSubscription: ['subscription', 'paused'],
  pauseSubscription: ['subscription', 'paused'],
  resumeSubscription: ['paused', 'subscription'],
  cancelSubscription: ['subscription', 'paused'],
  getReport: ['report'],
  downloadReport: ['report'],
  getEvent: ['event'],
  listEventDeliveries: ['event'],
  replayEvent: ['event'],
  getSubaccount: ['partner'],
  listSubaccountEntries: ['partner'],
  deactivateSplit: ['split'],
  acceptCapitalOffer: ['offer'],
  getCapitalAdvance: ['advance'],
  repayCapitalAdvance: ['advance'],
  deleteBankAccount: ['account'],
  getPayout: ['payout', 'cash'],
  getPayoutBatch: ['batch'],
  listPayoutBatchItems: ['batch'],
  getAgent: ['agent', 'rested'],
  topUpAgentFloat: ['agent', 'rested'],
  createAgentCashOut: ['agent', 'rested'],
  suspendAgent: ['agent', 'rested'],
  reactivateAgent: ['rested', 'agent'],
} as const satisfies Partial<Record<OperationId, readonly (keyof Objects)[]>>;
type WithId = keyof typeof takes;

const withId = Object.keys(takes) as WithId[];
/** Operations that need a gateway or a balance: live has none. */
const withGateway: readonly string[] = [
  'refundTransaction',
  'sendInvoice',
  'captureCheckout',
  'voidAuthorization',
  'acceptDispute',
  // No float is moved in live.
  'createAgentCashOut',
];
const withoutGateway = withId.filter((id) => !withGateway.includes(id));
const idFor = (operationId: WithId, of: Objects): string => of[takes[operationId][0]];

/** The answer without its request id. */
async function answerOf(api: Api, operationId: WithId, id: string) {
  const bodies: Partial<Record<WithId, object>> = {
    updatePaymentLink: { active: false },
    updateCustomer: { name: 'Another' },
    updateSubscriptionPlan: { name: 'Another' },
    updateSubscription: { plan_id: latestPlan },
    updateInvoice: { notes: 'Another' },
    submitDisputeEvidence: { evidence: 'Another' },
    uploadDisputeFile: evidence,
    topUpAgentFloat: { amount: '1.00', currency: 'USD' },
    createAgentCashOut: cashOf.get(id) ?? { payout_id: `po_${'0'.repeat(32)}`, agent_otp: '12345678' },
  };
  const body = bodies[operationId];
  const file_id = fileOf.get(id) ?? `file_${'0'.repeat(32)}`;
  const asking = { params: { id, file_id }, ...(body && { body }) };
  const answer = await api<WithId>(operationId, asking);
  const { status } = answer;
  const { request_id: _own, ...rest } = answer.body;
  return { status, rest };
}

describe("another merchant's object", () => {
  it('is tried with every operation that takes an id', () => {
    const facts = Object.entries<OperationFacts>(operations);
    const takers = facts.filter(([, { path }]) => path.includes('{')).map(([id]) => id);

    expect(withId.toSorted()).toEqual(takers.toSorted());
  });

  it.each(withId)('looks like one that does not exist: %s', async (operationId) => {
    // Several objects have ids of the same kind: what is said of one that does not exist is asked once for each kind.
    const kinds = Map.groupBy(Object.values(ids), kindOf);

    for (const foreign of kinds.values()) {
      const [unknown, ...answered] = await Promise.all(
        [unknownLike(foreign[0] ?? ''), ...foreign].map((id) => answerOf(other, operationId, id)),
      );

      expect(unknown).toMatchObject({ status: 404, rest: { code: 'NOT_FOUND' } });
      expect(answered).toEqual(foreign.map(() => unknown));
    }
  });

  it.each(withId)('looks like one of another kind, or a malformed id: %s', async (operationId) => {
    const own = apiOf(app.baseUrl, owner.secretKey);
    const taken: readonly string[] = takes[operationId];
    const others = Object.entries(ids).filter(([kind]) => !taken.includes(kind));
    const right = idFor(operationId, ids);
    const [prefix = ''] = right.split('_');
    // The id of an account is a UUID, which is the same in upper case.
    const odd = isUuid(right)
      ? ['x', 'z'.repeat(32)]
      : ['x', `${prefix}_${'z'.repeat(32)}`, right.replace(prefix, 'mer'), right.toUpperCase()];

    const answers = await Promise.all(
      [...others.map(([, id]) => id), ...odd].map((id) => answerOf(own, operationId, id)),
    );

    expect(others.length).toBeGreaterThan(3);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
  });

  it('stays unchanged', async () => {
    const own = apiOf(app.baseUrl, owner.secretKey);
    const state = async () => ({
      checkout: (await own('getCheckoutStatus', { params: { id: ids.pending } })).data,
      link: await listedLink(own, ids.link),
      sessions: [await sessionNow(own, { id: ids.session }), await sessionNow(own, { id: ids.doomed })],
      readers: (await own('listTerminals')).data,
      customers: (await own('listCustomers')).data.items,
      disputes: (await own('listDisputes')).data.items,
      card: await methodNow(own, ids.card),
      invoices: (await own('listInvoices')).data.items,
      plans: (await own('listSubscriptionPlans')).data.items,
      subscriptions: (await own('listSubscriptions')).data.items,
      deliveries: (await own('listEventDeliveries', { params: { id: ids.event } })).data.items,
    });
    const before = await state();

    for (const operationId of withId) await answerOf(other, operationId, idFor(operationId, ids));
    await other('processTerminalPayment', { body: aReading(ids.reader) });

    expect(await state()).toEqual(before);
    expect(before).toMatchObject({ checkout: { status: 'pending' }, link: { active: true } });
    expect([before.customers.length, before.card.status]).toEqual([2, 'active']);
    expect(before.subscriptions.map(({ status }) => status)).toEqual(['active', 'paused']);
    expect(before.invoices.map(({ status }) => status)).toEqual(['sent', 'sent', 'draft']);
    expect(before.sessions.map(({ status }) => status)).toEqual(['pending', 'pending']);
  });

  it('is in no list, no search and no balance', async () => {
    const [all, searched, balance, links, sessions, readers, customers, cards, invoices, events] =
      await Promise.all([
        other('listTransactions'),
        other('listTransactions', { query: { search: ids.payment } }),
        other('getBalance'),
        other('listPaymentLinks'),
        other('listVirtualTerminalSessions'),
        other('listTerminals'),
        other('listCustomers'),
        other('listPaymentMethods', { query: { customer_id: ids.customer } }),
        other('listInvoices'),
        other('listEvents'),
      ]);

    expect([all.data.items, searched.data.items, balance.data.available.USD]).toEqual([[], [], '0.00']);
    expect([links.data.items, sessions.data.items, readers.data.terminals]).toEqual([[], [], []]);
    expect([customers.data.items, cards.data.items, invoices.data.items]).toEqual([[], [], []]);
    expect(events.data.items).toEqual([]);
  });

  it('does not reserve its serial number: another merchant may register the same reader', async () => {
    const [own, body] = [apiOf(app.baseUrl, owner.secretKey), aReader()];
    const third = apiOf(app.baseUrl, (await app.aMerchant()).secretKey);

    const registered = [await own('registerTerminal', { body }), await third('registerTerminal', { body })];

    expect(new Set(registered.map(({ data }) => data.terminal_id)).size).toBe(2);
    expect((await third('listTerminals')).data.terminals).toHaveLength(1);
  });

  it('gives no access as a cursor', async () => {
    const pages = [
      await other('listTransactions', after(ids.payment)),
      await other('listPaymentLinks', after(ids.link)),
      await other('listVirtualTerminalSessions', after(ids.doomed)),
      await other('listCustomers', after(ids.leaving)),
      await other('listDisputes', after(ids.doubted)),
      await other('listPaymentMethods', after(ids.card)),
      await other('listInvoices', after(ids.invoice)),
      await other('listSubscriptionPlans', after(ids.plan)),
      await other('listSubscriptions', after(ids.subscription)),
      await other('listReports', after(ids.report)),
      await other('listEvents', after(ids.event)),
    ];

    const empty = { items: [], next_cursor: null, has_more: false };
    expect(pages.map(({ data }) => data)).toEqual(pages.map(() => empty));
  });

  it('does not reserve its reference', async () => {
    const own = apiOf(app.baseUrl, owner.secretKey);
    const { data } = await own('getCheckoutStatus', { params: { id: ids.pending } });

    const opened = await other('createCheckout', {
      body: aCardCheckout({ merchantTransactionId: data.merchantTransactionId }),
    });

    expect(opened.status).toBe(201);
  });
});

describe('the same merchant in the other mode', () => {
  let twofold: CreatedMerchant;
  let live: Api;
  let moved: Objects;
  let addresses: readonly string[];
  beforeAll(async () => {
    twofold = await app.aMerchant(listening);
    live = apiOf(app.baseUrl, await aLiveKey(app, twofold));
    await app.database.asOwner(
      "UPDATE platform.api_apps SET features = '{refunds,payouts,payment_links}' WHERE mode = 'live'",
    );
    await app.database.asOwner(
      `INSERT INTO platform.webhook_endpoints (app_id, merchant_id, url, event_types, secret_sealed)
       SELECT a.id, e.merchant_id, e.url, e.event_types, e.secret_sealed FROM platform.webhook_endpoints e
       JOIN platform.api_apps a ON a.merchant_id = e.merchant_id AND a.mode = 'live'`,
    );
    const test = apiOf(app.baseUrl, twofold.secretKey);
    moved = await someObjects(test);
    const [link, session, invoice] = [
      await listedLink(test, moved.link),
      await sessionNow(test, { id: moved.session }),
      await invoiceNow(test, { id: moved.invoice }),
    ];
    const slug = invoice.hosted_url?.split('/').at(-1);
    addresses = [`c/${moved.paid}`, `p/${link.slug}`, `p/${session.slug}`, `p/${slug}`];
    await toLive(twofold);
  });

  /** Objects that stay in the sandbox. A hold ends once, so the operation that would find it ended has others. */
  const sets = new Map<boolean, Promise<Objects>>();
  const stayed = (operationId: WithId): Promise<Objects> => {
    const isSecondEnd = operationId === 'voidAuthorization';
    const set = sets.get(isSecondEnd) ?? someObjects(apiOf(app.baseUrl, twofold.secretKey));
    sets.set(isSecondEnd, set);
    return set;
  };

  it.each(withId)('%s finds nothing of live with a test key', async (operationId) => {
    const test = apiOf(app.baseUrl, twofold.secretKey);
    const id = idFor(operationId, moved);

    const answer = await answerOf(test, operationId, id);

    expect(answer.status).toBe(404);
    expect(answer).toEqual(await answerOf(test, operationId, unknownLike(id)));
  });

  it.each(withoutGateway)('%s finds what is live with a live key', async (operationId) => {
    const answer = await answerOf(live, operationId, idFor(operationId, moved));

    expect(answer.status).toBe(operations[operationId].status);
  });

  it.each(withId)(
    '%s finds the sandbox’s objects with a test key, and not with a live key',
    async (operationId) => {
      const test = apiOf(app.baseUrl, twofold.secretKey);
      const id = idFor(operationId, await stayed(operationId));

      const answers = [await answerOf(live, operationId, id), await answerOf(test, operationId, id)];

      expect(answers.map(({ status }) => status)).toEqual([404, operations[operationId].status]);
    },
  );

  it('cannot pay out to a saved account of the other mode', async () => {
    const test = apiOf(app.baseUrl, twofold.secretKey);
    const wallet = { mobile_money_provider: 'wallet_a', mobile_money_number: '0771111111' };
    const { data } = await test('createBankAccount', { body: { type: 'mobile_money', ...wallet } });
    const { bank_account_id } = data;
    const body = { amount: '1.00', currency: 'USD', method: 'mobile_money', bank_account_id };

    const answers = [
      await live('requestPayout', { body }),
      await other('requestPayout', { body }),
      await test('requestPayout', { body }),
    ];

    expect(answers.map(({ code }) => code)).toEqual(['NOT_FOUND', 'NOT_FOUND', '']);
    const lists = [await live('listBankAccounts'), await live('listPayouts'), await other('listPayouts')];
    expect(lists.map(({ data: page }) => page.has_more)).toEqual([false, false, false]);
    expect(JSON.stringify(lists.map(({ data: page }) => page.items))).not.toContain(bank_account_id);
    expect(JSON.stringify((await test('listPayouts')).data.items)).toContain(bank_account_id);
  });

  it('cannot charge a card on a reader of the other mode', async () => {
    const test = apiOf(app.baseUrl, twofold.secretKey);
    const body = aReading(await registeredReader(test));

    const answers = [
      await live('processTerminalPayment', { body }),
      await other('processTerminalPayment', { body }),
      await test('processTerminalPayment', { body }),
    ];

    expect(answers.map(({ status }) => status)).toEqual([404, 404, 200]);
    const lists = [await live('listTerminals'), await other('listTerminals')];
    const shown = lists.flatMap(({ data }) => data.terminals.map(({ terminal_id }) => terminal_id));
    expect(shown).not.toContain(body.terminal_id);
  });

  it('lists, searches and counts only its own objects', async () => {
    const test = apiOf(app.baseUrl, twofold.secretKey);
    await someObjects(test);

    const pages = [await test('listTransactions'), await live('listTransactions')];
    const [ofTest = [], ofLive = []] = pages.map(({ data }) => data.items);

    expect(ofLive.map(({ id }) => id)).toContain(moved.payment);
    expect(ofTest.map(({ id }) => id)).not.toContain(moved.payment);
    expect([ofTest, ofLive].map((items) => [...new Set(items.map(({ livemode }) => livemode))])).toEqual([
      [false],
      [true],
    ]);
    expect((await test('listTransactions', { query: { search: moved.payment } })).data.items).toEqual([]);
  });

  it('does not replay answers of the other mode', async () => {
    const test = apiOf(app.baseUrl, twofold.secretKey);
    const request = { body: aCardCheckout(), headers: { 'idempotency-key': 'both' } };
    await test('createCheckout', request);

    const refused = await live('createCheckout', request);

    expect([refused.code, refused.headers.has('idempotent-replayed')]).toEqual([
      'GATEWAY_NOT_CONFIGURED',
      false,
    ]);
  });

  it('serves its pages at its own addresses only', async () => {
    const own = await Promise.all(addresses.map((address) => fetch(`${app.baseUrl}/${address}`)));
    const strange = await Promise.all(addresses.map((address) => fetch(`${app.baseUrl}/test/${address}`)));

    // Earlier tests deactivated the link and voided the invoice.
    expect(own.map(({ status }) => status)).toEqual([200, 410, 200, 410]);
    expect(strange.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  });
});

/** Moves a merchant's sandbox rows to live, where no gateway is configured to make them. */
async function toLive({ merchantId }: CreatedMerchant): Promise<void> {
  const tables = [
    'checkouts',
    'merchant_references',
    'transactions',
    'refunds',
    'disputes',
    'dispute_files',
    'dispute_answers',
    'file_contents',
    'authorizations',
    'slugs',
    'payment_links',
    'virtual_terminal_sessions',
    'terminals',
    'customers',
    'payment_methods',
    'invoices',
    'invoice_items',
    'invoice_counters',
    'plans',
    'subscriptions',
    'subscription_cycles',
    'subaccounts',
    'splits',
    'split_shares',
    'capital_offers',
    'capital_advances',
    'capital_repayments',
    'bank_accounts',
    'payouts',
    'acquirer_messages',
    'payout_batches',
    'payout_batch_items',
    'agents',
    'agent_floats',
    'agent_top_ups',
    'cash_outs',
    'payout_reviews',
    'reports',
    'report_chunks',
    'event_sequences',
    'events',
    'event_bodies',
    'webhook_lanes',
    'webhook_deliveries',
  ];
  const copies = tables.map(
    (t) => `INSERT INTO live.${t} SELECT * FROM sandbox.${t} WHERE merchant_id = '${merchantId}';`,
  );
  const gone = tables
    .toReversed()
    .map((t) => `DELETE FROM sandbox.${t} WHERE merchant_id = '${merchantId}';`);
  await app.database.asOwner(`BEGIN; ${copies.join(' ')} ${gone.join(' ')} COMMIT`);
}
