import { CompiledQuery } from 'kysely';
import {
  type Db,
  inPlatformTransaction,
  inTransactionAcrossMerchants,
  type PlatformDb,
} from '../db/database.ts';
import { isSpread } from '../db/together/spread.ts';
import { merchantsIn } from './merchant-by-merchant.ts';

/** Old rows that a daily job deletes or adds up, in three statements. */
export type OldRows = {
  /** Small, so that no statement holds its locks for long. */
  readonly batch: number;
  /** Does it for at most `$1` rows of any merchants, and selects how many they were, as `count`. */
  readonly all: string;
  /** The same, of the merchant `$2`. */
  readonly ofMerchant: string;
  /**
   * Of the rows that a batch looks at some stay as they are, and the next batch must not look at them again. `all` and `ofMerchant` then
   * count what they looked at, and select where they ended, as `last`. The next batch gets it as one more parameter, the first one null.
   */
  readonly keepsSome?: true;
  /** Selects `merchant_id` of merchants who have such rows, without the merchants `$1`. */
  readonly merchants: string;
};

/** Rows of a table that a daily job only deletes. `condition` says in SQL which are old. */
export function oldRowsOf(table: string, condition: string): OldRows {
  const deleteSome = (of = '') => `WITH gone AS (
    DELETE FROM ${table} WHERE ctid = ANY (ARRAY(SELECT ctid FROM ${table} WHERE ${condition} ${of} LIMIT $1)) ${of} RETURNING 1)
    SELECT count(*)::int AS count FROM gone`;
  return {
    batch: 1000,
    all: deleteSome(),
    ofMerchant: deleteSome('AND merchant_id = $2'),
    merchants: `SELECT DISTINCT merchant_id FROM (
      SELECT merchant_id FROM ${table} WHERE ${condition} AND NOT merchant_id = ANY ($1::uuid[]) LIMIT 10000) old`,
  };
}

/**
 * A daily job, for one mode, that goes through each kind of rows in batches, until one was not full. Where merchants are distributed, it
 * goes from one merchant to the next; one that fails keeps nobody else from their turn. It may run again at any time.
 *
 * @throws the first error of a kind, at its end
 */
export const inBatches =
  (...kinds: readonly OldRows[]) =>
  async ({ db }: { readonly db: Db }, signal: AbortSignal): Promise<void> => {
    for (const rows of kinds) {
      if (await isSpread(db)) await ofEachMerchant(db, rows, signal);
      else await untilNotFull(runnerOn(db), rows, signal);
    }
  };

/** The same for tables that belong to no merchant and to no mode. */
export async function ofPeopleInBatches(
  platform: PlatformDb,
  kinds: readonly Batches[],
  signal: AbortSignal,
): Promise<void> {
  for (const rows of kinds)
    await untilNotFull(
      (query) => inPlatformTransaction(platform, (tx) => tx.executeQuery<Counted>(query)),
      rows,
      signal,
    );
}

async function ofEachMerchant(db: Db, rows: OldRows, signal: AbortSignal): Promise<void> {
  const failures: unknown[] = [];
  const served = new Set<string>();
  // What is found is bounded: merchants with many rows would hide others, also if theirs cannot be deleted.
  for (let hasNew = true; hasNew; ) {
    const found = await inTransactionAcrossMerchants(db, merchantsIn(rows.merchants, [[...served]]));
    hasNew = found.length > 0;
    for (const { merchant_id: id } of found) {
      signal.throwIfAborted();
      served.add(id);
      await untilNotFull(runnerOn(db), rows, signal, id).catch((error: unknown) => failures.push(error));
    }
  }
  if (failures.length > 0) throw failures[0];
}

type Batches = Pick<OldRows, 'batch' | 'all' | 'keepsSome'> & Partial<Pick<OldRows, 'ofMerchant'>>;
type Counted = { readonly count: number; readonly last?: string };
type Run = (query: CompiledQuery) => Promise<{ readonly rows: readonly Counted[] }>;

const runnerOn =
  (db: Db): Run =>
  (query) =>
    inTransactionAcrossMerchants(db, (tx) => tx.executeQuery<Counted>(query));

async function untilNotFull(
  run: Run,
  { batch, all, ofMerchant = all, keepsSome }: Batches,
  signal: AbortSignal,
  merchantId?: string,
): Promise<void> {
  const [text, given] = merchantId === undefined ? [all, [batch]] : [ofMerchant, [batch, merchantId]];
  let [count, last]: [number, string | null] = [batch, null];
  while (count === batch) {
    signal.throwIfAborted();
    const { rows } = await run(CompiledQuery.raw(text, keepsSome ? [...given, last] : given));
    count = rows[0]?.count ?? 0;
    last = rows[0]?.last ?? null;
  }
}
