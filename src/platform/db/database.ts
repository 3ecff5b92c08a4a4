import { setTimeout as delay } from 'node:timers/promises';
import {
  DefaultQueryExecutor,
  type Dialect,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  Transaction,
} from 'kysely';
import type { Pool } from 'pg';
import type { ModeTables, PlatformTables } from '../../../generated/database.ts';
import { randomBytes } from '../ids.ts';
import { byKnownClock, ClockTurned, offsetIn, remember } from './clocks.ts';
import {
  type Connection,
  connect,
  onFreeConnection,
  type Ran,
  type Runner,
  type Statement,
} from './connect.ts';
import { type Notifier, openNotifier } from './notifier.ts';
import { clientOptions, type Login, openPool } from './pool.ts';
import { runnerOf } from './reads.ts';
import { roles } from './roles.ts';
import { classify, isStale } from './violations.ts';

export type Db = Kysely<ModeTables>;
export type PlatformDb = Kysely<PlatformTables>;

/** A queue whose workers can be notified of new work. */
export type Queue = 'jobs' | 'deliveries';

/** An open transaction of a mode. Functions that write take a `Tx`, so a write outside a transaction does not compile. */
export type Tx = Db & {
  /** The queues whose workers are notified after COMMIT. */
  readonly notifications: Set<Queue>;
  /** Steps run just before COMMIT: those that take locks which other transactions wait for. */
  readonly beforeCommit: (() => Promise<void>)[];
};

export type Databases = {
  readonly sandbox: Db;
  readonly live: Db;
  readonly platform: PlatformDb;
  /** Rejects if any of the three instances does not answer. */
  readonly ping: () => Promise<void>;
  readonly close: () => Promise<void>;
};

type Instance = (typeof roles)[number]['schema'];

type Options = {
  /** The owner's connection URL; each role's name and password are filled in. */
  readonly url: string;
  /** Connection URLs of individual instances, including their logins. */
  readonly urls?: Readonly<Partial<Record<Instance, string>>>;
  /** For LISTEN, which does not work through a pooler. Defaults to the platform's URL. */
  readonly directUrl?: string;
  readonly secretKey: string;
  /** Receives errors of idle connections. */
  readonly report: (error: Error) => void;
};

/** The internals of an instance, kept in a WeakMap so that only this file can reach them. */
type Origin = {
  readonly schema: Instance;
  readonly pool: Pool;
  readonly notifier: Notifier;
  /** The last known clock offset of each merchant, in milliseconds. */
  readonly offsets: Map<string, number>;
};

const origins = new WeakMap<object, Origin>();
const runners = new WeakMap<object, Runner>();
const maxConnections: Readonly<Record<Instance, number>> = { sandbox: 10, live: 10, platform: 4 };

/** Opens the three instances. They connect on first use. Decision 0004. */
export function openDatabases(options: Options): Databases {
  const loginOf = (schema: Instance): Login => {
    const role = roles.find((candidate) => candidate.schema === schema) ?? roles[0];
    const own = options.urls?.[schema];
    return { role, url: own ?? options.url, own: own !== undefined, secretKey: options.secretKey };
  };
  const direct: Login = {
    ...loginOf('platform'),
    ...(options.directUrl !== undefined && { url: options.directUrl }),
  };
  const notifier = openNotifier(clientOptions(direct), options.report);
  const pools: Pool[] = [];
  const open = <T>(schema: Instance): Kysely<T> => {
    const pool = openPool(loginOf(schema), maxConnections[schema], options.report);
    pools.push(pool);
    return instanceOf<T>({ schema, pool, notifier, offsets: new Map() });
  };
  return {
    sandbox: open<ModeTables>('sandbox'),
    live: open<ModeTables>('live'),
    platform: open<PlatformTables>('platform'),
    ping: async () => {
      await Promise.all(pools.map((pool) => runnerOf(pool).run('SELECT 1', [])));
    },
    close: async () => {
      await notifier.close();
      await Promise.all(pools.map((pool) => pool.end()));
    },
  };
}

const adapter = new PostgresAdapter();
const compiler = new PostgresQueryCompiler();
const driver = new DummyDriver();

/** Kysely requires a dialect; the connections come from each executor's provider instead. */
const dialect: Dialect = {
  createAdapter: () => adapter,
  createDriver: () => driver,
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => compiler,
};

function instanceOf<T>(origin: Origin): Kysely<T> {
  const executor = new DefaultQueryExecutor(compiler, adapter, {
    provideConnection: (consumer) => onFreeConnection(origin.pool, consumer),
  });
  const db = new Kysely<T>({ config: { dialect }, driver, executor, dialect });
  origins.set(db, origin);
  runners.set(db, runnerOf(origin.pool));
  return db;
}

class OpenTransaction<T> extends Transaction<T> {
  readonly notifications = new Set<Queue>();
  readonly beforeCommit: (() => Promise<void>)[] = [];

  constructor(connection: Connection) {
    const provideConnection = <R>(consumer: (connection: Connection) => Promise<R>) => consumer(connection);
    super({
      config: { dialect },
      driver,
      executor: new DefaultQueryExecutor(compiler, adapter, { provideConnection }),
      dialect,
    });
  }
}

/** Runs statements of this instance or transaction directly, without Kysely. */
export function runnerFor(db: object): Runner {
  const runner = runners.get(db);
  if (runner === undefined) throw new Error('this database was not opened by openDatabases');
  return runner;
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
  return acrossMerchants(db, [begin], work);
}

/** Runs a worker's claim. COMMIT does not wait for the disk: if a server crash loses the claim, another worker claims again. */
export function inClaimAcrossMerchants<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return acrossMerchants(db, [begin, { text: 'SET LOCAL synchronous_commit = off', values: [] }], work);
}

/** Longer than for a call: nobody waits for the answer. Short enough not to hold up VACUUM. */
const snapshotLimit = "SET LOCAL statement_timeout = '30s'";

/** Reads one state of the database with several statements, and holds it no longer than they take. */
export function inSnapshotAcrossMerchants<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  const opening = { text: 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY', values: [] };
  return acrossMerchants(db, [opening, { text: snapshotLimit, values: [] }], work);
}

function acrossMerchants<T>(db: Db, opening: readonly Statement[], work: (tx: Tx) => Promise<T>): Promise<T> {
  const origin = originOf(db);
  const gate = { text: 'SELECT pg_advisory_xact_lock_shared(4242)', values: [] };
  const opened = origin.schema === 'sandbox' ? [...opening, gate] : opening;
  return withRetries(() => runOnce<ModeTables, T>(origin, opened, (tx) => work(tx)));
}

/** Runs while no other transaction of the sandbox is open: for its nightly reset. */
export function inExclusiveTransactionAcrossMerchants<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  const origin = originOf(db);
  if (origin.schema !== 'sandbox') throw new Error(onlySandbox);
  const opening = [begin, { text: 'SELECT pg_advisory_xact_lock(4242)', values: [] }];
  return withRetries(() =>
    runOnce<ModeTables, T>(origin, opening, async (tx, opened) => {
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
  const origin = originOf(db);
  return withRetries(() => runOnce<PlatformTables, T>(origin, [begin], (tx) => work(tx)));
}

function originOf(db: object): Origin {
  const origin = origins.get(db);
  if (origin === undefined)
    throw new Error('expected an instance of openDatabases, not a transaction or another database');
  return origin;
}

const begin: Statement = { text: 'BEGIN', values: [] };
const shared = 'pg_advisory_xact_lock_shared';
const exclusive = 'pg_advisory_xact_lock';
const onlySandbox = 'only the sandbox has exclusive transactions';

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
  const origin = originOf(db);
  if (origin.schema !== 'sandbox')
    return withRetries(() => runOnce<ModeTables, T>(origin, [begin], (tx) => work(tx, 0)));
  const opening = [
    begin,
    {
      text: `SELECT pg_advisory_xact_lock_shared(4242), ${lock}(4243, hashtext($1))`,
      values: [merchantId],
    },
    { text: 'SELECT clock_offset_ms FROM merchant_states WHERE merchant_id = $1', values: [merchantId] },
  ];
  const { offsets } = origin;
  return withRetries(() =>
    runOnce<ModeTables, T>(origin, opening, async (tx, opened) => {
      const known = lock === exclusive ? undefined : offsets.get(merchantId);
      if (known !== undefined)
        return await byKnownClock({ offsets, merchantId, known, opened }, () => work(tx, known));
      const offset = offsetIn(await opened);
      // An exclusive transaction may move the clock.
      if (lock === exclusive) offsets.delete(merchantId);
      else remember(offsets, merchantId, offset);
      return await work(tx, offset);
    }),
  );
}

async function runOnce<D, T>(
  origin: Origin,
  opening: readonly Statement[],
  work: (tx: OpenTransaction<D>, opened: Promise<readonly Ran[]>) => Promise<T>,
): Promise<T> {
  const connection = await connect(origin.pool);
  // Not awaited yet, so that the first statement of `work` is sent right behind it.
  const opened = connection.open(opening);
  opened.catch(() => undefined);
  try {
    const tx = new OpenTransaction<D>(connection);
    runners.set(tx, connection);
    const result = await work(tx, opened);
    await opened;
    for (const step of tx.beforeCommit) await step();
    await commit(connection);
    for (const queue of tx.notifications) origin.notifier.notify(`${origin.schema}_${queue}`);
    return result;
  } catch (error) {
    await connection.script('ROLLBACK').catch(() => undefined);
    // If the opening failed, later errors only follow from it: throw that one.
    await opened;
    throw error;
  } finally {
    connection.release();
  }
}

/** If `work` swallowed the error of a failed statement, PostgreSQL answers COMMIT with ROLLBACK and no error. */
async function commit(connection: Connection): Promise<void> {
  const [answer] = await connection.script('COMMIT');
  if (answer?.command !== 'COMMIT')
    throw new Error('a statement failed earlier in this transaction: nothing was kept');
}

const retries = 3;

async function withRetries<T>(attempt: () => Promise<T>, left = retries): Promise<T> {
  try {
    return await attempt();
  } catch (error) {
    // Not counted: the stale connection has been dropped, or the new clock has been cached.
    if (isStale(error) || error instanceof ClockTurned) return withRetries(attempt, left);
    if (left === 0 || classify(error) !== 'retry') throw error;
    await delay(5 + ((randomBytes(1)[0] ?? 0) * 45) / 255);
    return withRetries(attempt, left - 1);
  }
}
