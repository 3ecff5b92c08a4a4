import { randomBytes, randomUUID } from 'node:crypto';

import { bankTables } from './bank-rows.ts';
import { ledgerTables } from './ledger-rows.ts';
import { peopleTables } from './people-rows.ts';
import { reconciliationTables } from './reconciliation-rows.ts';

export type Row = Readonly<Record<string, unknown>>;

/** How to make rows of one table that PostgreSQL accepts. */
type Table = {
  readonly row: Row;
  /** What differs from row to row: each column that some key of the table compares. */
  readonly fresh: (nth: number) => Row;
  /** Other tables refer to these rows, so they are in the database before a case begins. */
  readonly stored?: readonly Row[];
  /** Run before the row is inserted. */
  readonly prepare?: string;
};

export const day = (nth: number) => `2026-01-0${nth}T12:00:00Z`;
export const uuid = () => randomUUID();

export const ids = {
  merchant: uuid(),
  app: uuid(),
  event: uuid(),
  lane: uuid(),
  customer: uuid(),
  card: uuid(),
  checkouts: [uuid(), uuid()],
  transactions: [uuid(), uuid()],
  invoices: [uuid(), uuid(), uuid()],
  plan: uuid(),
  partners: [uuid(), uuid(), uuid()],
  split: uuid(),
  offers: [uuid(), uuid(), uuid()],
  advance: uuid(),
  subscription: uuid(),
  terminal: uuid(),
  dispute: uuid(),
  bankAccount: uuid(),
  payout: uuid(),
  agent: uuid(),
  batch: uuid(),
  submission: uuid(),
  report: uuid(),
} as const;

const merchant_id = ids.merchant;
const app_id = ids.app;
const api_version = '2026-01-01';
const price = { amount: 100, currency: 'USD' } as const;
const made = { created_at: day(1) } as const;
const changed = { ...made, updated_at: day(1) } as const;
const submission = { merchant_id, tier: 1, status: 'submitted', ...made } as const;
const ofApp = { merchant_id, app_id } as const;
const freshId = () => ({ id: uuid() });
const nothing = () => ({});

const split = { merchant_id, id: ids.split, name: 'Stall', currency: 'USD', status: 'active', ...made };
const offer = {
  merchant_id,
  ...price,
  fee: 10,
  holdback_basis_points: 1000,
  status: 'accepted',
  expires_at: day(2),
  ...made,
};
const advance = {
  merchant_id,
  offer_id: ids.offers[0],
  ...price,
  fee: 10,
  amount_repaid: 110,
  holdback_basis_points: 1000,
  status: 'repaid',
  repaid_at: day(2),
  ...made,
};

const [checkout_id] = ids.checkouts;
const [transaction_id] = ids.transactions;

const merchant = {
  id: merchant_id,
  business_name: 'Corner Shop',
  email: 'owner@example.test',
  country: 'ZW',
};
const app = { id: app_id, merchant_id, name: 'Shop', mode: 'sandbox', api_version };
const payout = {
  ...ofApp,
  method: 'bank_transfer',
  ...price,
  fee: 1,
  status: 'processing',
  account_sealed: 'sealed',
  ...made,
};
const batch = { ...ofApp, id: ids.batch, status: 'processing', ...made };
const agent = {
  merchant_id,
  id: ids.agent,
  name: 'Corner Shop',
  phone: '+263772000111',
  status: 'active',
  ...made,
};
const report = {
  merchant_id,
  app_id,
  type: 'fees',
  format: 'csv',
  status: 'pending',
  period_from: day(1),
  period_before: day(2),
  ...made,
};
const event = {
  merchant_id,
  event_id: ids.event,
  type: 'payment.capture.completed',
  resource_id: transaction_id,
  sequence: 1,
  data: '{}',
};
const lane = { ...ofApp, lane_id: ids.lane, origin: 'https://shop.example' };
const body = { merchant_id, event_id: ids.event, api_version, body: '{}' };
const customer = { merchant_id, id: ids.customer, name: 'Rudo Moyo', ...changed };
const card = {
  ...ofApp,
  id: ids.card,
  customer_id: ids.customer,
  slug: 'saved-card',
  return_url: 'https://shop.example/cards',
  status: 'pending',
  page_expires_at: day(2),
  ...made,
};
const checkout = {
  ...ofApp,
  ...price,
  source_type: 'checkout',
  reference: 'order-1',
  status: 'pending',
  gateway: 'cards',
  expires_at: day(2),
  ...made,
};
const transaction = {
  merchant_id,
  ...price,
  type: 'payment',
  status: 'failed',
  gateway: 'cards',
  reference: 'order-1',
  source_type: 'checkout',
  source_id: checkout_id,
  checkout_id,
  ...made,
};
const invoice = {
  ...ofApp,
  status: 'draft',
  customer_name: 'Rudo Moyo',
  currency: 'USD',
  subtotal: 100,
  tax: 0,
  total: 100,
  due_date: '2026-01-31',
  ...changed,
};
const terms = { ...price, interval_unit: 'month', interval_count: 1, on_exhausted: 'pause' } as const;
const plan = {
  merchant_id,
  id: ids.plan,
  status: 'active',
  name: 'Tea club',
  trial_days: 0,
  ...terms,
  ...made,
};
const subscription = {
  ...ofApp,
  id: ids.subscription,
  plan_id: ids.plan,
  status: 'active',
  ...terms,
  customer_name: 'Rudo Moyo',
  starts_at: day(1),
  anchor_at: day(1),
  next_billing_at: day(2),
  ...changed,
};
const cycle = {
  merchant_id,
  subscription_id: ids.subscription,
  period_start: day(1),
  period_end: day(9),
  invoice_id: ids.invoices[0],
  ...made,
};
const dispute = {
  merchant_id,
  id: ids.dispute,
  transaction_id,
  gateway_reference: 'dispute-1',
  ...price,
  reason: 'other',
  status: 'needs_response',
  evidence_due_at: day(9),
  opened_at: day(1),
  ...made,
};
const terminal = {
  merchant_id,
  id: ids.terminal,
  serial_number: 'PAX-1',
  device_model: 'other',
  location_name: 'Till 1',
  status: 'active',
  last_seen_at: day(1),
  ...made,
};
const bankAccount = {
  merchant_id,
  id: ids.bankAccount,
  type: 'bank',
  account_sealed: 'sealed',
  ...made,
};
/** Tables of schema `platform` have it in their name; the others are in both modes. */
export const tables = {
  'platform.migrations': { row: { file: '0000-first.sql', hash: 'hash' }, fresh: nothing },
  'platform.jobs': { row: { kind: 'keys.forget-answers', key: '2026-01-01' }, fresh: nothing },
  'platform.merchants': { row: merchant, fresh: freshId, stored: [merchant] },
  'platform.api_apps': { row: app, fresh: freshId, stored: [app] },
  'platform.api_keys': {
    row: { ...ofApp, kind: 'secret', prefix: 'sk_test_', last4: '1234' },
    fresh: () => ({ id: uuid(), hash: randomBytes(32) }),
  },
  'platform.two_factor': { row: { merchant_id, secret_sealed: 'sealed' }, fresh: nothing },
  'platform.webhook_endpoints': { row: { ...ofApp, secret_sealed: 'sealed' }, fresh: nothing },
  ...peopleTables(merchant_id),
  ...reconciliationTables,
  ...bankTables(merchant_id),
  'platform.settings_changes': {
    row: { ...ofApp, changed: ['webhook_url'] },
    fresh: () => ({ change_id: uuid() }),
  },
  'platform.operator_changes': {
    row: { ...ofApp, action: 'key.revoke', operator: 'root' },
    fresh: () => ({ change_id: uuid(), form: uuid() }),
  },
  'platform.secret_key': {
    row: { fingerprint: 'fingerprint' },
    fresh: nothing,
    prepare: 'DELETE FROM platform.secret_key',
  },
  migrations: { row: { file: '0000-first.sql', hash: 'hash' }, fresh: nothing },
  merchant_states: { row: { merchant_id }, fresh: nothing },
  jobs: {
    row: { merchant_id, kind: 'checkout.expire', due_at: day(1) },
    fresh: () => ({ job_id: uuid(), key: uuid() }),
  },
  idempotency_keys: {
    row: {
      merchant_id,
      method: 'post',
      path: '/v1/payouts/request',
      key: 'order-1',
      fingerprint: randomBytes(32),
      state: 'started',
      expires_at: day(2),
    },
    fresh: nothing,
  },
  status_changes: {
    row: {
      merchant_id,
      resource: 'transactions',
      resource_id: uuid(),
      from_status: 'pending',
      to_status: 'failed',
      ...made,
    },
    fresh: freshId,
  },
  event_sequences: { row: { merchant_id, resource_id: uuid(), last: 1 }, fresh: nothing },
  events: { row: event, fresh: () => ({ event_id: uuid(), resource_id: uuid() }), stored: [event] },
  event_bodies: { row: body, fresh: () => ({ api_version: uuid() }), stored: [body] },
  webhook_lanes: { row: lane, fresh: () => ({ lane_id: uuid(), origin: uuid() }), stored: [lane] },
  webhook_deliveries: {
    row: {
      merchant_id,
      event_id: ids.event,
      api_version,
      lane_id: ids.lane,
      destination: 'app',
      trigger: 'event',
      resource_id: transaction_id,
      sequence: 1,
      max_attempts: 10,
    },
    fresh: () => ({ delivery_id: uuid(), url: `https://shop.example/${uuid()}` }),
  },
  app_traffic: {
    row: {
      ...ofApp,
      day: '2026-01-01',
      api_version,
      by_header: false,
      calls: 2,
      failures: 1,
      fields: ['amount'],
      parameters: [],
      codes: ['NOT_FOUND'],
      last_at: day(1),
    },
    fresh: (nth) => ({ operation: `operation${nth}` }),
  },
  listen_reports: {
    row: {
      merchant_id,
      event_id: ids.event,
      app_id,
      forwarded_to: 'http://localhost:4000/',
      duration_ms: 5,
      status: 204,
    },
    fresh: () => ({ report_id: uuid() }),
  },
  webhook_attempts: {
    row: { merchant_id, delivery_id: uuid(), attempt: 1, started_at: day(1), duration_ms: 5 },
    fresh: () => ({ attempt_id: uuid() }),
  },
  kyc_submissions: { row: submission, fresh: freshId, stored: [{ ...submission, id: ids.submission }] },
  kyc_documents: {
    row: {
      merchant_id,
      submission_id: ids.submission,
      kind: 'identity',
      media_type: 'application/pdf',
      size: 1,
      name_sealed: 'sealed',
      content_sealed: 'sealed',
      ...made,
    },
    fresh: () => ({ ...freshId(), sha256: randomBytes(32) }),
  },
  ...ledgerTables(merchant_id, transaction_id),
  customers: { row: customer, fresh: freshId, stored: [customer] },
  payment_methods: { row: card, fresh: freshId, stored: [card] },
  slugs: {
    row: { slug: 'abcdefghij', merchant_id, kind: 'invoice', resource_id: uuid() },
    fresh: nothing,
  },
  checkouts: {
    row: checkout,
    fresh: freshId,
    stored: ids.checkouts.map((id) => ({ ...checkout, id })),
  },
  transactions: {
    row: transaction,
    fresh: freshId,
    stored: ids.transactions.map((id) => ({ ...transaction, id })),
  },
  payment_counts: {
    row: { merchant_id, day: '2026-01-01', currency: 'USD', outcome: 'completed', payments: 1, amount: 1 },
    fresh: () => ({ payment_id: uuid() }),
  },
  authorizations: {
    row: {
      merchant_id,
      checkout_id,
      reference: 'order-1',
      ...price,
      status: 'held',
      expires_at: day(9),
      ...made,
    },
    fresh: (nth) => ({ id: ids.transactions[nth - 1] }),
  },
  archives: {
    row: { bytes: 1, sha256: randomBytes(32), before: day(1), made_by: 'tariro' },
    fresh: (nth) => ({ id: uuid(), file: `fresh-${nth}` }),
  },
  archived_resources: { row: { merchant_id, archive_id: uuid(), place: 0, length: 1 }, fresh: freshId },
  merchant_references: { row: { merchant_id, reference: 'order-1', checkout_id, ...made }, fresh: nothing },
  refunds: {
    row: {
      merchant_id,
      payment_id: transaction_id,
      ...price,
      status: 'pending',
      fee_share: 0,
      reserve_share: 0,
      ...made,
    },
    fresh: (nth) => ({ id: uuid(), transaction_id: ids.transactions[nth - 1] }),
  },
  subaccounts: {
    row: { merchant_id, name: 'Tatenda Banda', ...made },
    fresh: freshId,
    stored: ids.partners.map((id) => ({ merchant_id, id, name: 'Tatenda Banda', ...made })),
  },
  splits: { row: split, fresh: freshId, stored: [split] },
  split_shares: {
    row: { merchant_id, split_id: ids.split, basis_points: 1000 },
    fresh: (nth) => ({ place: nth, subaccount_id: ids.partners[nth - 1] }),
  },
  split_settlements: {
    row: {
      merchant_id,
      split_id: ids.split,
      transaction_id,
      source_id: transaction_id,
      basis_points: 1000,
      shared: 100,
      ...price,
      ...made,
    },
    fresh: (nth) => ({ id: uuid(), subaccount_id: ids.partners[nth - 1] }),
  },
  capital_offers: { row: offer, fresh: freshId, stored: ids.offers.map((id) => ({ ...offer, id })) },
  capital_advances: {
    row: advance,
    fresh: (nth) => ({ id: uuid(), offer_id: ids.offers[nth] }),
    stored: [{ ...advance, id: ids.advance }],
  },
  capital_repayments: {
    row: { merchant_id, advance_id: ids.advance, ...price, amount_remaining: 0, ...made },
    fresh: (nth) => ({ id: uuid(), transaction_id: ids.transactions[nth - 1] }),
  },
  disputes: {
    row: dispute,
    fresh: (nth) => ({ id: uuid(), transaction_id: ids.transactions[nth - 1], gateway_reference: uuid() }),
    stored: [dispute],
    // The stored dispute is open, and its payment has no second one.
    prepare: "UPDATE disputes SET status = 'won', resolution = 'decided', resolved_at = now()",
  },
  dispute_files: {
    row: {
      merchant_id,
      dispute_id: ids.dispute,
      name: 'note.pdf',
      media_type: 'application/pdf',
      size: 1,
      sha256: randomBytes(32),
      ...made,
    },
    fresh: freshId,
  },
  dispute_answers: {
    row: {
      merchant_id,
      dispute_id: ids.dispute,
      gateway: 'acquirer',
      answer: 'contest',
      waiting_since: made.created_at,
    },
    fresh: () => ({}),
  },
  file_contents: { row: { merchant_id, content: Buffer.from('%PDF-') }, fresh: () => ({ file_id: uuid() }) },
  payment_links: {
    row: {
      ...ofApp,
      slug: 'tea',
      title: 'Tea',
      ...price,
      status: 'active',
      max_uses: 1,
      ...changed,
    },
    fresh: freshId,
  },
  virtual_terminal_sessions: {
    row: {
      ...ofApp,
      slug: 'sale',
      ...price,
      payment_method: 'card',
      status: 'pending',
      expires_at: day(2),
      ...made,
    },
    fresh: (nth) => ({ id: uuid(), checkout_id: ids.checkouts[nth - 1] }),
  },
  terminals: {
    row: terminal,
    fresh: () => ({ id: uuid(), serial_number: uuid() }),
    stored: [terminal],
  },
  reader_payloads: {
    row: { merchant_id, terminal_id: ids.terminal, ksn: 'FFFF01', transaction_id, ...made },
    fresh: nothing,
  },
  bank_accounts: { row: bankAccount, fresh: freshId, stored: [bankAccount] },
  payouts: {
    row: payout,
    fresh: (nth) => ({ id: uuid(), transaction_id: ids.transactions[nth - 1] }),
    stored: [{ ...payout, id: ids.payout, transaction_id: uuid() }],
  },
  agents: { row: agent, fresh: freshId, stored: [agent] },
  agent_floats: { row: { merchant_id, agent_id: ids.agent, currency: 'USD' }, fresh: nothing },
  agent_top_ups: { row: { merchant_id, agent_id: ids.agent, ...price, ...made }, fresh: freshId },
  cash_outs: {
    row: {
      merchant_id,
      payout_id: ids.payout,
      agent_id: ids.agent,
      ...price,
      outcome: 'wrong_code',
      ...made,
    },
    fresh: freshId,
  },
  payout_batches: { row: batch, fresh: freshId, stored: [batch] },
  payout_batch_items: {
    row: { merchant_id, batch_id: ids.batch, refusal: 'NOT_FOUND' },
    fresh: (nth) => ({ id: uuid(), position: nth }),
  },
  payout_reviews: {
    row: { merchant_id, payout_id: ids.payout, verdict: 'held', operator: 'tendai', ...made },
    fresh: freshId,
  },
  invoices: {
    row: invoice,
    fresh: freshId,
    stored: ids.invoices.map((id) => ({ ...invoice, id })),
  },
  invoice_items: {
    row: {
      merchant_id,
      invoice_id: ids.invoices[0],
      position: 1,
      description: 'Tea',
      quantity: 1,
      unit_amount: 100,
      amount: 100,
      tax: 0,
    },
    fresh: nothing,
  },
  invoice_counters: { row: { merchant_id, last: 1 }, fresh: nothing },
  plans: { row: plan, fresh: freshId, stored: [plan] },
  subscriptions: { row: subscription, fresh: freshId, stored: [subscription] },
  subscription_cycles: {
    row: cycle,
    fresh: (nth) => ({ period_start: day(nth + 1), invoice_id: ids.invoices[nth] }),
    stored: [cycle],
  },
  subscription_tries: {
    row: { merchant_id, subscription_id: ids.subscription, period_start: day(1), ...made },
    fresh: (nth) => ({ number: nth, checkout_id: ids.checkouts[nth - 1] }),
  },
  'platform.platform_plans': {
    row: { name: 'Large', amount: 100 },
    fresh: (nth) => ({ plan: `plan-${nth}` }),
  },
  'platform.merchant_plans': { row: { merchant_id, plan: 'standard' }, fresh: nothing },
  platform_subscriptions: {
    row: { merchant_id, status: 'active', anchor_at: day(1), next_invoice_at: day(2), ...made },
    fresh: freshId,
  },
  platform_invoices: {
    row: {
      merchant_id,
      status: 'open',
      plan_name: 'Standard',
      subtotal: 100,
      tax_basis_points: 0,
      tax: 0,
      total: 100,
      period_end: day(9),
      ...made,
    },
    fresh: (nth) => ({ id: uuid(), number: nth, period_start: day(nth) }),
  },
  platform_invoice_counters: { row: { last: 1 }, fresh: nothing },
  reports: { row: report, fresh: freshId, stored: [{ ...report, id: ids.report }] },
  report_chunks: {
    row: { merchant_id, report_id: ids.report, content: Buffer.from('a') },
    fresh: (nth) => ({ number: nth }),
  },
  resets: { row: { night: '2020-01-01' }, fresh: nothing },
} satisfies Record<string, Table>;

export type TableName = keyof typeof tables;

export const tableOf = (name: TableName): Table => tables[name];
