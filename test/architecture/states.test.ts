import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import openapi from '../../generated/openapi.json' with { type: 'json' };
import { invoiceMoves } from '../../src/domain/billing/invoices/states.ts';
import { planMoves } from '../../src/domain/billing/plans/states.ts';
import {
  platformInvoiceMoves,
  platformSubscriptionMoves,
} from '../../src/domain/billing/platform-billing/states.ts';
import { reportMoves } from '../../src/domain/billing/reports/states.ts';
import { subscriptionMoves } from '../../src/domain/billing/subscriptions/states.ts';
import { kycMoves } from '../../src/domain/merchants/onboarding/states.ts';
import { advanceMoves, offerMoves } from '../../src/domain/money/capital/states.ts';
import { splitMoves } from '../../src/domain/money/splits/states.ts';
import { paymentMethodMoves } from '../../src/domain/payers/payment-methods/states.ts';
import { authorizationMoves, checkoutMoves } from '../../src/domain/payments/checkouts/states.ts';
import { disputeMoves } from '../../src/domain/payments/disputes/states.ts';
import { linkMoves } from '../../src/domain/payments/payment-links/states.ts';
import { refundMoves } from '../../src/domain/payments/refunds/states.ts';
import { terminalMoves } from '../../src/domain/payments/terminals/states.ts';
import { transactionMoves } from '../../src/domain/payments/transactions/states.ts';
import { sessionMoves } from '../../src/domain/payments/virtual-terminal/states.ts';
import { agentMoves } from '../../src/domain/payouts/agents/states.ts';
import { batchMoves } from '../../src/domain/payouts/batches/states.ts';
import { payoutMoves } from '../../src/domain/payouts/payouts/states.ts';
import type { StatusTable } from '../../src/engine/states/queries.ts';

const root = resolve(import.meta.dirname, '../..');

type Edge = {
  readonly from: readonly string[];
  readonly to: string;
  readonly otherwise: string;
  readonly event?: string;
};
type Machine = {
  readonly file: string;
  readonly moves: Readonly<Record<string, Edge>>;
  readonly initial: string;
  /** Every edge that is allowed, its event, and the refusal of a caller who asks for it from another status. */
  readonly edges: readonly string[];
  /** What the contract shows. */
  readonly shown: readonly string[];
  /** Reached by operations that are not there yet. May only shrink. */
  readonly later: readonly string[];
};

const { schemas } = openapi.components;

const machines: Readonly<Record<StatusTable, Machine>> = {
  platform_invoices: {
    file: 'src/domain/billing/platform-billing/states.ts',
    moves: platformInvoiceMoves,
    initial: 'open',
    edges: ['open → paid', 'past_due → paid', 'open → past_due, billing.invoice.payment-failed'],
    shown: schemas.PlatformInvoiceStatus.enum,
    later: [],
  },
  platform_subscriptions: {
    file: 'src/domain/billing/platform-billing/states.ts',
    moves: platformSubscriptionMoves,
    initial: 'active',
    edges: ['active → past_due', 'past_due → restricted', 'past_due → active', 'restricted → active'],
    // `not_started` is shown while there is no row.
    shown: schemas.PlatformSubscriptionStatus.enum.filter((status) => status !== 'not_started'),
    later: [],
  },
  reports: {
    file: 'src/domain/billing/reports/states.ts',
    moves: reportMoves,
    initial: 'pending',
    edges: ['pending → available, reporting.report.available', 'available → expired'],
    shown: schemas.ReportStatus.enum,
    later: [],
  },
  checkouts: {
    file: 'src/domain/payments/checkouts/states.ts',
    moves: checkoutMoves,
    initial: 'pending',
    edges: [
      'pending → completed, payment.order.approved',
      'expired → completed, payment.order.approved',
      'pending → authorized, payment.order.approved',
      'authorized → completed',
      'authorized → voided, payment.order.voided',
      'pending → failed',
      'authorized → failed',
      'pending → failed, payment.order.cancelled, else CHECKOUT_NOT_PENDING',
      'pending → expired, payment.order.voided',
    ],
    shown: schemas.CheckoutStatusValue.enum,
    later: [],
  },
  authorizations: {
    file: 'src/domain/payments/checkouts/states.ts',
    moves: authorizationMoves,
    initial: 'held',
    edges: [
      'held → capturing',
      'capturing → captured',
      'capturing → refused',
      'held → voiding',
      'voiding → voided, payment.authorization.voided',
    ],
    shown: schemas.AuthorizationStatus.enum,
    later: [],
  },
  transactions: {
    file: 'src/domain/payments/transactions/states.ts',
    moves: transactionMoves,
    initial: 'pending',
    edges: [
      'pending → completed, payment.capture.completed',
      'authorized → completed, payment.capture.completed',
      'pending → failed, payment.capture.declined',
      'authorized → failed, payment.capture.declined',
      'pending → authorized, payment.capture.authorized',
      'authorized → voided',
      'pending → voided',
      'failed → voided',
      'pending → reversed, payment.capture.reversed',
      'failed → reversed, payment.capture.reversed',
      'completed → reversed, payment.capture.reversed',
      'pending → completed',
      'pending → failed',
      'pending → failed',
      'completed → reversed',
    ],
    shown: schemas.TransactionStatus.enum,
    later: [],
  },
  refunds: {
    file: 'src/domain/payments/refunds/states.ts',
    moves: refundMoves,
    initial: 'pending',
    edges: ['pending → completed, payment.refund.completed', 'pending → failed, payment.refund.failed'],
    shown: schemas.RefundStatus.enum,
    later: [],
  },
  disputes: {
    file: 'src/domain/payments/disputes/states.ts',
    moves: disputeMoves,
    initial: 'warning',
    edges: [
      'warning → needs_response, customer.dispute.created',
      'warning_closed → needs_response, customer.dispute.created',
      'warning → warning_closed, customer.dispute.updated',
      'needs_response → under_review, customer.dispute.evidence-submitted, else DISPUTE_CLOSED',
      'needs_response → won, customer.dispute.resolved',
      'under_review → won, customer.dispute.resolved',
      'needs_response → lost, customer.dispute.resolved',
      'under_review → lost, customer.dispute.resolved',
    ],
    shown: schemas.DisputeStatus.enum,
    later: [],
  },
  payouts: {
    file: 'src/domain/payouts/payouts/states.ts',
    moves: payoutMoves,
    initial: 'processing',
    edges: [
      'processing → completed, payment.payout-item.succeeded',
      'processing → failed, payment.payout-item.failed',
      'processing → held, payment.payout-item.held',
      'held → processing',
      'held → blocked, payment.payout-item.blocked',
      'processing → unclaimed, payment.payout-item.unclaimed',
      'completed → returned, payment.payout-item.returned',
    ],
    shown: schemas.PayoutStatus.enum,
    later: [],
  },
  payout_batches: {
    file: 'src/domain/payouts/batches/states.ts',
    moves: batchMoves,
    initial: 'processing',
    edges: [
      'processing → completed, payment.payout-batch.success',
      'processing → denied, payment.payout-batch.denied',
    ],
    shown: schemas.PayoutBatchStatus.enum,
    later: [],
  },
  agents: {
    file: 'src/domain/payouts/agents/states.ts',
    moves: agentMoves,
    initial: 'active',
    edges: [
      'active → suspended, agent.suspended, else AGENT_SUSPENDED',
      'suspended → active, agent.re-activated, else AGENT_NOT_SUSPENDED',
    ],
    shown: schemas.AgentStatus.enum,
    later: [],
  },
  payment_methods: {
    file: 'src/domain/payers/payment-methods/states.ts',
    moves: paymentMethodMoves,
    initial: 'pending',
    edges: [
      'pending → active, vault.payment-token.created',
      'pending → expired',
      'active → expired',
      'pending → deleted, vault.payment-token.deleted',
      'active → deleted, vault.payment-token.deleted',
      'expired → deleted, vault.payment-token.deleted',
    ],
    shown: schemas.PaymentMethodStatus.enum,
    later: [],
  },
  payment_links: {
    file: 'src/domain/payments/payment-links/states.ts',
    moves: linkMoves,
    initial: 'active',
    edges: [
      'paused → active',
      'deactivated → active',
      'active → paused',
      'active → deactivated',
      'paused → deactivated',
    ],
    // These two come by themselves: the clock and the payers make them, no move does.
    shown: schemas.PaymentLinkStatus.enum.filter((status) => !['exhausted', 'expired'].includes(status)),
    later: [],
  },
  virtual_terminal_sessions: {
    file: 'src/domain/payments/virtual-terminal/states.ts',
    moves: sessionMoves,
    initial: 'pending',
    edges: ['pending → paid', 'pending → canceled', 'pending → expired'],
    shown: schemas.VirtualTerminalSessionStatus.enum,
    later: [],
  },
  terminals: {
    file: 'src/domain/payments/terminals/states.ts',
    moves: terminalMoves,
    initial: 'active',
    edges: ['inactive → active', 'active → inactive'],
    // The contract lists active readers only and has no field for their status.
    shown: ['active', 'inactive'],
    later: [],
  },
  invoices: {
    file: 'src/domain/billing/invoices/states.ts',
    moves: invoiceMoves,
    initial: 'draft',
    edges: [
      'draft → sent, invoicing.invoice.sent, else INVOICE_NOT_DRAFT',
      'sent → paid, invoicing.invoice.paid',
      'draft → void, invoicing.invoice.cancelled, else INVOICE_NOT_VOIDABLE',
      'sent → void, invoicing.invoice.cancelled, else INVOICE_NOT_VOIDABLE',
    ],
    shown: schemas.InvoiceStatus.enum,
    later: [],
  },
  plans: {
    file: 'src/domain/billing/plans/states.ts',
    moves: planMoves,
    initial: 'active',
    edges: ['inactive → active, billing.plan.activated', 'active → inactive, billing.plan.deactivated'],
    shown: schemas.SubscriptionPlanStatus.enum,
    later: [],
  },
  subscriptions: {
    file: 'src/domain/billing/subscriptions/states.ts',
    moves: subscriptionMoves,
    initial: 'active',
    edges: [
      'active → paused, billing.subscription.suspended, else SUBSCRIPTION_NOT_ACTIVE',
      'paused → active, billing.subscription.re-activated, else SUBSCRIPTION_NOT_PAUSED',
      'active → canceled, billing.subscription.cancelled, else SUBSCRIPTION_CANCELED',
      'paused → canceled, billing.subscription.cancelled, else SUBSCRIPTION_CANCELED',
      'active → paused, billing.subscription.suspended',
      'active → canceled, billing.subscription.cancelled',
      'active → canceled, billing.subscription.cancelled',
      'active → canceled, billing.subscription.expired',
    ],
    shown: schemas.SubscriptionStatus.enum,
    later: [],
  },
  splits: {
    file: 'src/domain/money/splits/states.ts',
    moves: splitMoves,
    initial: 'active',
    edges: ['active → inactive'],
    shown: schemas.SplitStatus.enum,
    later: [],
  },
  capital_offers: {
    file: 'src/domain/money/capital/states.ts',
    moves: offerMoves,
    initial: 'available',
    edges: ['available → accepted, else OFFER_NOT_AVAILABLE', 'available → expired'],
    shown: schemas.CapitalOfferStatus.enum,
    later: [],
  },
  capital_advances: {
    file: 'src/domain/money/capital/states.ts',
    moves: advanceMoves,
    initial: 'outstanding',
    edges: ['outstanding → repaid, capital.repaid'],
    shown: schemas.CapitalAdvanceStatus.enum,
    later: [],
  },
  kyc_submissions: {
    file: 'src/domain/merchants/onboarding/states.ts',
    moves: kycMoves,
    initial: 'submitted',
    edges: [
      'submitted → approved, merchant.onboarding.kyc-approved',
      'submitted → rejected, merchant.onboarding.kyc-rejected',
      'document_requested → rejected, merchant.onboarding.kyc-rejected',
      'submitted → document_requested, merchant.onboarding.document-requested',
      'document_requested → submitted, merchant.onboarding.submitted',
    ],
    // Of a merchant who never submitted anything there is no row.
    shown: schemas.KycStatus.enum.filter((status) => status !== 'none'),
    later: [],
  },
};

const migrations = globSync('src/platform/db/migrations/mode/*.sql', { cwd: root })
  .map((file) => readFileSync(join(root, file), 'utf8'))
  .join('\n');

/** The statuses that a table allows, by the last statement that says so. */
function allowedIn(table: string): string[] {
  const statements = new RegExp(`(?:CREATE TABLE ${table} \\(|ALTER TABLE ${table}\\s)[\\s\\S]*?;`, 'g');
  const lists = [...migrations.matchAll(statements)].flatMap(([text]) => [
    ...text.matchAll(/CHECK \(status IN \(([^)]*)\)\)/g),
  ]);
  const list = lists.at(-1)?.[1] ?? '';
  return [...list.matchAll(/'(\w+)'/g)].map(([, status = '']) => status);
}

it('knows every table of moves', () => {
  const files = globSync('src/**/states.ts', { cwd: root }).toSorted();

  expect(files).toEqual([...new Set(Object.values(machines).map(({ file }) => file))].toSorted());
});

describe.each(Object.entries(machines))('the states of %s', (table, machine) => {
  const { moves, initial, shown, later, edges: allowed } = machine;
  const edges = Object.values(moves);
  const reached = new Set([initial, ...edges.map(({ to }) => to)]);

  it('change by these edges and no other', () => {
    const lines = edges.flatMap(({ from, to, otherwise, event }) =>
      from.map((status) =>
        [`${status} → ${to}`, event, otherwise === 'skip' ? undefined : `else ${otherwise}`]
          .filter((part) => part !== undefined)
          .join(', '),
      ),
    );

    expect(lines).toEqual(allowed);
  });

  it('are those of the contract and of the table', () => {
    expect(allowedIn(table).toSorted()).toEqual(shown.toSorted());
  });

  it('are initial or reached by a move, but those whose operation is not there yet', () => {
    expect(shown.filter((status) => !reached.has(status))).toEqual(later);
  });

  it('have no move out of a state that no move leads to', () => {
    expect(edges.flatMap(({ from }) => from).filter((status) => !reached.has(status))).toEqual([]);
  });

  it('change with every move', () => {
    expect(edges.filter(({ from, to }) => from.length === 0 || from.includes(to))).toEqual([]);
  });
});
