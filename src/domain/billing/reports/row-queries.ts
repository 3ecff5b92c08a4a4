import { sql } from 'kysely';
import type { MerchantId } from '../../../engine/principal.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { Currency } from '../../money/amounts/currency.ts';
import { joinSources, sourceColumns } from '../../money/ledger/entries/source-queries.ts';
import type { SourceColumns, SourcedMovement } from '../../money/ledger/entries/sources.ts';
import type { Transaction } from '../../payments/transactions/queries.ts';
import type { Payout } from '../../payouts/payouts/queries.ts';

// Each statement reads one slice of a report, in the order of an index: a report of any length needs no more memory than a slice.

export type Period = { readonly from: Date; readonly before: Date };

type Page = {
  /** The `place` or the id of the row before; undefined: from the first one. */
  readonly after: string | undefined;
  readonly most: number;
};

/** Where a row stands, `<time>/<id>`: the row may be deleted before the next slice is read, and a `Date` would cut microseconds. */
export type Placed = { readonly place: string };

const place = sql<string>`created_at || '/' || id`.as('place');

/** Rows behind this place, or behind the row of this id: the release before writes no more. */
function behind(table: 'transactions' | 'payouts', merchantId: MerchantId, after: string) {
  const [id = '', time] = after.split('/').toReversed();
  const at =
    time === undefined
      ? sql`(SELECT b.created_at FROM ${sql.table(table)} b WHERE b.merchant_id = ${merchantId} AND b.id = ${id})`
      : sql`${time}::timestamptz`;
  return sql<boolean>`(created_at, id) > (${at}, ${id}::uuid)`;
}

/** The transactions that were created in a period, oldest first. */
export function findTransactionsOf(
  db: Db,
  merchantId: MerchantId,
  { from, before }: Period,
  { after, most }: Page,
): Promise<(Transaction & Placed)[]> {
  return db
    .selectFrom('transactions')
    .selectAll()
    .select(place)
    .where('merchant_id', '=', merchantId)
    .where('created_at', '>=', from)
    .where('created_at', '<', before)
    .$if(after !== undefined, (query) => query.where(behind('transactions', merchantId, after ?? '')))
    .orderBy('created_at')
    .orderBy('id')
    .limit(most)
    .execute();
}

/** The payouts that were requested in a period, oldest first. */
export function findPayoutsOf(
  db: Db,
  merchantId: MerchantId,
  { from, before }: Period,
  { after, most }: Page,
): Promise<(Payout & Placed)[]> {
  return db
    .selectFrom('payouts')
    .selectAll()
    .select(place)
    .where('merchant_id', '=', merchantId)
    .where('created_at', '>=', from)
    .where('created_at', '<', before)
    .$if(after !== undefined, (query) => query.where(behind('payouts', merchantId, after ?? '')))
    .orderBy('created_at')
    .orderBy('id')
    .limit(most)
    .execute();
}

export type EntryRow = SourceColumns & {
  readonly number: bigint;
  readonly movement: SourcedMovement;
  readonly source_id: string;
  readonly effective_at: Date;
  readonly code: string;
  readonly currency: Currency;
  readonly amount: bigint;
  readonly balance_after: bigint;
};

/** Journals with these numbers, of which only those in the period count: numbers are in the order of posting. */
type Journals = Period & { readonly after: bigint; readonly upTo: bigint };

/** The entries of some accounts in a range of journals, in the order in which they were posted. */
export async function findEntriesOf(
  db: Db,
  merchantId: MerchantId,
  { from, before, after, upTo }: Journals,
  codes: readonly string[],
): Promise<readonly EntryRow[]> {
  const { rows } = await sql<EntryRow>`
    SELECT j.number, j.movement, j.source_id, ${sourceColumns}, j.effective_at, e.code, e.currency, e.amount, e.balance_after
    FROM ledger_journals j JOIN ledger_entries e USING (merchant_id, number)
    ${joinSources(merchantId)}
    WHERE j.merchant_id = ${merchantId} AND j.number > ${after} AND j.number <= ${upTo}
      AND j.effective_at >= ${from} AND j.effective_at < ${before} AND e.code = ANY (${[...codes]}::text[])
    ORDER BY j.number, e.code, e.currency`.execute(db);
  return rows;
}
