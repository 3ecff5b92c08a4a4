import { sql } from 'kysely';
import type { MerchantId } from '../../../../engine/principal.ts';
import type { Db } from '../../../../platform/db/database.ts';
import type { Currency } from '../../amounts/currency.ts';
import type { SeenMovement } from './queries.ts';
import type { SourcedMovement } from './sources.ts';

/** One balance that the merchant sees. */
export type ShownAccount = {
  readonly bucket: 'available' | 'pending' | 'reserve';
  readonly currency: Currency;
};

export type BalanceSum = {
  /** What was posted before these entries; zero from the first one on. */
  readonly before: bigint;
  readonly beforeNumber: bigint | null;
  readonly kinds: readonly {
    readonly movement: SeenMovement;
    readonly entries: bigint;
    readonly amount: bigint;
  }[];
  /** The balance now, or with `upTo` after the last of these entries, as the ledger has stored it. */
  readonly after: bigint;
  readonly last: { readonly number: bigint; readonly at: Date } | null;
};

type Row = {
  readonly movement: SeenMovement;
  readonly entries: bigint;
  readonly amount: bigint;
  readonly first: bigint;
  readonly opening: bigint;
  readonly last: bigint;
  readonly last_at: Date;
  readonly closing: bigint;
  readonly stored: bigint;
  readonly is_first: boolean;
};

/**
 * The newest entries of one balance, at most `most`, added up by kind; and what the balance was before and after them.
 *
 * @param upTo only entries of journals up to this number; undefined: up to now
 */
export async function sumEntries(
  db: Db,
  merchantId: MerchantId,
  { bucket, currency }: ShownAccount,
  { upTo, most }: { readonly upTo: bigint | undefined; readonly most: number },
): Promise<BalanceSum> {
  const { rows } = await sql<Row>`
    WITH newest AS MATERIALIZED (
      SELECT number, amount, balance_after FROM ledger_entries
      WHERE merchant_id = ${merchantId} AND code = ${bucket} AND currency = ${currency} AND number <= ${upTo ?? 2n ** 63n - 1n}
      ORDER BY number DESC LIMIT ${most}),
    named AS (
      SELECT n.*, j.movement, j.effective_at FROM newest n CROSS JOIN LATERAL (
        SELECT movement, effective_at FROM ledger_journals j WHERE j.merchant_id = ${merchantId} AND j.number = n.number LIMIT 1) j),
    ends AS (
      SELECT min(number) AS first, max(number) AS last, (array_agg(balance_after - amount ORDER BY number))[1] AS opening,
        (array_agg(balance_after ORDER BY number DESC))[1] AS closing, (array_agg(effective_at ORDER BY number DESC))[1] AS last_at
      FROM named)
    SELECT movement, count(*) AS entries, sum(amount)::bigint AS amount, ends.*, NOT EXISTS (
        SELECT FROM ledger_entries e WHERE e.merchant_id = ${merchantId} AND e.code = ${bucket} AND e.currency = ${currency}
          AND e.number < ends.first) AS is_first, (
        SELECT balance FROM ledger_balances b WHERE b.merchant_id = ${merchantId} AND b.code = ${bucket} AND b.currency = ${currency})::bigint AS stored
    FROM named, ends GROUP BY movement, first, last, opening, closing, last_at ORDER BY movement`.execute(db);
  const [row] = rows;
  if (!row) return { before: 0n, beforeNumber: null, kinds: [], after: 0n, last: null };
  return {
    before: row.opening,
    beforeNumber: row.is_first ? null : row.first,
    kinds: rows.map(({ movement, entries, amount }) => ({ movement, entries, amount })),
    after: upTo === undefined ? row.stored : row.closing,
    last: { number: row.last, at: row.last_at },
  };
}

export type JournalLine = {
  readonly number: bigint;
  readonly movement: SourcedMovement;
  readonly code: string;
  readonly currency: Currency;
  readonly amount: bigint;
  readonly effective_at: Date;
};

/**
 * The shares of partners and the repayments of an advance that were taken of a payment, when it was settled for one of these sources:
 * the payment itself, or its refunds and disputes. They are the sources of lines of their own.
 */
export async function findTakenOf(
  db: Db,
  merchantId: MerchantId,
  paymentId: string,
  sources: readonly string[],
): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM split_settlements
    WHERE merchant_id = ${merchantId} AND transaction_id = ${paymentId} AND source_id = ANY (${[...sources]}::uuid[])
    UNION ALL
    SELECT id FROM capital_repayments
    WHERE merchant_id = ${merchantId} AND transaction_id = ${paymentId} AND ${paymentId} = ANY (${[...sources]}::uuid[])`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/**
 * The lines that were posted for some sources, oldest first. If there are more than `most` journals, those of the newest. The names of
 * the movements let the search use an index.
 */
export async function findJournalLines(
  db: Db,
  merchantId: MerchantId,
  about: {
    readonly movements: readonly SourcedMovement[];
    readonly sources: readonly string[];
    readonly most: number;
  },
): Promise<readonly JournalLine[]> {
  const { movements, sources, most } = about;
  const { rows } = await sql<JournalLine>`
    SELECT j.number, j.movement, e.code, e.currency, e.amount, j.effective_at
    FROM (SELECT * FROM ledger_journals WHERE merchant_id = ${merchantId} AND movement = ANY (${[...movements]}::text[])
        AND source_id = ANY (${[...sources]}::uuid[]) ORDER BY number DESC LIMIT ${most}) j
      CROSS JOIN LATERAL (SELECT * FROM ledger_entries e WHERE e.merchant_id = ${merchantId} AND e.number = j.number LIMIT 40) e
    ORDER BY j.number, e.amount, e.code`.execute(db);
  return rows;
}
