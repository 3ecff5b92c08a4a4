import type { Act, Context } from '../../../engine/context.ts';
import type { MerchantId } from '../../../engine/principal.ts';
import type { Db } from '../../../platform/db/database.ts';
import { onReplica } from '../../../platform/db/replica/replica.ts';
import { findHead } from '../../money/ledger/balance-event-queries.ts';
import { entryColumns, feeColumns, payoutColumns, transactionColumns } from './columns.ts';
import { asBegun, type Columns, headOf, lineOf } from './format.ts';
import { findHeadOf, type Report } from './queries.ts';
import { findEntriesOf, findPayoutsOf, findTransactionsOf, type Period, type Placed } from './row-queries.ts';

/**
 * Where a slice begins. `position` is what the release before reads and writes: the id of the row before, or the number of a journal. That
 * row may be deleted meanwhile, so `place` says its time, too; it goes with the job.
 */
type Start = { readonly position: string; readonly place?: string };

/** The lines of one slice, and where the next one begins; without a next one the report is complete. */
type Slice = { readonly head: string; readonly lines: readonly string[]; readonly next: Start | undefined };

/** How many rows, or journals, a slice reads: it takes well under a second, and a few megabytes of memory. */
const size = 5000;

type Wanted = Period & {
  readonly report: Report;
  readonly place: string | undefined;
  /** The first line of a CSV that was begun. */
  readonly begun: string | undefined;
  readonly ctx: Context;
  readonly db: Db;
  readonly merchantId: MerchantId;
};
type Read = (wanted: Wanted) => Promise<Slice>;

const readers: Readonly<Record<Report['type'], Read>> = {
  transactions: (wanted) =>
    rowsByTime(wanted, transactionColumns(wanted.ctx), ({ db, merchantId }, page) =>
      findTransactionsOf(db, merchantId, wanted, page),
    ),
  payouts: (wanted) =>
    rowsByTime(wanted, payoutColumns, ({ db, merchantId }, page) =>
      findPayoutsOf(db, merchantId, wanted, page),
    ),
  ledger_entries: (wanted) => journals(wanted, entryColumns, ['available', 'pending', 'reserve']),
  fees: (wanted) => journals(wanted, feeColumns, ['fees']),
};

/**
 * Reads the slice of a report that begins at its `position`.
 *
 * @param place of the row before, if the job has one
 */
export async function readSlice({ ctx, tx, merchant }: Act, report: Report, place?: string): Promise<Slice> {
  const period = { from: report.period_from, before: report.period_before };
  const isBegun = report.format === 'csv' && report.chunks > 0;
  const begun = isBegun ? await findHeadOf(tx, merchant.id, report.id) : undefined;
  return await onReplica(
    ctx.db,
    merchant.id,
    (db) => readers[report.type]({ ...period, report, place, begun, ctx, db, merchantId: merchant.id }),
    tx,
  );
}

type Page = { readonly after: string | undefined; readonly most: number };

async function rowsByTime<Row extends { readonly id: string }>(
  wanted: Wanted,
  columns: Columns<Row>,
  find: (wanted: Wanted, page: Page) => Promise<readonly (Row & Placed)[]>,
): Promise<Slice> {
  const { format } = wanted.report;
  const shown = asBegun(columns, wanted.begun);
  const rows = await find(wanted, { after: startOf(wanted), most: size });
  const last = rows.at(-1);
  return {
    head: headOf(format, columns),
    lines: rows.map((row) => lineOf(format, shown, row)),
    next: rows.length === size && last ? { position: last.id, place: last.place } : undefined,
  };
}

/** A place of another row is none: the release before has written a slice since, and given the job none. */
function startOf({ place, report: { position } }: Wanted): string | undefined {
  if (position === null) return undefined;
  return place?.endsWith(`/${position}`) ? place : position;
}

async function journals(
  wanted: Wanted,
  columns: Columns<Awaited<ReturnType<typeof findEntriesOf>>[number]>,
  codes: readonly string[],
): Promise<Slice> {
  const { format, position } = wanted.report;
  const shown = asBegun(columns, wanted.begun);
  const after = BigInt(position ?? 0);
  const upTo = after + BigInt(size);
  const head = await findHead(wanted.db, wanted.merchantId);
  const entries = await findEntriesOf(wanted.db, wanted.merchantId, { ...wanted, after, upTo }, codes);
  return {
    head: headOf(format, columns),
    lines: entries.map((entry) => lineOf(format, shown, entry)),
    next: upTo < (head?.number ?? 0n) ? { position: String(upTo) } : undefined,
  };
}
