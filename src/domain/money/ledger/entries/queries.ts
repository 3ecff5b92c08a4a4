import { sql } from 'kysely';
import type { values } from '../../../../../generated/values.ts';
import type { MerchantId } from '../../../../engine/principal.ts';
import type { Db } from '../../../../platform/db/database.ts';
import type { WantedRows } from '../../../../platform/http/cursor.ts';
import { isInOrder } from '../../../../platform/http/period-queries.ts';
import type { Currency } from '../../amounts/currency.ts';
import { readPlace, shownBuckets } from './place.ts';
import { joinSources, sourceColumns } from './source-queries.ts';
import type { SourceColumns } from './sources.ts';

type Bucket = (typeof shownBuckets)[number];

/** The movements that change a balance that the merchant sees. */
export type SeenMovement = (typeof values.LedgerEntryType)[number];

export type EntryRow = SourceColumns & {
  readonly number: bigint;
  readonly code: Bucket;
  readonly currency: Currency;
  readonly amount: bigint;
  readonly balance_after: bigint;
  readonly movement: SeenMovement;
  readonly source_id: string;
  readonly effective_at: Date;
  /** Of the same movement, zero if it has none: what the gateway owes more, and what the service has earned. */
  readonly gross: bigint;
  readonly fee: bigint;
};

export type EntryFilters = {
  readonly bucket?: Bucket | undefined;
  readonly currency?: Currency | undefined;
  readonly from?: Date | undefined;
  readonly before?: Date | undefined;
};

/**
 * The entries of the balances that the merchant sees, in the order of the ledger, newest first.
 *
 * Each account gives its newest rows by the index `entries_of_account`, and the page is merged from them. So a page reads at most
 * `rows` entries of each account, however many there are, and however rare those that are asked for.
 */
export async function findEntries(
  db: Db,
  merchantId: MerchantId,
  filters: EntryFilters,
  { after, rows }: WantedRows,
): Promise<EntryRow[]> {
  const { bucket = null, currency = null, from = null, before = null } = filters;
  const { above, upTo } = await rangeOfNumbers(db, merchantId, filters);
  const place = readPlace(after);
  const found = await sql<EntryRow>`
    SELECT page.*, j.movement, j.source_id, j.effective_at, ${sourceColumns},
      (SELECT coalesce(-sum(l.amount), 0)::bigint FROM ledger_entries l
        WHERE l.merchant_id = ${merchantId} AND l.number = page.number AND l.code = 'gateway_clearing') AS gross,
      (SELECT coalesce(sum(l.amount), 0)::bigint FROM ledger_entries l
        WHERE l.merchant_id = ${merchantId} AND l.number = page.number AND l.code = 'fees') AS fee
    FROM (
      SELECT e.* FROM ledger_balances a CROSS JOIN LATERAL (
        SELECT e.number, e.code, e.currency, e.amount, e.balance_after FROM ledger_entries e
        WHERE e.merchant_id = ${merchantId} AND e.code = a.code AND e.currency = a.currency
          AND e.number > ${above} AND e.number <= ${upTo} AND e.number <= ${place.number}
          AND (e.number, e.code COLLATE "C", e.currency COLLATE "C") < (${place.number}, ${place.code}, ${place.currency})
          AND (${from}::timestamptz IS NULL OR ${timeOfEntry(merchantId)} >= ${from})
          AND (${before}::timestamptz IS NULL OR ${timeOfEntry(merchantId)} < ${before})
        ORDER BY e.number DESC LIMIT ${rows}) e
      WHERE a.merchant_id = ${merchantId} AND a.code = ANY (${shownBuckets}::text[])
        AND (${bucket}::text IS NULL OR a.code = ${bucket}) AND (${currency}::text IS NULL OR a.currency = ${currency})
      ORDER BY e.number DESC, e.code COLLATE "C" DESC, e.currency COLLATE "C" DESC LIMIT ${rows}) page
    CROSS JOIN LATERAL (SELECT * FROM ledger_journals j WHERE j.merchant_id = ${merchantId} AND j.number = page.number LIMIT 1) j
    ${joinSources(merchantId)}
    ORDER BY page.number DESC, page.code COLLATE "C" DESC, page.currency COLLATE "C" DESC`.execute(db);
  return found.rows;
}

/** A look-up by the primary key for each entry. As a join, the planner might read all journals. */
const timeOfEntry = (merchantId: MerchantId) => sql`(
  SELECT j.effective_at FROM ledger_journals j WHERE j.merchant_id = ${merchantId} AND j.number = e.number)`;

/**
 * Journals are numbered when they get the ledger's lock, and their time was read a moment before. So the order of the times may
 * differ from that of the numbers among journals that were posted at the same moment. After a turn of the clock it says nothing.
 */
const disorder = 200n;
const lastNumber = 2n ** 63n - 1n;

/** The numbers among which the entries of a period are. Their times are compared too, since the range is a little too wide. */
async function rangeOfNumbers(db: Db, merchantId: MerchantId, { from, before }: EntryFilters) {
  const [first, last] = await Promise.all([
    from && lastJournalBefore(db, merchantId, from),
    before && lastJournalBefore(db, merchantId, before),
  ]);
  return {
    above: first === undefined ? 0n : first - disorder,
    upTo: last === undefined ? lastNumber : last + disorder,
  };
}

/**
 * The number of the last journal before a moment, found by bisection: about twenty look-ups by the primary key among a million.
 *
 * @returns undefined if the order of the numbers does not tell
 */
async function lastJournalBefore(db: Db, merchantId: MerchantId, moment: Date): Promise<bigint | undefined> {
  const { rows } = await sql<{ low: bigint }>`
    WITH RECURSIVE halves (low, high) AS (
      SELECT 0::bigint, number FROM ledger_heads WHERE merchant_id = ${merchantId}
      UNION ALL
      SELECT CASE WHEN earlier THEN middle ELSE low END, CASE WHEN earlier THEN high ELSE middle - 1 END
      FROM (
        SELECT low, high, middle, (SELECT j.effective_at < ${moment} FROM ledger_journals j
          WHERE j.merchant_id = ${merchantId} AND j.number = middle) AS earlier
        FROM (SELECT low, high, (low + high + 1) / 2 AS middle FROM halves WHERE low < high) AS open) AS asked)
    SELECT low FROM halves WHERE low = high AND ${isInOrder(merchantId)}`.execute(db);
  return rows[0]?.low;
}
