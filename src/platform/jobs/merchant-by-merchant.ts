import { type Db, inTransactionAcrossMerchants, type Tx } from '../db/database.ts';
import { isSpread } from '../db/together/spread.ts';

type Turns<T> = {
  /** Names the merchants for whom there may be something to do. It asks every node, so it locks and writes nothing. */
  readonly find: (tx: Tx) => Promise<readonly { readonly merchant_id: string }[]>;
  /** Does it for one of them, up to `left` times: each of its statements goes to the node of the merchant. */
  readonly work: (tx: Tx, merchantId: string, left: number) => Promise<readonly T[]>;
  readonly most?: number;
  readonly open?: typeof inTransactionAcrossMerchants;
};

/**
 * What a worker does across merchants, where they are distributed: first it asks for whom, then it works for one after the other,
 * each in a transaction of its own. Citus locks rows on one node only, and a transaction on two nodes costs a second commit.
 */
export async function merchantByMerchant<T>(
  db: Db,
  { find, work, most = Number.POSITIVE_INFINITY, open = inTransactionAcrossMerchants }: Turns<T>,
): Promise<readonly T[]> {
  const done: T[] = [];
  for (const { merchant_id: merchantId } of await open(db, find)) {
    if (done.length >= most) break;
    try {
      done.push(...(await open(db, (tx) => work(tx, merchantId, most - done.length))));
    } catch (error) {
      // What was done before counts. The next turn meets the error again.
      if (done.length === 0) throw error;
      break;
    }
  }
  return done;
}

type Daily = {
  readonly find: Turns<number>['find'];
  /** @returns how much it did; none: nothing is left to do for this merchant */
  readonly work: (tx: Tx, merchantId: string) => Promise<number>;
  readonly signal?: AbortSignal;
};

/** A daily job, in batches: it goes on until no merchant has anything left. */
export async function untilNoneIsLeft(db: Db, { find, work, signal }: Daily): Promise<void> {
  let done: readonly number[] = [];
  do {
    signal?.throwIfAborted();
    done = await merchantByMerchant(db, { find, work: async (tx, id) => [await work(tx, id)] });
  } while (done.some((count) => count > 0));
}

type Group<Row> = {
  readonly rows: readonly Row[];
  /** Whose they are. Undefined: of any merchants, since nothing is distributed. */
  readonly of: string | undefined;
};

/** What one transaction may write: where merchants are distributed the rows of one merchant, otherwise all of them. */
export async function byMerchant<Row extends { readonly merchantId: string }>(
  db: Db,
  rows: readonly Row[],
): Promise<readonly Group<Row>[]> {
  if (!(await isSpread(db))) return [{ rows, of: undefined }];
  return [...Map.groupBy(rows, ({ merchantId }) => merchantId)].map(([of, own]) => ({ rows: own, of }));
}
