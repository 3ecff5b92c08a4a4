import { sql } from 'kysely';
import type { Tx } from '../../../../platform/db/database.ts';
import type { Wrong } from './ledger-queries.ts';

// The statements that audit single rows. Each reads one batch, in the snapshot of the transaction that it is given.

/** A place between two rows of a table, in the order of its merchants and ids. */
export type Place = { readonly merchant: string; readonly id: string };

/** The rows after one place, up to and including another. */
export type Batch = { readonly after: Place; readonly upTo: Place };

export const found = async (tx: Tx, audit: ReturnType<typeof sql<Wrong>>): Promise<readonly Wrong[]> =>
  (await audit.execute(tx)).rows;

/** The tables that are read in batches across merchants, each with the columns that order it. */
const ordered = {
  transactions: 'id',
  refunds: 'id',
  payouts: 'id',
  disputes: 'id',
  event_sequences: 'resource_id',
  event_bodies: 'event_id',
  platform_invoices: 'id',
} as const;
export type Ordered = keyof typeof ordered;

/** The place of the `size`th row after a place; none if there are fewer. */
export async function endOfRowsAcrossMerchants(
  tx: Tx,
  table: Ordered,
  { after, size }: { after: Place; size: number },
): Promise<Place | undefined> {
  const id = sql.ref(ordered[table]);
  const { rows } = await sql<Place>`
    SELECT merchant_id AS merchant, ${id} AS id FROM ${sql.table(table)}
    WHERE (merchant_id, ${id}) > (${after.merchant}, ${after.id}) ORDER BY merchant_id, ${id} OFFSET ${size - 1} LIMIT 1`.execute(
    tx,
  );
  return rows[0];
}

/** SQL: whether a row is in the batch. */
export const within = ({ after, upTo }: Batch, id: string) =>
  sql`(merchant_id, ${sql.ref(id)}) > (${after.merchant}, ${after.id}) AND (merchant_id, ${sql.ref(id)}) <= (${upTo.merchant}, ${upTo.id})`;

export function wrongRefundedAcrossMerchants(tx: Tx, batch: Batch): Promise<readonly Wrong[]> {
  return found(
    tx,
    sql<Wrong>`
      SELECT t.merchant_id, format('payment %s: refunded %s and disputed %s of %s, its refunds sum to %s, its disputes to %s, their shares to %s of %s and %s of %s',
        t.id, t.refunded, t.disputed, t.amount, r.amount, d.amount, r.fee_share + d.fee_share, t.fee, r.reserve_share + d.reserve_share, t.reserve_amount) AS about
      FROM (SELECT * FROM transactions WHERE type = 'payment' AND ${within(batch, 'id')}) t
      CROSS JOIN LATERAL (
        SELECT coalesce(sum(amount), 0) AS amount, coalesce(sum(fee_share), 0) AS fee_share, coalesce(sum(reserve_share), 0) AS reserve_share
        FROM refunds r WHERE r.merchant_id = t.merchant_id AND r.payment_id = t.id AND r.status <> 'failed' AND NOT r.unwanted) r
      CROSS JOIN LATERAL (
        SELECT coalesce(sum(amount), 0) AS amount, coalesce(sum(fee_share), 0) AS fee_share, coalesce(sum(reserve_share), 0) AS reserve_share
        FROM disputes d WHERE d.merchant_id = t.merchant_id AND d.transaction_id = t.id AND d.status IN ('needs_response', 'under_review', 'lost')) d
      WHERE t.refunded <> r.amount OR t.disputed <> d.amount OR t.refunded + t.disputed > t.amount
        OR r.fee_share + d.fee_share > t.fee OR r.reserve_share + d.reserve_share > t.reserve_amount`,
  );
}

/** Events are kept 90 days, so an older payment may have none. */
export function uncapturedPaymentsAcrossMerchants(tx: Tx, batch: Batch): Promise<readonly Wrong[]> {
  return found(
    tx,
    sql<Wrong>`
      SELECT merchant_id, format('payment %s is %s, captured %s times, handed back %s times, announced %s times', id, status, captured, unwanted, announced) AS about
      FROM (SELECT t.merchant_id, t.id, t.status, t.completed_at,
          (SELECT count(*) FROM ledger_journals j
            WHERE j.merchant_id = t.merchant_id AND j.movement = 'payment.captured' AND j.source_id = t.id) AS captured,
          (SELECT count(*) FROM ledger_journals j
            WHERE j.merchant_id = t.merchant_id AND j.movement = 'payment.unwanted' AND j.source_id = t.id) AS unwanted,
          (SELECT count(*) FROM events e
            WHERE e.merchant_id = t.merchant_id AND e.resource_id = t.id AND e.type = 'payment.capture.completed') AS announced
        FROM (SELECT * FROM transactions WHERE type = 'payment' AND ${within(batch, 'id')}) t) p
      WHERE captured <> CASE status WHEN 'completed' THEN 1 WHEN 'reversed' THEN 1 - unwanted ELSE 0 END
        OR unwanted > CASE WHEN status IN ('failed', 'reversed') THEN 1 ELSE 0 END
        OR announced > captured
        OR (announced < captured AND completed_at > now() - interval '89 days')`,
  );
}

/** A payment whose amount is or was held, and its authorization, say the same. */
export function wrongHoldsAcrossMerchants(tx: Tx, batch: Batch): Promise<readonly Wrong[]> {
  return found(
    tx,
    sql<Wrong>`
      SELECT t.merchant_id, format('payment %s over %s is %s, its authorization %s over %s, captured %s', t.id, t.amount, t.status,
        coalesce(a.status, 'missing'), a.amount, a.captured_amount) AS about
      FROM (SELECT * FROM transactions WHERE type = 'payment' AND ${within(batch, 'id')}) t
      LEFT JOIN authorizations a ON a.merchant_id = t.merchant_id AND a.id = t.id
      WHERE NOT CASE
        WHEN a.status IS NULL THEN t.status NOT IN ('authorized', 'voided')
        WHEN a.status IN ('held', 'capturing') THEN t.status = 'authorized' AND t.amount = a.amount
        WHEN a.status = 'captured' THEN t.status IN ('completed', 'reversed') AND t.amount = a.captured_amount
        WHEN a.status = 'refused' THEN t.status = 'failed'
        WHEN a.void_reason = 'unwanted' THEN t.status IN ('voided', 'failed')
        ELSE t.status = CASE a.status WHEN 'voiding' THEN 'authorized' ELSE 'voided' END END`,
  );
}

/** An invoice of the platform is paid when, and only when, its amount went from `available` to `fees`. */
export function uncollectedPlatformInvoicesAcrossMerchants(tx: Tx, batch: Batch): Promise<readonly Wrong[]> {
  return found(
    tx,
    sql<Wrong>`
      SELECT merchant_id, format('platform invoice %s of %s is %s, collected %s', id, total, status, collected) AS about
      FROM (SELECT i.merchant_id, i.id, i.total, i.status,
          (SELECT coalesce(sum(e.amount), 0) FROM ledger_journals j JOIN ledger_entries e USING (merchant_id, number)
            WHERE j.merchant_id = i.merchant_id AND j.movement = 'platform.paid' AND j.source_id = i.id AND e.code = 'fees') AS collected
        FROM (SELECT * FROM platform_invoices WHERE ${within(batch, 'id')}) i) p
      WHERE collected <> CASE status WHEN 'paid' THEN total ELSE 0 END`,
  );
}
