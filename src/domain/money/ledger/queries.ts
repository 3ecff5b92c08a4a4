import { sql } from 'kysely';
import type { MerchantId } from '../../../engine/principal.ts';
import type { Db, Tx } from '../../../platform/db/database.ts';
import { prepared } from '../../../platform/db/prepared.ts';
import { type Amount, amountOf } from '../amounts/amount.ts';
import type { Currency } from '../amounts/currency.ts';
import type { Hold, Line, Movement, Release } from './accounts.ts';
import { type BalanceEventJob, enqueueBalanceEvent } from './balance-event-queries.ts';

/** The place in the list of movements of the one that a line, a hold or a release belongs to: 1, 2 … */
type Placed = { readonly place: number };

export type Postings = {
  readonly effectiveAt: Date;
  readonly movements: readonly Pick<Movement, 'name' | 'sourceId' | 'floor'>[];
  readonly lines: readonly (Line & Placed)[];
  readonly holds: readonly (Hold & Placed & { readonly id: string })[];
  readonly releases: readonly (Release & Placed)[];
  readonly balanceEvent: BalanceEventJob;
};

/** One array per column, so that one prepared statement inserts any number of rows. */
type Columns = BalanceEventJob & {
  merchantId: MerchantId;
  effectiveAt: Date;
  movements: string[];
  sources: string[];
  floors: (bigint | null)[];
  linePlaces: number[];
  lineCodes: string[];
  lineCurrencies: string[];
  lineAmounts: bigint[];
  holdPlaces: number[];
  holdIds: string[];
  holdPayments: string[];
  holdCodes: string[];
  holdCurrencies: string[];
  holdAmounts: bigint[];
  holdDueAts: Date[];
  releasePlaces: number[];
  releasePayments: string[];
  releaseCodes: string[];
  releaseAmounts: bigint[];
};

/**
 * The only statement that posts. `ledger_post` skips journals that exist already, and returns the places of those that are new; their
 * holds and releases are written with them. Triggers judge what the statement has written. Decision 0122.
 *
 * The places are subqueries, so that PostgreSQL does not see how long the arrays are: it would plan the statement anew for each call.
 */
const insertPostings = prepared<Columns>()((db, p) =>
  db
    .with(
      'journal',
      () =>
        sql<{
          place: number;
        }>`(SELECT place FROM ledger_post(${p.merchantId}::uuid, ${p.effectiveAt}::timestamptz,
        ${p.movements}::text[], ${p.sources}::uuid[], ${p.floors}::bigint[],
        ${p.linePlaces}::int[], ${p.lineCodes}::text[], ${p.lineCurrencies}::text[], ${p.lineAmounts}::bigint[]))`,
    )
    .with('hold', (cte) =>
      cte
        .insertInto('ledger_holds')
        .columns(['merchant_id', 'hold_id', 'payment_id', 'code', 'currency', 'amount', 'due_at'])
        .expression(sql`
          SELECT ${p.merchantId}::uuid, h.hold_id, h.payment_id, h.code, h.currency, h.amount, h.due_at
          FROM journal j JOIN unnest((SELECT ${p.holdPlaces}::int[]), ${p.holdIds}::uuid[], ${p.holdPayments}::uuid[],
            ${p.holdCodes}::text[], ${p.holdCurrencies}::text[], ${p.holdAmounts}::bigint[], ${p.holdDueAts}::timestamptz[])
            AS h (place, hold_id, payment_id, code, currency, amount, due_at) USING (place)`)
        .returning('hold_id'),
    )
    .with('release', (cte) =>
      cte
        .updateTable('ledger_holds')
        .from(
          sql<{ code: string; payment_id: string; amount: bigint }>`
            (SELECT l.payment_id, l.code, sum(l.amount) AS amount
            FROM journal j JOIN unnest((SELECT ${p.releasePlaces}::int[]), ${p.releasePayments}::uuid[], ${p.releaseCodes}::text[],
              ${p.releaseAmounts}::bigint[])
              AS l (place, payment_id, code, amount) USING (place)
            GROUP BY l.payment_id, l.code)`.as('gone'),
        )
        .set({ released: sql`ledger_holds.released + gone.amount` })
        .where('ledger_holds.merchant_id', '=', p.merchantId)
        .whereRef('ledger_holds.payment_id', '=', 'gone.payment_id')
        .whereRef('ledger_holds.code', '=', 'gone.code')
        .returning('hold_id'),
    )
    .with('balance_event', () => enqueueBalanceEvent(p))
    .selectFrom('journal')
    .select('place'),
);

/** @returns how many journals are new */
export async function insertJournals(tx: Tx, merchantId: MerchantId, postings: Postings): Promise<number> {
  const { effectiveAt, movements, lines, holds, releases, balanceEvent } = postings;
  const journals = await insertPostings(tx, {
    merchantId,
    effectiveAt,
    movements: movements.map(({ name }) => name),
    sources: movements.map(({ sourceId }) => sourceId),
    floors: movements.map(({ floor }) => floor ?? null),
    linePlaces: lines.map(({ place }) => place),
    lineCodes: lines.map(({ account }) => account),
    lineCurrencies: lines.map(({ currency }) => currency),
    lineAmounts: lines.map(({ amount }) => amount),
    holdPlaces: holds.map(({ place }) => place),
    holdIds: holds.map(({ id }) => id),
    holdPayments: holds.map(({ paymentId }) => paymentId),
    holdCodes: holds.map(({ account }) => account),
    holdCurrencies: holds.map(({ currency }) => currency),
    holdAmounts: holds.map(({ amount }) => amount),
    holdDueAts: holds.map(({ dueAt }) => dueAt),
    releasePlaces: releases.map(({ place }) => place),
    releasePayments: releases.map(({ paymentId }) => paymentId),
    releaseCodes: releases.map(({ account }) => account),
    releaseAmounts: releases.map(({ amount }) => amount),
    ...balanceEvent,
  });
  return journals.length;
}

const shownBalances = prepared<{ merchantId: MerchantId }>()((db, p) =>
  db
    .selectFrom('ledger_balances')
    .select(['code', 'currency', 'balance'])
    .where('merchant_id', '=', p.merchantId)
    .where(
      'code',
      'in',
      ['available', 'pending', 'reserve'].map((code) => sql.lit(code)),
    ),
);

/** An account that was never posted to has no row. */
export function findShownBalances(db: Db, merchantId: MerchantId): ReturnType<typeof shownBalances> {
  return shownBalances(db, { merchantId });
}

/**
 * The balance of `available`, with the merchant's ledger locked until the transaction ends. For actions that must refuse before
 * they ask for the second factor, or that compute a floor. Lock all other rows first, to avoid a deadlock.
 */
export function lockAvailable(tx: Tx, merchantId: MerchantId, currency: Currency): Promise<Amount> {
  return lockBalance(tx, merchantId, { account: 'available', currency });
}

/** The balance of any account, with the merchant's ledger locked until the transaction ends. */
export async function lockBalance(
  tx: Tx,
  merchantId: MerchantId,
  { account, currency }: Pick<Line, 'account' | 'currency'>,
): Promise<Amount> {
  // Two statements in one round trip: the second sees what was committed while the first waited.
  tx.goOnWithout(sql`SELECT FROM ledger_heads WHERE merchant_id = ${merchantId} FOR UPDATE`.execute(tx));
  const { rows } = await sql<{ balance: bigint }>`
    SELECT balance FROM ledger_balances
    WHERE merchant_id = ${merchantId} AND code = ${account} AND currency = ${currency}`.execute(tx);
  return amountOf(rows[0]?.balance ?? 0n);
}

type OfPayment = { merchantId: MerchantId; paymentId: string };

const holdOfPayment = prepared<OfPayment & { code: Hold['account'] }>()((db, p) =>
  db
    .selectFrom('ledger_holds')
    .select(['amount', 'released'])
    .where('merchant_id', '=', p.merchantId)
    .where('payment_id', '=', p.paymentId)
    .where('code', '=', p.code),
);

/** The hold of a payment. It only changes while the payment's row is locked. */
export async function findHold(
  tx: Tx,
  merchantId: MerchantId,
  paymentId: string,
  code: Hold['account'],
): Promise<{ amount: bigint; released: bigint } | undefined> {
  return (await holdOfPayment(tx, { merchantId, paymentId, code }))[0];
}

/**
 * The refund allowance: how far below zero refunds may take `available` in one currency.
 *
 * It is a sum over the refunds since `since`, and over the disputes that are open or lost and were opened since then: their shares
 * of the fees, and those shares of the reserve that are still held.
 */
export async function findRefundAllowance(
  tx: Tx,
  merchantId: MerchantId,
  currency: Currency,
  since: Date,
): Promise<bigint> {
  const { rows } = await sql<{ allowance: bigint }>`
    SELECT coalesce(sum(fee_share + reserve_share - reserve_released), 0)::bigint AS allowance FROM (
      SELECT fee_share, reserve_share, reserve_released FROM refunds
      WHERE merchant_id = ${merchantId} AND currency = ${currency} AND created_at > ${since} AND status <> 'failed'
      UNION ALL
      SELECT fee_share, reserve_share, reserve_released FROM disputes
      WHERE merchant_id = ${merchantId} AND currency = ${currency} AND opened_at > ${since}
        AND status NOT IN ('warning', 'warning_closed', 'won') AND reinstated_at IS NULL) shares`.execute(tx);
  return rows[0]?.allowance ?? 0n;
}

/** Marks the reserve shares of a payment's refunds and disputes as released, because its whole reserve is. */
export async function markReserveReleased(tx: Tx, merchantId: MerchantId, paymentId: string): Promise<void> {
  await sql`
    WITH disputed AS (UPDATE disputes SET reserve_released = reserve_share
      WHERE merchant_id = ${merchantId} AND transaction_id = ${paymentId} AND reserve_released < reserve_share)
    UPDATE refunds SET reserve_released = reserve_share
    WHERE merchant_id = ${merchantId} AND payment_id = ${paymentId} AND reserve_released < reserve_share`.execute(
    tx,
  );
}

/** Payments with refunds completed or disputes lost before a midnight, whose shares of the reserve are still held. */
export async function findPaymentsToRelease(
  tx: Tx,
  merchantId: MerchantId,
  before: Date,
  most: number,
): Promise<readonly string[]> {
  const { rows } = await sql<{ payment_id: string }>`
    SELECT payment_id FROM refunds WHERE merchant_id = ${merchantId} AND status = 'completed'
      AND reserve_released < reserve_share AND completed_at < ${before}
    UNION
    SELECT transaction_id FROM disputes WHERE merchant_id = ${merchantId} AND status = 'lost'
      AND reserve_released < reserve_share AND resolved_at < ${before}
    LIMIT ${most}`.execute(tx);
  return rows.map(({ payment_id: id }) => id);
}

/** Locks in the order of ids, so that two callers cannot deadlock. */
export async function lockPayments(tx: Tx, merchantId: MerchantId, ids: readonly string[]): Promise<void> {
  await sql`SELECT FROM transactions WHERE merchant_id = ${merchantId} AND id = ANY (${ids}::uuid[]) ORDER BY id FOR UPDATE`.execute(
    tx,
  );
}

type ReleasedShare = {
  readonly id: string;
  readonly payment_id: string;
  readonly currency: Currency;
  readonly share: bigint;
};

/** Every share of these payments that is due at this midnight, except those that were released in the meantime. */
export async function markSharesReleased(
  tx: Tx,
  merchantId: MerchantId,
  paymentIds: readonly string[],
  before: Date,
): Promise<readonly ReleasedShare[]> {
  const { rows } = await sql<ReleasedShare>`
    WITH refunded AS (UPDATE refunds SET reserve_released = reserve_share
      WHERE merchant_id = ${merchantId} AND payment_id = ANY (${paymentIds}::uuid[]) AND status = 'completed'
        AND completed_at < ${before} AND reserve_released < reserve_share
      RETURNING id, payment_id, currency, old.reserve_share - old.reserve_released AS share),
    lost AS (UPDATE disputes SET reserve_released = reserve_share
      WHERE merchant_id = ${merchantId} AND transaction_id = ANY (${paymentIds}::uuid[]) AND status = 'lost'
        AND resolved_at < ${before} AND reserve_released < reserve_share
      RETURNING id, transaction_id, currency, old.reserve_share - old.reserve_released AS share)
    SELECT * FROM refunded UNION ALL SELECT * FROM lost`.execute(tx);
  return rows;
}
