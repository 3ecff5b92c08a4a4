import { sql } from 'kysely';
import type { MerchantId } from '../../../engine/principal.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { OldRows } from '../../../platform/jobs/daily-batches.ts';
import type { Currency } from '../../money/amounts/currency.ts';

export type PaymentCount = {
  /** UTC, business time: `2026-01-31`. */
  readonly day: string;
  readonly currency: Currency;
  readonly outcome: 'completed' | 'failed';
  readonly payments: bigint;
  readonly amount: bigint;
};

/** The payments that were captured or failed in a period, by day, currency and outcome. Both days are included. Decision 0101. */
export async function findPaymentCounts(
  db: Db,
  merchantId: MerchantId,
  { first, last }: { readonly first: string; readonly last: string },
): Promise<readonly PaymentCount[]> {
  const { rows } = await sql<PaymentCount>`
    SELECT day::text, currency, outcome, sum(payments)::bigint AS payments, sum(amount)::bigint AS amount
    FROM payment_counts WHERE merchant_id = ${merchantId} AND day BETWEEN ${first}::date AND ${last}::date
    GROUP BY day, currency, outcome ORDER BY day, currency, outcome`.execute(db);
  return rows;
}

/** How many payments are pending now, counted up to `most`. */
export async function countPending(db: Db, merchantId: MerchantId, most: number): Promise<number> {
  const { rows } = await sql<{ pending: number }>`
    SELECT count(*)::int AS pending FROM (
      SELECT FROM transactions WHERE merchant_id = ${merchantId} AND status = 'pending' AND type = 'payment' LIMIT ${most}) p`.execute(
    db,
  );
  return rows[0]?.pending ?? 0;
}

/** Whether the merchant has ever captured a payment. */
export async function hasCaptured(db: Db, merchantId: MerchantId): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM ledger_journals WHERE merchant_id = ${merchantId} AND movement = 'payment.captured' LIMIT 1`.execute(
    db,
  );
  return rows.length > 0;
}

/** Rows of single payments. They are added up, so that the figures of a day are a few rows. Decision 0101. */
export const countsOfSinglePayments: OldRows = {
  batch: 10_000,
  all: 'SELECT fold_payment_counts($1) AS count',
  ofMerchant: 'SELECT fold_payment_counts_of($2, $1) AS count',
  merchants: `SELECT DISTINCT merchant_id FROM (
    SELECT merchant_id FROM payment_counts WHERE payment_id <> '00000000-0000-0000-0000-000000000000'
      AND NOT merchant_id = ANY ($1::uuid[]) LIMIT 10000) single`,
};
