import type { ModeTables } from '../../../../generated/database.ts';
import { byKnownClocks, ClockTurned, readClocks } from '../clocks.ts';
import type { Ran, Statement } from '../connect.ts';
import type { Db, Tx } from '../database.ts';
import { followsFromEarlier } from '../driver/violations.ts';
import type { OpenTransaction } from '../instances.ts';
import { begin, callsOf, runOnce } from '../run.ts';

export type Work<T> = (tx: Tx, clockOffsetMs: number) => Promise<T>;

/** The transaction was rolled back because of some of its merchants. Each may still succeed alone. */
export class NotTogether extends Error {
  override name = 'NotTogether';
  readonly merchantIds: readonly string[];

  constructor(merchantIds: readonly string[], cause?: unknown) {
    super('these merchants cannot share a transaction now', { cause });
    this.merchantIds = merchantIds;
  }
}

/** How long one merchant's lock may delay the others. Short of the second after which PostgreSQL looks for deadlocks. */
const patience: Statement = { text: 'SET LOCAL lock_timeout = 50', values: [] };
const gateOfAll: Statement = { text: 'SELECT pg_advisory_xact_lock_shared(4242)', values: [] };
const tryGates = `SELECT m AS merchant_id FROM unnest($1::text[]) AS m
  WHERE NOT pg_try_advisory_xact_lock_shared(4243, hashtext(m))`;

/**
 * Runs the works of several merchants in one transaction, each by its own clock and with its own `Tx`. It waits for no merchant
 * longer than 50 ms, and runs nothing again.
 *
 * @returns the results by merchant
 * @throws NotTogether         nothing was kept
 * @throws DatabaseUnavailable when the answer to COMMIT was lost, so the outcome is unknown
 *
 * Decision 0130.
 */
export function inTransactionOfMerchants<T>(
  db: Db,
  works: ReadonlyMap<string, Work<T>>,
): Promise<ReadonlyMap<string, T>> {
  // In one order in every process, so that two transactions do not lock in opposite orders.
  const merchantIds = [...works.keys()].toSorted();
  const seat = callsOf(db);
  const { schema, offsets } = seat.origin;
  const blame = new Blame();
  const start = (whole: OpenTransaction<ModeTables>, offsetOf: (merchantId: string) => number) =>
    runParts(whole, works, { merchantIds, offsetOf, blame });
  if (schema !== 'sandbox')
    return runOnce<ModeTables, ReadonlyMap<string, T>>(seat, [begin, patience], (whole) =>
      start(whole, () => 0),
    ).catch((error: unknown) => blame.rethrow(error));
  const opening = [
    begin,
    patience,
    gateOfAll,
    { text: tryGates, values: [merchantIds] },
    { text: readClocks, values: [merchantIds] },
  ];
  return runOnce<ModeTables, ReadonlyMap<string, T>>(seat, opening, async (whole, opened) => {
    const results = byKnownClocks({ offsets, merchantIds, opened }, (offsetOf) => start(whole, offsetOf));
    const [ran] = await Promise.allSettled([results]);
    refuseClosedGates(await opened);
    if (ran.status === 'fulfilled') return ran.value;
    const { reason } = ran;
    throw reason instanceof ClockTurned ? new NotTogether(reason.merchantIds, reason) : reason;
  }).catch((error: unknown) => blame.rethrow(error));
}

/**
 * Whose statement failed first. PostgreSQL refuses all that follow, also those that nobody waits for, and the transaction then ends
 * with the error alone.
 */
class Blame {
  whole: OpenTransaction<ModeTables> | undefined;
  #known: NotTogether | undefined;

  note(error: NotTogether): void {
    if (error.merchantIds.length > 0) this.#known ??= error;
  }

  rethrow(error: unknown): never {
    if (this.#known !== undefined) throw this.#known;
    const part = this.whole?.failedPart;
    throw part === undefined ? error : new NotTogether([part], error);
  }
}

type Running = {
  readonly merchantIds: readonly string[];
  readonly offsetOf: (merchantId: string) => number;
  readonly blame: Blame;
};

async function runParts<T>(
  whole: OpenTransaction<ModeTables>,
  works: ReadonlyMap<string, Work<T>>,
  { merchantIds, offsetOf, blame }: Running,
): Promise<ReadonlyMap<string, T>> {
  blame.whole = whole;
  const parts = new Map(merchantIds.map((id) => [id, whole.part(id)]));
  whole.beforeCommit.push(async () => {
    const last = await ofEach(parts, blame, (_id, part) => part.runBeforeCommit());
    return merchantIds.flatMap((id) => last.get(id) ?? []);
  });
  return await ofEach(parts, blame, async (id, part) => {
    const work = works.get(id);
    if (work === undefined) throw new Error('every merchant has a work');
    return await work(part, offsetOf(id));
  });
}

/** Waits for every merchant, even after one has failed: none may continue in a transaction that has ended. */
async function ofEach<P, T>(
  parts: ReadonlyMap<string, P>,
  blame: Blame,
  run: (merchantId: string, part: P) => Promise<T>,
): Promise<ReadonlyMap<string, T>> {
  const failures: { readonly merchantId: string; readonly error: unknown }[] = [];
  const results = new Map<string, T>();
  await Promise.all(
    [...parts].map(([merchantId, part]) =>
      run(merchantId, part).then(
        (result) => results.set(merchantId, result),
        (error: unknown) => failures.push({ merchantId, error }),
      ),
    ),
  );
  if (failures.length === 0) return results;
  const causes = failures.filter(({ error }) => !followsFromEarlier(error));
  const error = new NotTogether(
    causes.map(({ merchantId }) => merchantId),
    causes[0]?.error,
  );
  blame.note(error);
  throw error;
}

/** The merchant's sandbox is being reset, or their clock moved: that may take long, and whatever was written is not safe from it. */
function refuseClosedGates(opened: readonly Ran[]): void {
  const closed: readonly { merchant_id: string }[] = opened.at(-2)?.rows ?? [];
  if (closed.length > 0) throw new NotTogether(closed.map(({ merchant_id: id }) => id));
}
