import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import { isSpread } from '../../../platform/db/together/spread.ts';
import { detailsOfJ, fences, fencesFor } from './details-queries.ts';

/**
 * The movements that a provider states, since they change what it owes the service. The partial indexes of the ledger name the same
 * ones, and PostgreSQL uses them only for a query that does.
 */
const clearing = sql`('payment.captured', 'payment.unwanted', 'refund.completed', 'payout.completed', 'payout.returned', 'dispute.lost', 'dispute.reinstated')`;

/** Which journal of whose ledger. */
export type JournalKey = { readonly merchant: string; readonly number: bigint };

/** A journal as a provider states it. Positive: money that came in. */
export type Clearing = JournalKey & {
  readonly movement: string;
  readonly sourceId: string;
  readonly transactionId: string;
  readonly gateway: string;
  readonly amount: bigint;
  readonly currency: string;
  readonly day: string;
};

type Row = {
  merchant_id: string;
  number: bigint;
  movement: string;
  source_id: string;
  transaction_id: string;
  gateway: string;
  amount: bigint;
  currency: string;
  day: string;
};

const seen = (row: Row): Clearing => ({
  merchant: row.merchant_id,
  number: row.number,
  movement: row.movement,
  sourceId: row.source_id,
  transactionId: row.transaction_id,
  gateway: row.gateway,
  amount: row.amount,
  currency: row.currency,
  day: row.day,
});

/** These journals. */
export async function findClearingAcrossMerchants(
  db: Db,
  keys: readonly JournalKey[],
): Promise<readonly Clearing[]> {
  if (keys.length === 0) return [];
  const fenced = await fencesFor(db);
  const { rows } = await sql<Row>`
    WITH j AS ${fenced.whole} (SELECT j.* FROM unnest(${keys.map(({ merchant }) => merchant)}::uuid[],
      ${keys.map(({ number }) => number)}::bigint[]) AS w (merchant_id, number)
      JOIN LATERAL (SELECT * FROM ledger_journals o WHERE o.merchant_id = w.merchant_id AND o.number = w.number ${fenced.once}) j ON true)
    ${detailsOfJ(fenced)}`.execute(db);
  return rows.map(seen);
}

/** Journals of these payments, refunds, payouts or disputes, whoever's they are. */
export async function findBySourceAcrossMerchants(
  db: Db,
  sourceIds: readonly string[],
): Promise<readonly Clearing[]> {
  if (sourceIds.length === 0) return [];
  // Read first: joined with the rest, the journals would not be looked up by their source on each node.
  if (await isSpread(db))
    return await findClearingAcrossMerchants(db, await findKeysOfAcrossMerchants(db, sourceIds));
  const { rows } = await sql<Row>`
    WITH j AS MATERIALIZED (SELECT j.* FROM unnest(${sourceIds}::uuid[]) AS w (id)
      JOIN LATERAL (SELECT * FROM ledger_journals o WHERE o.source_id = w.id AND o.movement IN ${clearing} OFFSET 0) j ON true)
    ${detailsOfJ(fences)}`.execute(db);
  return rows.map(seen);
}

async function findKeysOfAcrossMerchants(
  db: Db,
  sourceIds: readonly string[],
): Promise<readonly JournalKey[]> {
  const { rows } = await sql<JournalKey>`
    SELECT merchant_id AS merchant, number FROM ledger_journals
    WHERE source_id = ANY (${sourceIds}::uuid[]) AND movement IN ${clearing}`.execute(db);
  return rows;
}

/** Whose transaction. */
export type TransactionKey = { readonly merchant: string; readonly id: string };

/** The transactions that a gateway knows by these references. */
export async function findByGatewayReferenceAcrossMerchants(
  db: Db,
  gateway: string,
  references: readonly string[],
): Promise<readonly (TransactionKey & { readonly reference: string })[]> {
  if (references.length === 0) return [];
  const { rows } = await sql<{ merchant_id: string; id: string; gateway_reference: string }>`
    SELECT merchant_id, id, gateway_reference FROM transactions
    WHERE gateway = ${gateway} AND gateway_reference = ANY (${references}::text[]) AND gateway_reference IS NOT NULL`.execute(
    db,
  );
  return rows.map(({ merchant_id: merchant, id, gateway_reference: reference }) => ({
    merchant,
    id,
    reference,
  }));
}

/**
 * What is booked by itself, refunds, lost disputes and payouts of these transactions; each with the transaction that led to it. A refund
 * is found by its payment and by the transaction of its own.
 */
export async function findSourcesOfAcrossMerchants(
  db: Db,
  transactions: readonly TransactionKey[],
): Promise<readonly { readonly of: string; readonly sourceId: string }[]> {
  if (transactions.length === 0) return [];
  const fenced = await fencesFor(db);
  const { rows } = await sql<{ of: string; source_id: string }>`
    WITH w AS MATERIALIZED (SELECT * FROM unnest(${transactions.map(({ merchant }) => merchant)}::uuid[],
      ${transactions.map(({ id }) => id)}::uuid[]) AS w (merchant_id, id))
    SELECT w.id AS of, s.id AS source_id FROM w JOIN LATERAL (SELECT r.id FROM refunds r
      WHERE r.merchant_id = w.merchant_id AND r.payment_id = w.id AND r.status = 'completed' ${fenced.once}) s ON true
    UNION ALL SELECT w.id, s.id FROM w JOIN LATERAL (SELECT r.id FROM refunds r
      WHERE r.merchant_id = w.merchant_id AND r.transaction_id = w.id AND r.status = 'completed' ${fenced.once}) s ON true
    UNION ALL SELECT w.id, s.id FROM w JOIN LATERAL (SELECT d.id FROM disputes d
      WHERE d.merchant_id = w.merchant_id AND d.transaction_id = w.id AND d.status = 'lost' ${fenced.once}) s ON true
    UNION ALL SELECT w.id, s.id FROM w JOIN LATERAL (SELECT p.id FROM payouts p
      WHERE p.merchant_id = w.merchant_id AND p.transaction_id = w.id ${fenced.once}) s ON true`.execute(db);
  const own = transactions.map(({ id }) => ({ of: id, sourceId: id }));
  return [...own, ...rows.map(({ of, source_id: sourceId }) => ({ of, sourceId }))];
}

/** Where a page of a day's journals ended. */
export type Cursor = { readonly at: string } & JournalKey;

type PageRow = { at: string; merchant_id: string; number: bigint };

const journalsAtOnce = 5000;

/** A page of the journals of a day that providers state, and where the next page begins. */
export async function findJournalsOfAcrossMerchants(
  db: Db,
  { day, after }: { readonly day: string; readonly after: Cursor | undefined },
): Promise<{ readonly keys: readonly JournalKey[]; readonly next: Cursor | undefined }> {
  const from = after
    ? sql`AND (o.effective_at, o.merchant_id, o.number) > (${after.at}::timestamptz, ${after.merchant}::uuid, ${after.number}::bigint)`
    : sql``;
  const { rows } = await sql<PageRow>`
    SELECT o.effective_at::text AS at, o.merchant_id, o.number FROM ledger_journals o
    WHERE o.movement IN ${clearing} AND o.effective_at >= ${`${day}T00:00:00Z`}::timestamptz
      AND o.effective_at < ${`${day}T00:00:00Z`}::timestamptz + interval '1 day' ${from}
    ORDER BY o.effective_at, o.merchant_id, o.number LIMIT ${journalsAtOnce}`.execute(db);
  const last = rows.length === journalsAtOnce ? rows.at(-1) : undefined;
  return { keys: rows.map(keyOf), next: last && { at: last.at, ...keyOf(last) } };
}

const keyOf = ({ merchant_id: merchant, number }: PageRow): JournalKey => ({ merchant, number });

/** What the ledger says of a day and gateway: the sum of its journals, by currency. */
export async function sumLedgerAcrossMerchants(
  db: Db,
  { gateway, day }: { readonly gateway: string; readonly day: string },
): Promise<readonly { readonly currency: string; readonly sum: bigint; readonly unstated: bigint }[]> {
  const fenced = await fencesFor(db);
  const { rows } = await sql<{ currency: string; sum: bigint; unstated: bigint }>`
    WITH j AS ${fenced.whole} (SELECT * FROM ledger_journals o
      WHERE o.movement IN ${clearing} AND o.effective_at >= ${`${day}T00:00:00Z`}::timestamptz
        AND o.effective_at < ${`${day}T00:00:00Z`}::timestamptz + interval '1 day'),
    m AS MATERIALIZED (${detailsOfJ(fenced)})
    SELECT m.currency, sum(m.amount)::bigint AS sum, coalesce(sum(m.amount) FILTER (WHERE
        NOT EXISTS (SELECT FROM statement_lines l WHERE l.of_merchant = m.merchant_id AND l.journal = m.number AND l.journal IS NOT NULL)
        AND NOT EXISTS (SELECT FROM reconciliation_cases c WHERE c.of_merchant = m.merchant_id AND c.journal = m.number
          AND c.journal IS NOT NULL AND c.kind = 'missing_there' AND c.resolution IS DISTINCT FROM 'explained_later')), 0)::bigint AS unstated
    FROM m WHERE m.gateway = ${gateway} GROUP BY m.currency ORDER BY m.currency`.execute(db);
  return rows;
}
