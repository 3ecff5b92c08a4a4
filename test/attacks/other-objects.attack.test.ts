import { afterAll, beforeAll, expect, it } from 'vitest';
import { aPayment, openService, openShop, type Place, type Shop } from '../journeys/shop.ts';
import { anAgentWith, cashPayout, collect, wrongOtp } from '../support/builders/agents.ts';
import { openedCheckout, turnClock } from '../support/builders/build.ts';
import {
  badCard,
  chargeSession,
  createdLink,
  goodCard,
  openedSession,
  startPayment,
} from '../support/builders/counter.ts';
import { submit as answer, disputed, files, upload } from '../support/builders/disputes.ts';
import { capture, heldCheckout, release } from '../support/builders/holds.ts';
import { draftedInvoice, sentInvoice, startInvoice } from '../support/builders/invoices.ts';
import { aSplit } from '../support/builders/partners.ts';
import { aPayout } from '../support/builders/payouts.ts';
import { cancel, createdPlan, paidBy, pause, resume, subscribed } from '../support/builders/subscriptions.ts';
import { openedSetup, savedCard } from '../support/builders/vault.ts';
import { soon } from '../support/checks/soon.ts';
import type { Api } from '../support/service/api.ts';
import { openPage, submit } from '../support/service/page.ts';

let app: Place;
let shop: Shop;
beforeAll(async () => {
  app = await openService();
  shop = await openShop(app);
  await aPayment(shop, '5000.00');
});
afterAll(() => app.stop());

/** One object of each kind, in the states in which something can still be done with it. */
async function family({ api, card }: Shop) {
  const made = {
    payment: await aPayment(shop),
    page: await card(),
    abandoned: await card(),
    wallet: await openedCheckout(api),
    toCapture: await heldCheckout(api),
    toRelease: await heldCheckout(api),
    dispute: await disputed(shop),
    accepted: await disputed(shop),
    draft: await draftedInvoice(api),
    open: await sentInvoice(api),
    paid: await sentInvoice(api),
    subscription: await subscribed(api, {}, paidBy('0771111111')),
    canceled: await subscribed(api, {}, paidBy('0771111111')),
    plan: await createdPlan(api),
    link: await createdLink(api),
    closedLink: await createdLink(api),
    savedCard: await savedCard(api),
    setup: await openedSetup(api),
    agent: await anAgentWith(api, '100.00'),
    cash: await cashPayout(api),
    split: await aSplit(api, ['10.00']),
    session: await openedSession(api),
    endedSession: await openedSession(api),
    account: await accountOf(api),
  };
  const { data: file } = await upload(shop, made.dispute.id, files.pdf);
  return { ...made, file };
}

async function accountOf(api: Api): Promise<string> {
  const { data } = await api('createBankAccount', {
    body: {
      bank_name: 'First Bank',
      bank_account_number: '1002003004',
      bank_account_name: 'Corner Shop',
      bank_branch_code: '01101',
    },
  });
  return data.bank_account_id;
}

type Family = Awaited<ReturnType<typeof family>>;
type Acts = Readonly<Record<string, (of: Family) => Promise<unknown>>>;

const byId = (id: string) => ({ params: { id } });
const pressing = async (address: string, action: 'pay' | 'save', fields: Readonly<Record<string, string>>) =>
  await submit(await openPage(address), action, fields);

/** What merchants and payers do with an object. */
const acts: Acts = {
  'refunds a part': ({ payment }) =>
    shop.api('refundTransaction', { ...byId(payment), body: { amount: '1.00' } }),
  'refunds the rest': ({ payment }) => shop.api('refundTransaction', { ...byId(payment), body: {} }),
  'has a card refused': ({ page }) => pressing(page.payment_url, 'pay', badCard),
  'pays after a refusal': ({ page }) => pressing(page.payment_url, 'pay', goodCard),
  aborts: ({ abandoned }) => shop.api('abortCheckout', byId(abandoned.checkout_id)),
  'pays by wallet': ({ wallet }) =>
    pressing(wallet.payment_url, 'pay', { method: 'wallet_a', phone: '0771111111' }),
  captures: ({ toCapture }) => capture(shop.api, toCapture, '60.00'),
  releases: ({ toRelease }) => release(shop.api, toRelease),
  'deletes a file': ({ dispute, file }) =>
    shop.api('deleteDisputeFile', { params: { id: dispute.id, file_id: file.id } }),
  'adds a file': ({ dispute }) => upload(shop, dispute.id, files.png),
  'keeps a draft of the answer': ({ dispute }) =>
    shop.api('submitDisputeEvidence', { ...byId(dispute.id), body: { evidence: 'Draft', submit: false } }),
  'answers a dispute': ({ dispute }) => answer(shop, dispute.id),
  'accepts a dispute': ({ accepted }) => shop.api('acceptDispute', byId(accepted.id)),
  'changes a draft': ({ draft }) =>
    shop.api('updateInvoice', { ...byId(draft.id), body: { due_date: '2099-02-28' } }),
  'sends an invoice': ({ draft }) => shop.api('sendInvoice', byId(draft.id)),
  'voids an invoice': ({ open }) => shop.api('voidInvoice', byId(open.id)),
  'pays an invoice': async ({ paid }) => await submit(await startInvoice(paid), 'pay', goodCard),
  pauses: ({ subscription }) => pause(shop.api, subscription),
  resumes: ({ subscription }) => resume(shop.api, subscription),
  'changes the plan': ({ subscription, plan }) =>
    shop.api('updateSubscription', { ...byId(subscription.id), body: { plan_id: plan.plan_id } }),
  'cancels a subscription': ({ canceled }) => cancel(shop.api, canceled),
  'renames a plan': ({ plan }) =>
    shop.api('updateSubscriptionPlan', { ...byId(plan.plan_id), body: { name: 'Coffee club' } }),
  'changes a link': ({ link }) =>
    shop.api('updatePaymentLink', { ...byId(link.id), body: { title: 'Weaving class' } }),
  'pays a link': async ({ link }) => await submit(await startPayment(link), 'pay', goodCard),
  'closes a link': ({ closedLink }) => shop.api('deactivatePaymentLink', byId(closedLink.id)),
  'saves a card': ({ setup }) => pressing(setup.setup_url, 'save', goodCard),
  'forgets a card': ({ savedCard: { id } }) => shop.api('deletePaymentMethod', byId(id)),
  'changes a customer': ({ savedCard: { customer_id } }) =>
    shop.api('updateCustomer', { ...byId(customer_id), body: { name: 'Rudo Banda' } }),
  'deletes a customer': ({ setup: { customer_id } }) => shop.api('deleteCustomer', byId(customer_id)),
  'fills a float': ({ agent }) =>
    shop.api('topUpAgentFloat', { ...byId(agent), body: { amount: '5.00', currency: 'USD' } }),
  'is given a wrong code': async ({ agent, cash }) => {
    const { code } = await collect(shop.api, agent, wrongOtp(cash));
    return { status: code === 'OTP_INVALID' ? 200 : 500 };
  },
  'hands out cash': ({ agent, cash }) => collect(shop.api, agent, cash),
  'suspends an agent': ({ agent }) => shop.api('suspendAgent', byId(agent)),
  'lets an agent go on': ({ agent }) => shop.api('reactivateAgent', byId(agent)),
  'ends a split': ({ split }) => shop.api('deactivateSplit', byId(split.id)),
  'charges a session': ({ session }) => chargeSession(shop.api, session, { customer_phone: '0771111111' }),
  'ends a session': ({ endedSession }) => shop.api('cancelVirtualTerminalSession', byId(endedSession.id)),
  'pays out': ({ account }) =>
    shop.api('requestPayout', {
      body: { ...aPayout('agent_cash'), method: 'bank_transfer', bank_account_id: account },
    }),
  'deletes a bank account': ({ account }) => shop.api('deleteBankAccount', { params: { id: account } }),
};

/** What all objects of a merchant share, and what goes on by itself. */
const shared = [
  'app_traffic',
  'invoice_counters',
  'idempotency_keys',
  'jobs',
  'ledger_balances',
  'ledger_heads',
  'merchant_states',
  'webhook_deliveries',
  'webhook_lanes',
];

/** The rows of the merchant, each as one text with its table. */
async function rows(): Promise<ReadonlySet<string>> {
  const tables = await app.database.asOwner(
    `SELECT table_name AS name FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
      WHERE table_schema = 'sandbox' AND column_name = 'merchant_id' AND table_type = 'BASE TABLE' AND table_name <> ALL ($1)`,
    [shared],
  );
  const found = tables.map(
    ({ name }) =>
      `SELECT '${String(name)} ' || to_jsonb(t)::text AS row FROM sandbox."${String(name)}" t WHERE merchant_id = $1`,
  );
  const all = await app.database.asOwner(found.join(' UNION ALL '), [shop.merchant.merchantId]);
  return new Set(all.map(({ row }) => String(row)));
}

/** The rows when nothing changes them any more. */
async function settled(seconds: number): Promise<ReadonlySet<string>> {
  await turnClock(shop.api, seconds);
  let last = await rows();
  await soon(async () => {
    const before = last;
    last = await rows();
    expect(last).toEqual(before);
  });
  return last;
}

it('what is done with one object leaves all others of the merchant as they were', async () => {
  const own = await family(shop);
  const before = await settled(60);
  await family(shop);
  const others = [...(await settled(60))].filter((row) => !before.has(row));
  expect(others.length).toBeGreaterThan(100);
  const changed: unknown[] = [];
  for (const [name, act] of Object.entries(acts)) {
    const answered = await act(own);
    expect({ name, answered }).toMatchObject({
      answered: { status: expect.toSatisfy((one: number) => one < 300) },
    });
    const after = await settled(1);
    const gone = others.filter((row) => !after.has(row));
    if (gone.length > 0) changed.push({ name, gone: gone.map((row) => row.slice(0, 400)) });
  }
  expect(changed).toEqual([]);
});
