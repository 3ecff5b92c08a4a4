import { CompiledQuery } from 'kysely';
import { monotonicMs } from '../clock.ts';
import { type Db, inTransactionAcrossMerchants, type Tx } from '../db/database.ts';
import { isSpread } from '../db/together/spread.ts';
import { Recent } from '../recent.ts';
import { type Announced, announcedIn, type Queue } from './announced.ts';

type Turns<T> = {
  /** Those whose work of this name has failed rest from it, and from nothing else. */
  readonly name: string;
  /**
   * Names the merchants for whom there may be something to do. It asks every node, so it locks and writes nothing. Those who rest need
   * no turn: a query with a LIMIT must leave them out.
   */
  readonly find: (tx: Tx, resting: readonly string[]) => Promise<readonly { readonly merchant_id: string }[]>;
  /** Does it for one of them, at most `room` times: each of its statements goes to the node of the merchant. */
  readonly work: (tx: Tx, merchantId: string, room: number) => Promise<readonly T[]>;
  readonly most?: number;
  /** Where the work is announced. `find` then asks once a second, and in between those who were announced have their turn. */
  readonly queue?: Queue;
  readonly open?: typeof inTransactionAcrossMerchants;
};

/** After so many a turn ends: each may have waited for a node that does not answer. */
const mostFailures = 3;
/**
 * How long a merchant rests who has failed: their work is the oldest, and would come first in every turn. At least this long, and longer
 * than two turns of failures that take as long, so that those behind them are met before they are awake again.
 */
const leastRestMs = 5000;
const restOf = (failedMs: number) => Math.max(leastRestMs, 2 * mostFailures * failedMs);
const mostResting = 1000;

/** Until when they rest, for each kind of work. */
const resting = new WeakMap<Db, Map<string, Recent<number>>>();

function restingFrom(db: Db, name: string): Recent<number> {
  const ofAll = resting.get(db) ?? new Map<string, Recent<number>>();
  const ofName = ofAll.get(name) ?? new Recent<number>(mostResting);
  resting.set(db, ofAll.set(name, ofName));
  return ofName;
}

/**
 * What a worker does across merchants, where they are distributed: first it asks for whom, then it works for one after the other,
 * each in a transaction of its own. Citus locks rows on one node only, and a transaction on several nodes waits for all of them. A merchant
 * who fails rests for a while, so that they do not keep the others from their turn.
 *
 * @throws the first error, if nothing was done for anybody; otherwise a later turn meets it again
 */
export async function merchantByMerchant<T>(db: Db, turns: Turns<T>): Promise<readonly T[]> {
  const { name, work, most = Number.POSITIVE_INFINITY, queue, open = inTransactionAcrossMerchants } = turns;
  const done: T[] = [];
  const failures: unknown[] = [];
  const untilMs = restingFrom(db, name);
  const announced = announcedIn(db, queue);
  for (const merchantId of await whoseTurn(db, turns, announced)) {
    if (done.length >= most || failures.length >= mostFailures) break;
    // Before the work: what is announced meanwhile may come too late for it.
    announced.delete(merchantId);
    const beganMs = monotonicMs();
    try {
      const own = await open(db, (tx) => work(tx, merchantId, most - done.length));
      if (own.length > 0) announced.add(merchantId);
      done.push(...own);
    } catch (error) {
      failures.push(error);
      untilMs.set(merchantId, monotonicMs() + restOf(monotonicMs() - beganMs));
    }
  }
  if (done.length === 0 && failures.length > 0) throw failures[0];
  return done;
}

/** Those who were found, if it is time to ask, and then those who were announced: without those who rest. */
async function whoseTurn(
  db: Db,
  { name, find, open = inTransactionAcrossMerchants }: Turns<unknown>,
  announced: Announced,
): Promise<readonly string[]> {
  const nowMs = monotonicMs();
  const asleep = new Set(
    [...restingFrom(db, name).entries()].flatMap(([id, ms]) => (ms > nowMs ? [id] : [])),
  );
  const found: string[] = [];
  if (announced.isTimeToAsk) {
    // Before it: what is announced meanwhile for anybody may be missing in the answer.
    announced.asked(nowMs);
    const rows = await open(db, (tx) => find(tx, [...asleep])).catch((error: unknown) => {
      announced.hear([]);
      throw error;
    });
    for (const row of rows) found.push(row.merchant_id);
  }
  const all = new Set([...found, ...announced.merchantIds]);
  // This turn may end before it comes to them.
  for (const merchantId of found) announced.add(merchantId);
  return [...all].filter((merchantId) => !asleep.has(merchantId));
}

/** How long a worker waits before it looks again for what others have left behind. To ask every node costs more. */
export async function sweepPauseMs(db: Db): Promise<number> {
  const isAskingEveryNode = await Promise.resolve(isSpread(db)).catch(() => false);
  return isAskingEveryNode ? 4000 : 1000;
}

/** @param text selects `merchant_id` */
export const merchantsIn =
  (text: string, values: readonly unknown[] = []) =>
  async (tx: Tx): ReturnType<Turns<unknown>['find']> =>
    (await tx.executeQuery<{ merchant_id: string }>(CompiledQuery.raw(text, [...values]))).rows;

type Part<Row> = {
  readonly rows: readonly Row[];
  /** Whose they are. Undefined: of any merchants, since nothing is distributed. */
  readonly of: string | undefined;
};

/** Where merchants are distributed the rows of one merchant, otherwise all of them. */
async function byMerchant<Row extends { readonly merchantId: string }>(
  db: Db,
  rows: readonly Row[],
): Promise<readonly Part<Row>[]> {
  if (!(await isSpread(db))) return [{ rows, of: undefined }];
  return [...Map.groupBy(rows, ({ merchantId }) => merchantId)].map(([of, own]) => ({ rows: own, of }));
}

/**
 * Writes rows of several merchants in parts that may each be one transaction. A part that fails does not keep the others from being
 * written.
 *
 * @throws the first error, at the end
 */
export async function inParts<Row extends { readonly merchantId: string }>(
  db: Db,
  rows: readonly Row[],
  write: (part: Part<Row>) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = [];
  for (const part of await byMerchant(db, rows))
    await write(part).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}

const askedAtOnce = 4;

/** Asks for each merchant, a few at once: all at once would take every connection. */
export async function askForEach<T>(
  merchantIds: readonly string[],
  ask: (merchantId: string) => Promise<T>,
): Promise<readonly T[]> {
  const answers: T[] = [];
  for (let at = 0; at < merchantIds.length; at += askedAtOnce)
    answers.push(...(await Promise.all(merchantIds.slice(at, at + askedAtOnce).map(ask))));
  return answers;
}
