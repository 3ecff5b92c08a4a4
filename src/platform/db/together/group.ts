import { monotonicMs } from '../../clock.ts';
import { Recent } from '../../recent.ts';
import { carried } from '../../telemetry/trace.ts';
import { type Behind, nothingBehind } from '../../turns.ts';
import { type Db, inTransaction } from '../database.ts';
import { isCrowdedOut } from '../driver/crowded-out.ts';
import { classify, DatabaseUnavailable, followsFromEarlier, hasAnswered } from '../driver/violations.ts';
import { originOf } from '../run.ts';
import { inTransactionOfMerchants, NotTogether, type Work } from './across.ts';
import { onceKnown } from './spread.ts';

/** A call that waits for the next shared transaction. */
type Waiting = {
  /** Returns a function that resolves the call; it is called after the commit. */
  readonly work: Work<() => void>;
  readonly failed: (error: unknown) => void;
  readonly sinceMs: number;
};

/** The calls of one merchant. They are in at most one open transaction, so that they cannot lock each other. */
type Line = { readonly merchantId: string; readonly waiting: Waiting[]; isOpen: boolean };

/** Calls that run in one transaction. */
type Batch = { readonly calls: ReadonlyMap<Line, readonly Waiting[]>; readonly isApart: boolean };

const sharings = new WeakMap<Db, Sharing>();
/** Bounds how long a shared transaction takes, and so how long a call in it waits. */
const maxCalls = 32;
/** How many transactions that merchants share are open. With one, the disk would wait while the next is made. */
const mostOpen = 2;
/** How long a merchant shares with nobody after a call of theirs failed, so that they cannot slow others down again and again. */
const apartMs = 10_000;
const mostApart = 10_000;

/**
 * Like `inTransaction`, for work that only inserts rows of its own. Calls that arrive while two such transactions are open, or one
 * of the same merchant, share the next one: many calls cost one commit, and a call that arrives alone does not wait. If one of them
 * fails, the shared transaction is rolled back and each call runs again in its own, so no call fails because of another.
 *
 * @throws DatabaseUnavailable for all of them when the answer to COMMIT was lost, so the outcome is unknown
 *
 * Decisions 0022 and 0130.
 */
export function inSharedTransaction<T>(db: Db, merchantId: string, work: Work<T>): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  // The transaction may be opened by another call, which is of another trace.
  const own = carried(work);
  const handedOver: Waiting['work'] = async (tx, clockOffsetMs) => {
    const result = await own(tx, clockOffsetMs);
    return () => resolve(result);
  };
  const sharing = sharings.get(db) ?? new Sharing(db);
  sharings.set(db, sharing);
  const call = { work: handedOver, failed: reject, sinceMs: monotonicMs() };
  onceKnown(db, (spread) => sharing.add(merchantId, call, spread), reject);
  return promise;
}

/** What waits for the connections of calls, or for a shared transaction. */
export function callsBehind(db: Db): Behind {
  const ofPool = originOf(db).calls.turns.behind;
  const { times, waitedMs } = sharings.get(db)?.behind ?? nothingBehind;
  return { times: Math.max(ofPool.times, times), waitedMs: Math.max(ofPool.waitedMs, waitedMs) };
}

class Sharing {
  readonly #db: Db;
  /** Those with calls that wait or run. The one that was served last is last. */
  readonly #lines = new Map<string, Line>();
  /** Until when these merchants share with nobody. */
  readonly #apart = new Recent<number>(mostApart);
  #open = 0;

  constructor(db: Db) {
    this.#db = db;
  }

  /** @param spread merchants are distributed over nodes: a transaction writes on one, so they never share */
  add(merchantId: string, call: Waiting, spread: boolean): void {
    if (spread) this.#apart.set(merchantId, Number.POSITIVE_INFINITY);
    const line = this.#lines.get(merchantId) ?? { merchantId, waiting: [], isOpen: false };
    this.#lines.set(merchantId, line);
    line.waiting.push(call);
    this.#startNext();
  }

  /** Calls that wait because so many transactions are open. Those that wait for one of their own merchant are not among them. */
  get behind(): Behind {
    if (this.#open < mostOpen) return nothingBehind;
    const waiting = [...this.#lines.values()].flatMap((line) => (line.isOpen ? [] : line.waiting));
    if (waiting.length === 0) return nothingBehind;
    const sinceMs = Math.min(...waiting.map((call) => call.sinceMs));
    return { times: waiting.length / (mostOpen * maxCalls), waitedMs: monotonicMs() - sinceMs };
  }

  #startNext(): void {
    for (let batch = this.#next(); batch !== undefined; batch = this.#next()) void this.#run(batch);
  }

  /** Takes the calls that may run now. */
  #next(): Batch | undefined {
    const lines = [...this.#lines.values()].filter(({ isOpen }) => !isOpen);
    const alone = lines.find(({ merchantId }) => (this.#apart.get(merchantId) ?? 0) > monotonicMs());
    if (alone) return this.#take([alone], true);
    return lines.length === 0 || this.#open >= mostOpen ? undefined : this.#take(lines, false);
  }

  /** Each merchant gets an equal share of the places. */
  #take(lines: readonly Line[], isApart: boolean): Batch {
    const served = lines.slice(0, maxCalls);
    const share = Math.floor(maxCalls / served.length);
    for (const line of served) {
      line.isOpen = true;
      this.#lines.delete(line.merchantId);
      this.#lines.set(line.merchantId, line);
    }
    return { calls: new Map(served.map((line) => [line, line.waiting.splice(0, share)])), isApart };
  }

  /** Never rejects. */
  async #run({ calls, isApart }: Batch): Promise<void> {
    if (!isApart) this.#open += 1;
    const away = await this.#runTogether(calls);
    if (!isApart) this.#open -= 1;
    for (const line of calls.keys()) line.isOpen = false;
    if (away instanceof DatabaseUnavailable) this.#giveUp(calls, away);
    for (const line of this.#lines.values())
      if (!line.isOpen && line.waiting.length === 0) this.#lines.delete(line.merchantId);
    this.#startNext();
  }

  /**
   * Whoever has waited as long as others wait for a connection does not begin to wait for a database that is away. All merchants are
   * given up at once: one batch after the other would wait for it anew. That a merchant got no connection in time says nothing of others.
   */
  #giveUp(calls: Batch['calls'], error: DatabaseUnavailable): void {
    const lines = isCrowdedOut(error) ? calls.keys() : this.#lines.values();
    const beforeMs = monotonicMs() - originOf(this.#db).calls.turns.waitMs;
    const late = [...lines].flatMap(({ waiting }) =>
      waiting.splice(0, waiting.filter(({ sinceMs }) => sinceMs < beforeMs).length),
    );
    for (const { failed } of late) failed(error);
  }

  /**
   * Each call gets its own result or error.
   *
   * @returns why not all of them succeeded, if it is because the database does not answer
   */
  async #runTogether(lines: Batch['calls']): Promise<unknown> {
    const calls = [...lines.values()].flat();
    if (calls.length === 1) return await this.#runSeparately(lines);
    try {
      const results = await this.#inOne(lines);
      for (const handOut of results) handOut();
      return undefined;
    } catch (error) {
      const { merchantIds, cause } = error instanceof NotTogether ? error : { merchantIds: [], cause: error };
      if (classify(cause) === 'unavailable' && !hasAnswered(cause)) {
        for (const { failed } of calls) failed(cause);
        return cause;
      }
      for (const id of merchantIds) this.#apart.set(id, monotonicMs() + apartMs);
      return await this.#runSeparately(lines);
    }
  }

  async #inOne(lines: Batch['calls']): Promise<readonly (() => void)[]> {
    const works = new Map(
      [...lines].map(([{ merchantId }, calls]): [string, Work<readonly (() => void)[]>] => [
        merchantId,
        (tx, clockOffsetMs) => allOf(calls.map(({ work }) => work(tx, clockOffsetMs))),
      ]),
    );
    const [only, ...others] = works;
    if (only && others.length === 0) return await inTransaction(this.#db, ...only);
    return [...(await inTransactionOfMerchants(this.#db, works)).values()].flat();
  }

  async #runSeparately(lines: Batch['calls']): Promise<unknown> {
    let away: unknown;
    const all = [...lines].flatMap(([{ merchantId }, calls]) =>
      calls.map((call) => ({ merchantId, ...call })),
    );
    await Promise.all(
      all.map(({ merchantId, work, failed }) =>
        inTransaction(this.#db, merchantId, work).then(
          (handOut) => handOut(),
          (error: unknown) => failed(error instanceof DatabaseUnavailable ? (away = error) : error),
        ),
      ),
    );
    return away;
  }
}

/** Waits for every work, even after one has failed: none may continue in a transaction that has ended. */
async function allOf<T>(works: readonly Promise<T>[]): Promise<readonly T[]> {
  const ended = await Promise.allSettled(works);
  const failures = ended.flatMap((end) => (end.status === 'rejected' ? [end.reason as unknown] : []));
  if (failures.length > 0) throw failures.find((error) => !followsFromEarlier(error)) ?? failures[0];
  return await Promise.all(works);
}
