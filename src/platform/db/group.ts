import { type Db, inTransaction, type Tx } from './database.ts';
import { classify } from './violations.ts';

type Work<T> = (tx: Tx, clockOffsetMs: number) => Promise<T>;

/** A call that waits for the transaction it will share. */
type Waiting = {
  /** Answers how to hand out its result, which is not before the commit. */
  readonly work: Work<() => void>;
  readonly failed: (error: unknown) => void;
};

/** Of one merchant: whether a shared transaction is open, and who takes part in the next. */
type Group = { open: boolean; waiting: Waiting[] };

const groups = new WeakMap<Db, Map<string, Group>>();
/** A transaction that many share is long; none of them is to wait long. */
const most = 32;

/**
 * Like `inTransaction`, for work that only adds rows of its own: calls of one merchant that come while another such
 * transaction is open share the next one, so a busy merchant pays one commit for many calls, and a quiet one waits for
 * nobody. All of them are kept; where one fails none is, and each is done again alone: nobody's refusal is another's.
 *
 * @throws DatabaseUnavailable for all of them when the answer to COMMIT was lost: the outcome is unknown
 *
 * Decision 0022.
 */
export function inSharedTransaction<T>(db: Db, merchantId: string, work: Work<T>): Promise<T> {
  const group = groupOf(db, merchantId);
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const handedOver: Waiting['work'] = async (tx, clockOffsetMs) => {
    const result = await work(tx, clockOffsetMs);
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
  while (group.waiting.length > 0) await together(db, merchantId, group.waiting.splice(0, most));
  group.open = false;
  groups.get(db)?.delete(merchantId);
}

/** Never throws: everybody hears of his own end. */
async function together(db: Db, merchantId: string, calls: readonly Waiting[]): Promise<void> {
  if (calls.length === 1) return await oneByOne(db, merchantId, calls);
  try {
    const results = await inTransaction(db, merchantId, (tx, clockOffsetMs) =>
      allOf(calls.map(({ work }) => work(tx, clockOffsetMs))),
    );
    for (const handOut of results) handOut();
  } catch (error) {
    if (classify(error) === 'unavailable') for (const { failed } of calls) failed(error);
    else await oneByOne(db, merchantId, calls);
  }
}

async function oneByOne(db: Db, merchantId: string, calls: readonly Waiting[]): Promise<void> {
  await Promise.all(
    calls.map(({ work, failed }) => inTransaction(db, merchantId, work).then((handOut) => handOut(), failed)),
  );
}

/** Every one has ended before the transaction does, also where one has failed: none may go on in an ended transaction. */
async function allOf<T>(works: readonly Promise<T>[]): Promise<readonly T[]> {
  await Promise.allSettled(works);
  return await Promise.all(works);
}
