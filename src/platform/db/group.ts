import { carried } from '../telemetry/trace.ts';
import { type Db, inTransaction, type Tx } from './database.ts';
import { classify } from './violations.ts';

type Work<T> = (tx: Tx, clockOffsetMs: number) => Promise<T>;

/** A call that waits for the next shared transaction. */
type Waiting = {
  /** Returns a function that resolves the call; it is called after the commit. */
  readonly work: Work<() => void>;
  readonly failed: (error: unknown) => void;
};

/** One merchant: whether a shared transaction is open, and which calls wait for the next. */
type Group = { open: boolean; waiting: Waiting[] };

const groups = new WeakMap<Db, Map<string, Group>>();
/** Bounds how long a shared transaction takes, and so how long a call in it waits. */
const maxCalls = 32;

/**
 * Like `inTransaction`, for work that only inserts rows of its own. Calls of one merchant that arrive while such a transaction
 * is open share the next one: many calls cost one commit, and a call that arrives alone does not wait. If one of them fails,
 * the shared transaction is rolled back and each call runs again in its own, so no call fails because of another.
 *
 * @throws DatabaseUnavailable for all of them when the answer to COMMIT was lost, so the outcome is unknown
 *
 * Decision 0022.
 */
export function inSharedTransaction<T>(db: Db, merchantId: string, work: Work<T>): Promise<T> {
  const group = groupOf(db, merchantId);
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  // The transaction may be opened by another call, which is of another trace.
  const own = carried(work);
  const handedOver: Waiting['work'] = async (tx, clockOffsetMs) => {
    const result = await own(tx, clockOffsetMs);
    return () => resolve(result);
  };
  group.waiting.push({ work: handedOver, failed: reject });
  if (!group.open) void run(db, merchantId, group);
  return promise;
}

function groupOf(db: Db, merchantId: string): Group {
  const ofDb = groups.get(db) ?? new Map<string, Group>();
  groups.set(db, ofDb);
  const group = ofDb.get(merchantId) ?? { open: false, waiting: [] };
  ofDb.set(merchantId, group);
  return group;
}

async function run(db: Db, merchantId: string, group: Group): Promise<void> {
  group.open = true;
  while (group.waiting.length > 0) await runTogether(db, merchantId, group.waiting.splice(0, maxCalls));
  group.open = false;
  groups.get(db)?.delete(merchantId);
}

/** Never throws: each call gets its own result or error. */
async function runTogether(db: Db, merchantId: string, calls: readonly Waiting[]): Promise<void> {
  if (calls.length === 1) return await runSeparately(db, merchantId, calls);
  try {
    const results = await inTransaction(db, merchantId, (tx, clockOffsetMs) =>
      allOf(calls.map(({ work }) => work(tx, clockOffsetMs))),
    );
    for (const handOut of results) handOut();
  } catch (error) {
    if (classify(error) === 'unavailable') for (const { failed } of calls) failed(error);
    else await runSeparately(db, merchantId, calls);
  }
}

async function runSeparately(db: Db, merchantId: string, calls: readonly Waiting[]): Promise<void> {
  await Promise.all(
    calls.map(({ work, failed }) => inTransaction(db, merchantId, work).then((handOut) => handOut(), failed)),
  );
}

/** Waits for every work, even after one has failed: none may continue in a transaction that has ended. */
async function allOf<T>(works: readonly Promise<T>[]): Promise<readonly T[]> {
  await Promise.allSettled(works);
  return await Promise.all(works);
}
