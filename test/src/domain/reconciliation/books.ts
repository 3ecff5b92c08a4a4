import { Client } from 'pg';
import type { Statement, StatementLine } from '../../../../src/domain/money/gateways/statement.ts';
import { newId } from '../../../../src/platform/ids.ts';
import type { TestDatabase } from '../../../support/service/database.ts';

/** What happened at a provider, as the ledger has it. The amount is as a statement has it: positive came in. */
export type Booked = {
  readonly movement:
    | 'payment.captured'
    | 'payment.unwanted'
    | 'refund.completed'
    | 'payout.completed'
    | 'payout.returned'
    | 'dispute.lost'
    | 'dispute.reinstated';
  readonly merchant: string;
  readonly number: bigint;
  /** Of the payment, refund, payout or dispute. */
  readonly sourceId: string;
  readonly transactionId: string;
  /** Of a refund or a dispute. */
  readonly paymentId: string;
  readonly gateway: string;
  readonly gatewayReference: string | null;
  readonly amount: bigint;
  readonly currency: string;
  readonly day: string;
};

const numbers = new Map<string, bigint>();

/** Something that was booked; each merchant's journals are numbered from 1. */
export function booked(about: Partial<Booked> & Pick<Booked, 'gateway' | 'merchant'>): Booked {
  const number = (numbers.get(about.merchant) ?? 0n) + 1n;
  numbers.set(about.merchant, number);
  const movement = about.movement ?? 'payment.captured';
  const sourceId = newId();
  const isOwn = movement.startsWith('payment.');
  const isOut = /^refund|dispute\.lost|payout\.completed/.test(movement);
  const amount = about.amount ?? 100_000n;
  return {
    movement,
    number,
    sourceId,
    transactionId: isOwn ? sourceId : newId(),
    paymentId: isOwn ? sourceId : newId(),
    gatewayReference: `ref-${sourceId}`,
    currency: 'USD',
    day: '2026-03-02',
    ...about,
    amount: isOut && amount > 0n ? -amount : amount,
  };
}

const kindOf = ({ movement }: Booked): StatementLine['kind'] =>
  movement.startsWith('dispute.') || movement === 'payout.returned'
    ? 'return'
    : movement.startsWith('payout')
      ? 'payout'
      : movement.startsWith('refund')
        ? 'refund'
        : 'payment';

let lines = 0;

/** A line that states what was booked, unless it is told otherwise. */
export function stating(of: Booked, about: Partial<StatementLine> = {}): StatementLine {
  lines += 1;
  return {
    line: `entry-${lines}`,
    reference: of.sourceId,
    gatewayReference: null,
    kind: kindOf(of),
    amount: of.amount,
    currency: of.currency,
    bookedOn: of.day,
    ...about,
  };
}

export function aStatement(about: Partial<Statement> & Pick<Statement, 'from'>): Statement {
  lines += 1;
  return {
    id: `statement-${lines}`,
    currency: 'USD',
    to: about.from,
    opening: null,
    closing: null,
    lines: [],
    ...about,
  };
}

/**
 * Writes them as rows, without triggers, so that a million take a minute. Only what reconciliation reads is right: the ledger's own
 * tests are about the rest.
 */
export async function writeBooks(
  database: TestDatabase,
  all: readonly Booked[],
  mode: 'sandbox' | 'live' = 'sandbox',
): Promise<void> {
  const client = new Client({ connectionString: database.url });
  await client.connect();
  try {
    for (let at = 0; at < all.length; at += 20_000) await writePage(client, mode, all.slice(at, at + 20_000));
  } finally {
    await client.end();
  }
}

async function writePage(client: Client, mode: string, page: readonly Booked[]): Promise<void> {
  const column = (of: (row: Booked) => unknown) => page.map(of);
  await client.query('BEGIN');
  await client.query('SET LOCAL session_replication_role = replica');
  await client.query(`SET LOCAL search_path = ${mode}`);
  await client.query(
    `CREATE TEMP TABLE booked (merchant uuid, number bigint, movement text, source uuid, txn uuid, payment uuid, gateway text, ref text, amount bigint, currency text, day date) ON COMMIT DROP`,
  );
  await client.query(
    `INSERT INTO booked SELECT * FROM unnest($1::uuid[], $2::bigint[], $3::text[], $4::uuid[], $5::uuid[], $6::uuid[], $7::text[], $8::text[], $9::bigint[], $10::text[], $11::date[])`,
    [
      column(({ merchant }) => merchant),
      column(({ number }) => number),
      column(({ movement }) => movement),
      column(({ sourceId }) => sourceId),
      column(({ transactionId }) => transactionId),
      column(({ paymentId }) => paymentId),
      column(({ gateway }) => gateway),
      column(({ gatewayReference }) => gatewayReference),
      column(({ amount }) => amount),
      column(({ currency }) => currency),
      column(({ day }) => day),
    ],
  );
  await client.query(statements);
}

const statements = `
  INSERT INTO transactions (merchant_id, id, type, status, amount, currency, gateway, gateway_reference, reference, source_type, source_id, parent_id, created_at, completed_at)
    SELECT merchant, txn, split_part(movement, '.', 1), 'completed', abs(amount), currency, gateway, ref, source, 'checkout', source, NULL, day, day + interval '12 hours'
    FROM booked WHERE movement NOT IN ('payout.returned', 'dispute.lost', 'dispute.reinstated');
  INSERT INTO refunds (merchant_id, id, transaction_id, payment_id, amount, currency, status, fee_share, reserve_share, created_at)
    SELECT merchant, source, txn, payment, abs(amount), currency, 'completed', 0, 0, day FROM booked WHERE movement = 'refund.completed';
  INSERT INTO disputes (merchant_id, id, transaction_id, gateway_reference, amount, currency, reason, status, resolution, evidence_due_at, created_at, opened_at, resolved_at)
    SELECT merchant, source, payment, source, abs(amount), currency, 'other', 'lost', 'decided', day, day, day, day FROM booked WHERE movement = 'dispute.lost';
  INSERT INTO payouts (merchant_id, id, app_id, transaction_id, method, amount, fee, currency, status, account_sealed, created_at)
    SELECT merchant, source, merchant, txn, 'bank_transfer', abs(amount), 0, currency, 'completed', 'sealed', day FROM booked WHERE movement = 'payout.completed';
  INSERT INTO ledger_journals (merchant_id, number, movement, source_id, effective_at)
    SELECT merchant, number, movement, source, day + interval '12 hours' FROM booked;
  INSERT INTO ledger_entries (merchant_id, number, code, currency, amount, balance_after)
    SELECT merchant, number, CASE WHEN movement LIKE 'payout.%' THEN 'payout_clearing' ELSE 'gateway_clearing' END, currency, -amount, 0 FROM booked
    UNION ALL SELECT merchant, number, 'fees', currency, amount, 0 FROM booked;
  COMMIT`;
