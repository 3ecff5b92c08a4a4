import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { invoiceMoves } from '../../../src/domain/billing/invoices/states.ts';
import { planMoves } from '../../../src/domain/billing/plans/states.ts';
import {
  platformInvoiceMoves,
  platformSubscriptionMoves,
} from '../../../src/domain/billing/platform-billing/states.ts';
import { reportMoves } from '../../../src/domain/billing/reports/states.ts';
import { subscriptionMoves } from '../../../src/domain/billing/subscriptions/states.ts';
import { kycMoves } from '../../../src/domain/merchants/onboarding/states.ts';
import { advanceMoves, offerMoves } from '../../../src/domain/money/capital/states.ts';
import { splitMoves } from '../../../src/domain/money/splits/states.ts';
import { paymentMethodMoves } from '../../../src/domain/payers/payment-methods/states.ts';
import { authorizationMoves, checkoutMoves } from '../../../src/domain/payments/checkouts/states.ts';
import { disputeMoves } from '../../../src/domain/payments/disputes/states.ts';
import { linkMoves } from '../../../src/domain/payments/payment-links/states.ts';
import { refundMoves } from '../../../src/domain/payments/refunds/states.ts';
import { terminalMoves } from '../../../src/domain/payments/terminals/states.ts';
import { transactionMoves } from '../../../src/domain/payments/transactions/states.ts';
import { sessionMoves } from '../../../src/domain/payments/virtual-terminal/states.ts';
import { agentMoves } from '../../../src/domain/payouts/agents/states.ts';
import { batchMoves } from '../../../src/domain/payouts/batches/states.ts';
import { payoutMoves } from '../../../src/domain/payouts/payouts/states.ts';
import type { Act } from '../../../src/engine/context.ts';
import { type Edge, move } from '../../../src/engine/states/moves.ts';
import type { StatusTable } from '../../../src/engine/states/queries.ts';
import { inTransaction } from '../../../src/platform/db/database.ts';
import { newId } from '../../../src/platform/ids.ts';
import { openShop, type Shop } from '../../journeys/shop.ts';
import { type App, startApp } from '../../support/service/app.ts';

let app: App;
let shop: Shop;

// Rows are inserted by hand in every status, so this merchant's ledger is wrong and is not audited.
beforeAll(async () => {
  app = await startApp({ role: 'api' });
  shop = await openShop({ ...app, notificationUrl: 'http://127.0.0.1:9/hook' });
});
afterAll(() => app.stop());

function asMerchant<T>(work: (act: Act) => Promise<T>): Promise<T> {
  const ctx = app.service.contexts.sandbox;
  const { merchantId: id } = shop.merchant;
  return inTransaction(ctx.db, id, (tx, clockOffsetMs) => work({ ctx, tx, merchant: { id, clockOffsetMs } }));
}

const insertTransaction = `INSERT INTO sandbox.transactions (merchant_id, id, type, status, amount, currency, gateway, reference,
    source_type, source_id, created_at) VALUES ($1, $2, $3, $4, 100000, 'USD', 'sandbox_card', 'order 1', 'checkout', $2, now())`;

let numbered = 0;
function aNumber(): string {
  numbered += 1;
  return `INV-${String(numbered).padStart(6, '0')}`;
}

const insertPlan = `INSERT INTO sandbox.plans (merchant_id, id, status, name, amount, currency, interval_unit, interval_count, trial_days,
    on_exhausted, created_at) VALUES ($1, $2, $3, 'Tea club', 100000, 'USD', 'month', 1, 0, 'pause', now())`;

/** Inserts a row of each table in any status, with as few other rows as possible. */
const insert: Readonly<Record<StatusTable, (id: string, status: string) => Promise<unknown>>> = {
  checkouts: (id, status) =>
    app.database.asOwner(
      `INSERT INTO sandbox.checkouts (merchant_id, id, app_id, source_type, reference, amount, currency, status, gateway, expires_at, created_at)
        VALUES ($1, $2, $3, 'checkout', 'order 1', 100000, 'USD', $4, 'sandbox_card', now(), now())`,
      [shop.merchant.merchantId, id, shop.merchant.appId, status],
    ),
  authorizations: async (id, status) => {
    const checkout = newId();
    await insert.checkouts(checkout, 'authorized');
    await insert.transactions(id, 'authorized');
    await app.database.asOwner(
      `INSERT INTO sandbox.authorizations (merchant_id, id, checkout_id, reference, status, amount, captured_amount, currency, void_reason,
          expires_at, created_at, asked_at, ended_at)
        SELECT $1, $2, $3, 'order 1', $4::text, 100000, CASE WHEN $4 IN ('capturing', 'captured', 'refused') THEN 60000 END, 'USD',
          CASE WHEN $4 LIKE 'void%' THEN 'requested' END, now(), now(), CASE WHEN $4 <> 'held' THEN now() END,
          CASE WHEN $4 IN ('captured', 'refused', 'voided') THEN now() END`,
      [shop.merchant.merchantId, id, checkout, status],
    );
  },
  transactions: (id, status) =>
    app.database.asOwner(insertTransaction, [shop.merchant.merchantId, id, 'payment', status]),
  refunds: async (id, status) => {
    const [payment, own] = [newId(), newId()];
    await app.database.asOwner(insertTransaction, [shop.merchant.merchantId, payment, 'payment', 'reversed']);
    await app.database.asOwner(insertTransaction, [shop.merchant.merchantId, own, 'refund', status]);
    await app.database.asOwner(
      `INSERT INTO sandbox.refunds (merchant_id, id, transaction_id, payment_id, amount, currency, status, fee_share, reserve_share, created_at)
        VALUES ($1, $2, $3, $4, 100000, 'USD', $5, 0, 0, now())`,
      [shop.merchant.merchantId, id, own, payment, status],
    );
  },
  disputes: async (id, status) => {
    const payment = newId();
    await insert.transactions(payment, 'completed');
    await app.database.asOwner(
      `INSERT INTO sandbox.disputes (merchant_id, id, transaction_id, gateway_reference, amount, currency, reason, status, resolution,
          evidence_due_at, created_at, opened_at, submitted_at, resolved_at)
        SELECT $1, $2::uuid, $3, 'dispute', 100000, 'USD', 'other', $4::text, CASE WHEN over THEN 'decided' END, now(), now(),
          CASE WHEN $4 NOT LIKE 'warning%' THEN now() END, CASE WHEN $4 = 'under_review' THEN now() END, CASE WHEN over THEN now() END
        FROM (SELECT $4::text IN ('warning_closed', 'won', 'lost') AS over) AS wanted`,
      [shop.merchant.merchantId, id, payment, status],
    );
  },
  payouts: async (id, status) => {
    const own = newId();
    await app.database.asOwner(insertTransaction, [shop.merchant.merchantId, own, 'payout', 'pending']);
    await app.database.asOwner(
      `INSERT INTO sandbox.payouts (merchant_id, id, app_id, transaction_id, method, amount, fee, currency, status, held_for, account_sealed, created_at)
        VALUES ($1, $2, $3, $4, 'bank_transfer', 100000, 10000, 'USD', $5::text, CASE WHEN $5 = 'held' THEN 'review' END, 'sealed', now())`,
      [shop.merchant.merchantId, id, shop.merchant.appId, own, status],
    );
  },
  payout_batches: async (id, status) => {
    await app.database.asOwner(
      `INSERT INTO sandbox.payout_batches (merchant_id, id, app_id, status, created_at, completed_at)
        VALUES ($1, $2, $3, $4::text, now(), CASE WHEN $4 <> 'processing' THEN now() END)`,
      [shop.merchant.merchantId, id, shop.merchant.appId, status],
    );
    await app.database.asOwner(
      `INSERT INTO sandbox.payout_batch_items (merchant_id, id, batch_id, position, refusal) VALUES ($1, gen_random_uuid(), $2, 1, 'NOT_FOUND')`,
      [shop.merchant.merchantId, id],
    );
  },
  agents: (id, status) =>
    app.database.asOwner(
      `INSERT INTO sandbox.agents (merchant_id, id, name, phone, status, created_at) VALUES ($1, $2, 'Corner Shop', '+263772000111', $3, now())`,
      [shop.merchant.merchantId, id, status],
    ),
  payment_links: (id, status) =>
    app.database.asOwner(
      `INSERT INTO sandbox.payment_links (merchant_id, id, app_id, slug, title, amount, currency, status, created_at, updated_at)
        VALUES ($1, $2, $3, 'slug', 'Tea', 100000, 'USD', $4, now(), now())`,
      [shop.merchant.merchantId, id, shop.merchant.appId, status],
    ),
  virtual_terminal_sessions: async (id, status) => {
    const checkout = newId();
    await insert.checkouts(checkout, 'pending');
    await app.database.asOwner(
      `INSERT INTO sandbox.virtual_terminal_sessions (merchant_id, id, app_id, slug, checkout_id, amount, currency, payment_method, status,
          expires_at, created_at) VALUES ($1, $2, $3, 'slug', $4, 100000, 'USD', 'card', $5, now(), now())`,
      [shop.merchant.merchantId, id, shop.merchant.appId, checkout, status],
    );
  },
  terminals: (id, status) =>
    app.database.asOwner(
      `INSERT INTO sandbox.terminals (merchant_id, id, serial_number, device_model, location_name, status, last_seen_at, created_at)
        VALUES ($1, $2::uuid, $2::uuid::text, 'other', 'Shop 1', $3, now(), now())`,
      [shop.merchant.merchantId, id, status],
    ),
  invoices: async (id, status) => {
    const payment = newId();
    await app.database.asOwner(insertTransaction, [
      shop.merchant.merchantId,
      payment,
      'payment',
      'completed',
    ]);
    await app.database.asOwner(
      `INSERT INTO sandbox.invoices (merchant_id, id, app_id, status, number, slug, customer_name, currency, subtotal, tax, total, due_date,
          transaction_id, created_at, updated_at, sent_at, paid_at, voided_at)
        SELECT $1, $2::uuid, $3, $4::text, CASE WHEN $4 <> 'draft' THEN $6 END, CASE WHEN $4 <> 'draft' THEN 'slug' END, 'Tariro',
          'USD', 100000, 0, 100000, '2026-01-31', CASE WHEN $4 = 'paid' THEN $5::uuid END, now(), now(),
          CASE WHEN $4 <> 'draft' THEN now() END, CASE WHEN $4 = 'paid' THEN now() END, CASE WHEN $4 = 'void' THEN now() END`,
      [shop.merchant.merchantId, id, shop.merchant.appId, status, payment, aNumber()],
    );
    await app.database.asOwner(
      `INSERT INTO sandbox.invoice_items (merchant_id, invoice_id, position, description, quantity, unit_amount, amount, tax)
        VALUES ($1, $2, 1, 'Tea', 1, 100000, 100000, 0)`,
      [shop.merchant.merchantId, id],
    );
  },
  payment_methods: async (id, status) => {
    const customer = newId();
    await app.database.asOwner(
      `INSERT INTO sandbox.customers (merchant_id, id, name, created_at, updated_at) VALUES ($1, $2, 'Rudo', now(), now())`,
      [shop.merchant.merchantId, customer],
    );
    await app.database.asOwner(
      `INSERT INTO sandbox.payment_methods (merchant_id, id, customer_id, app_id, slug, return_url, status, type, brand, last4, exp_month,
          exp_year, gateway, token_sealed, page_expires_at, created_at, activated_at, deleted_at)
        SELECT $1, $2, $3, $4, 'slug', CASE WHEN gone THEN NULL ELSE 'https://shop.example' END, $5, 'card', 'visa', '4242', 12, 2040,
          'sandbox_card', CASE WHEN $5 = 'active' THEN 'sealed' END, now(), now(), now(), CASE WHEN gone THEN now() END
        FROM (SELECT $5::text = 'deleted' AS gone) AS wanted`,
      [shop.merchant.merchantId, id, customer, shop.merchant.appId, status],
    );
  },
  plans: (id, status) => app.database.asOwner(insertPlan, [shop.merchant.merchantId, id, status]),
  subscriptions: async (id, status) => {
    const plan = newId();
    await app.database.asOwner(insertPlan, [shop.merchant.merchantId, plan, 'active']);
    await app.database.asOwner(
      `INSERT INTO sandbox.subscriptions (merchant_id, id, app_id, plan_id, status, amount, currency, interval_unit, interval_count,
          on_exhausted, customer_name, starts_at, anchor_at, next_billing_at, canceled_at, created_at, updated_at)
        SELECT $1, $2, $3, $4, $5::text, 100000, 'USD', 'month', 1, 'pause', 'Tariro', now(), now(),
          CASE WHEN $5 = 'active' THEN now() END, CASE WHEN $5 = 'canceled' THEN now() END, now(), now()`,
      [shop.merchant.merchantId, id, shop.merchant.appId, plan, status],
    );
  },
  splits: (id, status) =>
    app.database.asOwner(
      `INSERT INTO sandbox.splits (merchant_id, id, name, currency, status, created_at) VALUES ($1, $2, 'Stall', 'USD', $3, now())`,
      [shop.merchant.merchantId, id, status],
    ),
  capital_offers: (id, status) =>
    app.database.asOwner(
      `INSERT INTO sandbox.capital_offers (merchant_id, id, amount, fee, currency, holdback_basis_points, status, expires_at, created_at)
        VALUES ($1, $2, 100000, 10000, 'USD', 1000, $3, now(), now())`,
      [shop.merchant.merchantId, id, status],
    ),
  capital_advances: async (id, status) => {
    const offer = newId();
    await insert.capital_offers(offer, 'accepted');
    // There is one outstanding advance at a time.
    await app.database.asOwner('DELETE FROM sandbox.capital_advances WHERE merchant_id = $1', [
      shop.merchant.merchantId,
    ]);
    await app.database.asOwner(
      `INSERT INTO sandbox.capital_advances (merchant_id, id, offer_id, amount, fee, amount_repaid, currency, holdback_basis_points, status,
          created_at, repaid_at) VALUES ($1, $2, $3, 100000, 10000, 110000, 'USD', 1000, $4, now(), now())`,
      [shop.merchant.merchantId, id, offer, status],
    );
  },
  kyc_submissions: (id, status) =>
    app.database.asOwner(
      'INSERT INTO sandbox.kyc_submissions (merchant_id, id, tier, status, created_at) VALUES ($1, $2, 1, $3, now())',
      [shop.merchant.merchantId, id, status],
    ),
  platform_subscriptions: async (id, status) => {
    // A merchant has one.
    await app.database.asOwner('DELETE FROM sandbox.platform_subscriptions WHERE merchant_id = $1', [
      shop.merchant.merchantId,
    ]);
    await app.database.asOwner(
      `INSERT INTO sandbox.platform_subscriptions (merchant_id, id, status, anchor_at, next_invoice_at, past_due_at, restricted_at, created_at)
        VALUES ($1, $2, $3, now(), now(), CASE WHEN $3 <> 'active' THEN now() END, CASE WHEN $3 = 'restricted' THEN now() END, now())`,
      [shop.merchant.merchantId, id, status],
    );
  },
  platform_invoices: (id, status) =>
    app.database.asOwner(
      `INSERT INTO sandbox.platform_invoices (merchant_id, id, number, status, plan_name, subtotal, tax_basis_points, tax, total,
          period_start, period_end, failed_tries, created_at, paid_at)
        VALUES ($1, $2, $4::int, $3, 'Standard', 100000, 0, 0, 100000, now() - $4::int * interval '1 month', now(), 1, now(),
          CASE WHEN $3 = 'paid' THEN now() END)`,
      [shop.merchant.merchantId, id, status, Number(aNumber().slice(4))],
    ),
  reports: (id, status) =>
    app.database.asOwner(
      `INSERT INTO sandbox.reports (merchant_id, id, app_id, type, format, status, period_from, period_before, created_at, available_at, expires_at)
        VALUES ($1, $2, $3, 'fees', 'csv', $4, now(), now(), now(), CASE WHEN $4 <> 'pending' THEN now() END, CASE WHEN $4 <> 'pending' THEN now() END)`,
      [shop.merchant.merchantId, id, shop.merchant.appId, status],
    ),
};

const statuses = {
  platform_invoices: ['open', 'paid', 'past_due'],
  platform_subscriptions: ['active', 'past_due', 'restricted'],
  reports: ['pending', 'available', 'expired'],
  checkouts: ['pending', 'completed', 'failed', 'expired', 'authorized', 'voided'],
  authorizations: ['held', 'capturing', 'captured', 'refused', 'voiding', 'voided'],
  transactions: ['pending', 'completed', 'failed', 'reversed', 'authorized', 'voided'],
  refunds: ['pending', 'completed', 'failed'],
  disputes: ['warning', 'warning_closed', 'needs_response', 'under_review', 'won', 'lost'],
  payouts: ['processing', 'held', 'completed', 'failed', 'blocked', 'unclaimed', 'returned'],
  agents: ['active', 'suspended'],
  payout_batches: ['processing', 'completed', 'denied'],
  payment_links: ['active', 'paused', 'deactivated'],
  virtual_terminal_sessions: ['pending', 'paid', 'canceled', 'expired'],
  terminals: ['active', 'inactive'],
  invoices: ['draft', 'sent', 'paid', 'void'],
  payment_methods: ['pending', 'active', 'expired', 'deleted'],
  plans: ['active', 'inactive'],
  subscriptions: ['active', 'paused', 'canceled'],
  splits: ['active', 'inactive'],
  capital_offers: ['available', 'accepted', 'expired'],
  capital_advances: ['outstanding', 'repaid'],
  kyc_submissions: ['submitted', 'document_requested', 'approved', 'rejected'],
} as const;

type AnyEdge = Edge<StatusTable>;
const tables = {
  platform_invoices: platformInvoiceMoves,
  platform_subscriptions: platformSubscriptionMoves,
  reports: reportMoves,
  checkouts: checkoutMoves,
  authorizations: authorizationMoves,
  transactions: transactionMoves,
  refunds: refundMoves,
  disputes: disputeMoves,
  payouts: payoutMoves,
  payment_links: linkMoves,
  virtual_terminal_sessions: sessionMoves,
  terminals: terminalMoves,
  invoices: invoiceMoves,
  payment_methods: paymentMethodMoves,
  plans: planMoves,
  subscriptions: subscriptionMoves,
  splits: splitMoves,
  capital_offers: offerMoves,
  capital_advances: advanceMoves,
  kyc_submissions: kycMoves,
  agents: agentMoves,
  payout_batches: batchMoves,
} as const;

/** Every edge combined with every status of its table. */
const cases = (Object.keys(tables) as StatusTable[]).flatMap((table) =>
  Object.entries(tables[table] as Readonly<Record<string, AnyEdge>>).flatMap(([name, edge]) =>
    statuses[table].map((status) => ({ table, name, edge, status })),
  ),
);
const fits = ({ edge, status }: (typeof cases)[number]) => edge.from.some((from) => from === status);
const refusing = cases.filter((each) => !fits(each));

type Asked = { readonly table: StatusTable; readonly edge: AnyEdge; readonly status: string };

/** Columns that the constraints of the table require with a status. */
async function comesWith(table: StatusTable, to: string): Promise<Readonly<Record<string, unknown>>> {
  if (table !== 'invoices') return comingWith[table]?.[to] ?? {};
  if (to === 'sent') return { number: aNumber(), slug: 'slug', sent_at: new Date() };
  if (to === 'void') return { voided_at: new Date() };
  const transaction_id = newId();
  await insert.transactions(transaction_id, 'completed');
  return { transaction_id, paid_at: new Date() };
}

const now = new Date();
const notHeld = { held_for: null };

/** Columns that follow from the status alone. */
const comingWith: Readonly<
  Partial<Record<StatusTable, Readonly<Record<string, Readonly<Record<string, unknown>>>>>>
> = {
  authorizations: {
    capturing: { captured_amount: 60_000n, asked_at: now },
    captured: { ended_at: now },
    refused: { ended_at: now },
    voiding: { void_reason: 'requested', asked_at: now },
    voided: { ended_at: now },
  },
  disputes: {
    warning_closed: { resolution: 'lapsed', resolved_at: now },
    needs_response: { opened_at: now, resolution: null, resolved_at: null },
    under_review: { submitted_at: now },
    won: { resolution: 'decided', resolved_at: now },
    lost: { resolution: 'decided', resolved_at: now },
  },
  payouts: {
    processing: notHeld,
    held: { held_for: 'review' },
    completed: notHeld,
    failed: notHeld,
    blocked: notHeld,
    unclaimed: notHeld,
    returned: notHeld,
  },
  payout_batches: { completed: { completed_at: now }, denied: { completed_at: now } },
  // Only an active card has a token, and a deleted one has no return URL.
  payment_methods: {
    active: { token_sealed: 'sealed' },
    expired: { token_sealed: null },
    deleted: { token_sealed: null, return_url: null, deleted_at: now },
  },
  subscriptions: {
    active: { next_billing_at: now, canceled_at: null },
    paused: { next_billing_at: null, canceled_at: null },
    canceled: { next_billing_at: null, canceled_at: now },
  },
  platform_invoices: { paid: { paid_at: now }, open: { paid_at: null }, past_due: { paid_at: null } },
  platform_subscriptions: {
    active: { past_due_at: null, restricted_at: null },
    past_due: { past_due_at: now, restricted_at: null },
    restricted: { past_due_at: now, restricted_at: now },
  },
  reports: {
    available: { available_at: now, expires_at: now },
    expired: { available_at: now, expires_at: now },
  },
};

async function moved({ table, edge, status }: Asked) {
  const id = newId();
  await insert[table](id, status);
  const set = await comesWith(table, edge.to);
  const row = await asMerchant((act) => move(act, table, id, edge, { set })).catch((error: unknown) => error);
  return { id, row, ...(await leftOf(table, id)) };
}

async function leftOf(table: StatusTable, id: string) {
  const [row] = await app.database.asOwner(`SELECT status FROM sandbox.${table} WHERE id = $1`, [id]);
  const notes = await app.database.asOwner(
    'SELECT resource, from_status, to_status FROM sandbox.status_changes WHERE resource_id = $1',
    [id],
  );
  const resource = table === 'kyc_submissions' ? shop.merchant.merchantId : id;
  const events = await app.database.asOwner('SELECT type FROM sandbox.events WHERE resource_id = $1', [
    resource,
  ]);
  await app.database.asOwner('DELETE FROM sandbox.events WHERE resource_id = $1', [resource]);
  return { status: row?.['status'], notes, events: events.map(({ type }) => type) };
}

describe('a move', () => {
  it.each(Object.entries(statuses))('is tried from every status of %s', async (table, tried) => {
    const [rule] = await app.database.asOwner(
      `SELECT pg_get_constraintdef(oid) AS text FROM pg_constraint
        WHERE conrelid = $1::regclass AND pg_get_constraintdef(oid) LIKE 'CHECK ((status = ANY%'`,
      [`sandbox.${table}`],
    );
    const allowed = [...String(rule?.['text']).matchAll(/'(\w+)'/g)].map(([, status = '']) => status);

    expect(tried.toSorted()).toEqual(allowed.toSorted());
  });

  it.each(cases.filter(fits))(
    '$table: $name from $status is made and noted, and records its event',
    async (asked) => {
      const { table, edge, status } = asked;

      const made = await moved(asked);

      expect(made).toMatchObject({
        row: { id: made.id, status: edge.to },
        status: edge.to,
        notes: [{ resource: table, from_status: status, to_status: edge.to }],
        events: 'event' in edge ? [edge.event] : [],
      });
    },
  );

  it.each(refusing.filter(({ edge }) => edge.otherwise === 'skip'))(
    '$table: $name from $status does nothing',
    async (asked) => {
      const made = await moved(asked);

      expect(made).toMatchObject({ row: undefined, status: asked.status, notes: [], events: [] });
    },
  );

  it.each(refusing.filter(({ edge }) => edge.otherwise !== 'skip'))(
    '$table: $name from $status is refused with $edge.otherwise',
    async (asked) => {
      const made = await moved(asked);

      const { status, edge } = asked;
      expect(made).toMatchObject({
        row: { code: edge.otherwise, details: { status } },
        status,
        notes: [],
        events: [],
      });
    },
  );

  it('is refused with NOT_FOUND when there is no such row', async () => {
    const moving = asMerchant((act) => move(act, 'checkouts', newId(), checkoutMoves.abort));

    await expect(moving).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('is refused with NOT_FOUND when the row is another merchant’s', async () => {
    const { checkout_id } = await shop.card();
    const stranger = await app.aMerchant();
    const ctx = app.service.contexts.sandbox;
    const id = checkout_id.replace('chk_', '');

    const moving = inTransaction(ctx.db, stranger.merchantId, (tx) =>
      move(
        { ctx, tx, merchant: { id: stranger.merchantId, clockOffsetMs: 0 } },
        'checkouts',
        id,
        checkoutMoves.abort,
      ),
    );

    await expect(moving).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('runs its effect before its event, and is rolled back when the effect fails', async () => {
    const id = newId();
    await insert.transactions(id, 'pending');
    const seen: unknown[] = [];

    const moving = asMerchant((act) =>
      move(act, 'transactions', id, transactionMoves.capture, {
        set: { fee: 3500n },
        effect: (row) => {
          seen.push(row.status, row.fee);
          return Promise.reject(new Error('no money moved'));
        },
      }),
    );

    await expect(moving).rejects.toThrow('no money moved');
    expect(seen).toEqual(['completed', 3500n]);
    expect(await leftOf('transactions', id)).toEqual({ status: 'pending', notes: [], events: [] });
  });

  it('is made once when ten are tried at once', async () => {
    const id = newId();
    await insert.transactions(id, 'pending');

    const rows = await Promise.all(
      Array.from({ length: 10 }, () =>
        asMerchant((act) => move(act, 'transactions', id, transactionMoves.decline)),
      ),
    );

    expect(rows.filter((row) => row !== undefined)).toHaveLength(1);
    expect((await leftOf('transactions', id)).events).toEqual(['payment.capture.declined']);
  });
});
