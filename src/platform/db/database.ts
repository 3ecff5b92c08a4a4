import type { Kysely } from 'kysely';
import type { ModeTables, PlatformTables } from '../../../generated/database.ts';
import { Recent } from '../recent.ts';
import type { GivenKeys } from '../secrets.ts';
import { byKnownClocks, offsetsIn, readClock } from './clocks.ts';
import { onFreeConnection, type Source, type Statement, type User } from './connect.ts';
import { instanceOn, type LastStep, type Queue, runnerFor } from './instances.ts';
import { type Notifier, openNotifier } from './notifier.ts';
import { clientOptions, type Logins, loginsWith, Pools, type PoolUse, type Size, sizesOf } from './pool.ts';
import { runnerInNameOf, runnerOf } from './reads.ts';
import { roles } from './roles.ts';
import {
  begin,
  callsOf,
  type Instance,
  type Origin,
  originOf,
  runOnce,
  type Seat,
  setOrigin,
  withRetries,
  workersOf,
} from './run.ts';
import { clockOf, ping } from './server.ts';

export type Db = Kysely<ModeTables>;
export type PlatformDb = Kysely<PlatformTables>;

/** An open transaction of a mode. Functions that write take a `Tx`, so a write outside a transaction does not compile. */
export type Tx = Db & {
  /** The queues whose workers are notified after COMMIT. */
  readonly notifications: Set<Queue>;
  /** Steps run just before COMMIT: those that take locks which other transactions wait for. */
  readonly beforeCommit: LastStep[];
  /** Takes the answer to a statement that nothing needs, so that the next one is sent without waiting for it. */
  readonly goOnWithout: (answer: Promise<unknown>) => void;
  /** What is counted only if the transaction was committed. It must not throw. */
  readonly afterCommit: (() => void)[];
};

export type Databases = {
  readonly sandbox: Db;
  readonly live: Db;
  readonly platform: PlatformDb;
  /**
   * Rejects if any of the three instances does not answer, or is on a server that is too old. A mode whose connections are all in use,
   * and come back, is not asked.
   */
  readonly ping: () => Promise<void>;
  /** The milliseconds since 1970 that PostgreSQL's clock shows. */
  readonly clock: () => Promise<number>;
  /** How the connections of this process are used now. */
  readonly pools: () => readonly PoolUse[];
  readonly close: () => Promise<void>;
};

type Options = {
  /** The owner's connection URL; each role's name and password are filled in. */
  readonly url: string;
  /** Connection URLs of individual instances. One without a user is logged in to as the owner's is. */
  readonly urls?: Readonly<Partial<Record<Instance, string>>>;
  /** For LISTEN, which does not work through a pooler. Defaults to the owner's URL. */
  readonly directUrl?: string;
  readonly secretKey: GivenKeys;
  /** How many connections to open at most, for all that this process does. Default: 25. */
  readonly connections?: number;
  /** Receives errors of idle connections. */
  readonly report: (error: Error) => void;
  /** How many times as long as usual to wait, for tests on a busy machine. Default: 1. */
  readonly patience?: number;
};

/** Opens the three instances. They connect on first use. Decision 0004. */
export function openDatabases(options: Options): Databases {
  const loginsOf = (schema: Instance): Logins => {
    const role = roles.find((candidate) => candidate.schema === schema) ?? roles[0];
    const own = options.urls?.[schema];
    return loginsWith(options.secretKey, { role, url: own ?? options.url, own: own !== undefined });
  };
  const { directUrl } = options;
  // The owner's URL leads past a pooler: migrations need that, too.
  const direct = loginsOf('platform').map((login) =>
    clientOptions({ ...login, url: directUrl ?? options.url, own: directUrl !== undefined }),
  );
  const sizes = sizesOf(options.connections);
  const notifier = openNotifier(direct, options.report);
  const pools = new Pools(options.report);
  const open = (schema: Instance, size: Size, name: string = schema): Source =>
    pools.open(name, loginsOf(schema), { ...size, patience: options.patience ?? 1 });
  const common = () => ({ notifier, offsets: new Map() });
  const openMode = (schema: 'sandbox' | 'live'): Db => {
    const [calls, workers] = [open(schema, sizes.calls), open(schema, sizes.workers, `${schema}_workers`)];
    return instanceOf<ModeTables>({ schema, calls, workers, ...common() });
  };
  const openPlatform = (calls: Source): PlatformDb =>
    instanceOf<PlatformTables>({ schema: 'platform', calls, workers: calls, ...common() });
  const platform = openPlatform(open('platform', sizes.platform));
  const instances = { sandbox: openMode('sandbox'), live: openMode('live'), platform };
  return {
    ...instances,
    ping: () => ping(instances, options.patience),
    clock: () => clockOf(platform),
    pools: () => pools.uses(),
    close: async () => {
      await notifier.close();
      await pools.close();
    },
  };
}

function instanceOf<T>(origin: Origin, runner = runnerOf(origin.calls), user?: User): Kysely<T> {
  const db = instanceOn<T>((consumer) => onFreeConnection(origin.calls, consumer, user), runner);
  setOrigin(db, origin);
  return db;
}

/** See `inNameOf`. */
const named = new WeakMap<Origin, Recent<Db>>();
const mostNamed = 10_000;

/**
 * The same instance, for reads in the name of a merchant: those that may be slow count among the connections that the merchant
 * uses. Reads that are pipelined do not, since they share connections and are short.
 */
export function inNameOf(db: Db, merchantId: string): Db {
  const origin = originOf(db);
  const ofOrigin = named.get(origin) ?? new Recent<Db>(mostNamed);
  named.set(origin, ofOrigin);
  const known = ofOrigin.get(merchantId);
  if (known) return known;
  const user = { name: merchantId };
  const own = instanceOf<ModeTables>(origin, runnerInNameOf(user, origin.calls, runnerFor(db)), user);
  ofOrigin.set(merchantId, own);
  return own;
}

/** The notifier of this process, and the channel name of each of the instance's queues. */
export function notifierOf(db: Db): {
  readonly notifier: Notifier;
  readonly channel: (queue: Queue) => string;
} {
  const { notifier, schema } = originOf(db);
  return { notifier, channel: (queue) => `${schema}_${queue}` };
}

/**
 * Runs one transaction of one merchant. After a deadlock `work` runs again, so it must have no effect outside the database.
 * In the sandbox the merchant's clock cannot move while the transaction is open. Decision 0007.
 *
 * @throws DatabaseUnavailable when the answer to COMMIT was lost, so the outcome is unknown
 */
export function inTransaction<T>(
  db: Db,
  merchantId: string,
  work: (tx: Tx, clockOffsetMs: number) => Promise<T>,
): Promise<T> {
  return withGate(db, merchantId, shared, work);
}

/** Runs while no other transaction of the merchant is open: to move their clock or reset their sandbox. */
export function inExclusiveTransaction<T>(
  db: Db,
  merchantId: string,
  work: (tx: Tx, clockOffsetMs: number) => Promise<T>,
): Promise<T> {
  if (originOf(db).schema !== 'sandbox') throw new Error(onlySandbox);
  return withGate(db, merchantId, exclusive, work);
}

/** Runs a worker's transaction across merchants. In the sandbox, the nightly reset waits for it. */
export function inTransactionAcrossMerchants<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return gated(workersOf(db), [begin], work);
}

/** Runs a worker's claim. COMMIT does not wait for the disk: if a server crash loses the claim, another worker claims again. */
export function inClaimAcrossMerchants<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return gated(workersOf(db), beginClaim, work);
}

/** Runs a claim of work of one merchant. Like `inClaimAcrossMerchants`, but in the merchant's name. */
export function inClaim<T>(db: Db, merchantId: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  return gated(callsOf(db, { name: merchantId }), beginClaim, work);
}

/** Longer than for a call: nobody waits for the answer. Short enough not to hold up VACUUM. */
const snapshotPatienceMs = 30_000;
const beginSnapshot: readonly Statement[] = [
  { text: 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY', values: [] },
  { text: `SET LOCAL statement_timeout = ${snapshotPatienceMs}`, values: [] },
];

/** Reads one state of the database with several statements, and holds it no longer than they take. */
export function inSnapshotAcrossMerchants<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return gated({ ...workersOf(db), patienceMs: snapshotPatienceMs + 1000 }, beginSnapshot, work);
}

function gated<T>(seat: Seat, opening: readonly Statement[], work: (tx: Tx) => Promise<T>): Promise<T> {
  const gate = { text: 'SELECT pg_advisory_xact_lock_shared(4242)', values: [] };
  const opened = seat.origin.schema === 'sandbox' ? [...opening, gate] : opening;
  return withRetries(() => runOnce<ModeTables, T>(seat, opened, (tx) => work(tx)));
}

/** Runs while no other transaction of the sandbox is open: for its nightly reset. */
export function inExclusiveTransactionAcrossMerchants<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  const seat = workersOf(db);
  if (seat.origin.schema !== 'sandbox') throw new Error(onlySandbox);
  const opening = [begin, { text: 'SELECT pg_advisory_xact_lock(4242)', values: [] }];
  return withRetries(() =>
    runOnce<ModeTables, T>(seat, opening, async (tx, opened) => {
      await opened;
      return await work(tx);
    }),
  );
}

/**
 * Runs one transaction on the tables of `platform`, which belong to no mode: merchants, apps, keys, daily jobs. It has its own
 * connection, so it cannot commit together with a transaction of a mode. It takes no gate and reads no merchant's clock. After a
 * deadlock `work` runs again, so it must have no effect outside the database.
 *
 * @throws DatabaseUnavailable when the answer to COMMIT was lost, so the outcome is unknown
 */
export function inPlatformTransaction<T>(db: PlatformDb, work: (tx: PlatformDb) => Promise<T>): Promise<T> {
  const seat = callsOf(db);
  return withRetries(() => runOnce<PlatformTables, T>(seat, [begin], (tx) => work(tx)));
}

const beginClaim: readonly Statement[] = [begin, { text: 'SET LOCAL synchronous_commit = off', values: [] }];
const shared = 'pg_advisory_xact_lock_shared';
const exclusive = 'pg_advisory_xact_lock';
const onlySandbox = 'only the sandbox has exclusive transactions';
/** Longer than the minute that a reset of a merchant's sandbox lets PostgreSQL take. */
const exclusivePatienceMs = 61_000;

/**
 * The gate is two advisory locks of the sandbox: 4242 for all of it, which the nightly reset takes exclusively, and 4243 for one
 * merchant. Without it the TRUNCATE of a reset would deadlock with writers.
 */
function withGate<T>(
  db: Db,
  merchantId: string,
  lock: typeof shared | typeof exclusive,
  work: (tx: Tx, clockOffsetMs: number) => Promise<T>,
): Promise<T> {
  // In this process they queue in memory, so that those that wait hold no connection.
  const calls = callsOf(db, { name: merchantId, alone: lock === exclusive });
  const seat = lock === exclusive ? { ...calls, patienceMs: exclusivePatienceMs } : calls;
  if (seat.origin.schema !== 'sandbox')
    return withRetries(() => runOnce<ModeTables, T>(seat, [begin], (tx) => work(tx, 0)));
  const opening = [
    begin,
    {
      text: `SELECT pg_advisory_xact_lock_shared(4242), ${lock}(4243, hashtext($1))`,
      values: [merchantId],
    },
    { text: readClock, values: [merchantId] },
  ];
  const { offsets } = seat.origin;
  return withRetries(() =>
    runOnce<ModeTables, T>(seat, opening, async (tx, opened) => {
      if (lock === shared)
        return await byKnownClocks({ offsets, merchantIds: [merchantId], opened }, (offsetOf) =>
          work(tx, offsetOf(merchantId)),
        );
      const offset = offsetsIn(await opened).get(merchantId) ?? 0;
      // An exclusive transaction may move the clock.
      offsets.delete(merchantId);
      return await work(tx, offset);
    }),
  );
}
