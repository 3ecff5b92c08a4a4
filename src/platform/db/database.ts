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

/** What is due once the transaction is committed. */
export type Queue = 'jobs' | 'deliveries';

/** An open transaction of a mode. What writes takes it, so a write outside a transaction does not compile. */
export type Tx = Db & {
  readonly notifications: Set<Queue>;
  /** What is done last, just before COMMIT: what others may have to wait for. */
  readonly beforeCommit: (() => Promise<void>)[];
};

export type Databases = {
  readonly sandbox: Db;
  readonly live: Db;
  readonly platform: PlatformDb;
  /** Asks each instance for a sign of life. */
  readonly ping: () => Promise<void>;
  readonly close: () => Promise<void>;
};

type Instance = (typeof roles)[number]['schema'];

type Options = {
  /** The owner's address; the roles' names and passwords are put in. */
  readonly url: string;
  /** Addresses of single instances, logins included. */
  readonly urls?: Readonly<Partial<Record<Instance, string>>>;
  /** For LISTEN, which no pooler passes on. Absent: the platform's address. */
  readonly directUrl?: string;
  readonly secretKey: string;
  /** Hears of connections that broke while nobody used them. */
  readonly report: (error: Error) => void;
};

/** What an instance is besides a Kysely. Kept beside it, so that nothing else can read it. */
type Origin = {
  readonly schema: Instance;
  readonly pool: Pool;
  readonly notifier: Notifier;
  /** How far each merchant's clock was ahead when it was last seen. */
  readonly offsets: Map<string, number>;
};

const origins = new WeakMap<object, Origin>();
const runners = new WeakMap<object, Runner>();
const most: Readonly<Record<Instance, number>> = { sandbox: 10, live: 10, platform: 4 };

/** Opens the three instances. Connections are made when they are first needed. Decision 0004. */
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
    const pool = openPool(loginOf(schema), most[schema], options.report);
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

/** For Kysely's own book-keeping: connections come from the provider of each executor, never from this dialect. */
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

/** Who runs statements for this instance or transaction, without Kysely in between. */
export function runnerFor(db: object): Runner {
  const runner = runners.get(db);
  if (runner === undefined) throw new Error('this database was not opened by openDatabases');
  return runner;
}

/** The bell of the instance's process, and the channel of one of its queues. */
export function notifierOf(db: Db): {
  readonly notifier: Notifier;
  readonly channel: (queue: Queue) => string;
} {
  const { notifier, schema } = originOf(db);
  return { notifier, channel: (queue) => `${schema}_${queue}` };
}

/**
 * One transaction of one merchant. `work` may run again when two transactions met, so it must not call anyone outside.
 * In the sandbox it shares the merchant's clock: nobody turns it while the transaction is open. Decision 0007.
 *
 * @throws DatabaseUnavailable when the answer to COMMIT was lost: the outcome is unknown
 */
export function inTransaction<T>(
  db: Db,
  merchantId: string,
  work: (tx: Tx, clockOffsetMs: number) => Promise<T>,
): Promise<T> {
  return withGate(db, merchantId, open, work);
}

/** For whoever turns the merchant's clock or empties his sandbox: no other transaction of the merchant is open meanwhile. */
export function inExclusiveTransaction<T>(
  db: Db,
  merchantId: string,
  work: (tx: Tx, clockOffsetMs: number) => Promise<T>,
): Promise<T> {
  if (originOf(db).schema !== 'sandbox') throw new Error('only the sandbox has a gate to close');
  return withGate(db, merchantId, closed, work);
}

/** A transaction across merchants, of a worker: it shares the sandbox with everyone but its nightly reset. */
export function inTransactionAcrossMerchants<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return acrossMerchants(db, [begin], work);
}

/**
 * A worker's claim. Its COMMIT does not wait for the disk: of a claim that a crash of the server made unknown, nothing is known
 * anywhere, and it is made again.
 */
export function inClaimAcrossMerchants<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return acrossMerchants(db, [begin, { text: 'SET LOCAL synchronous_commit = off', values: [] }], work);
}

function acrossMerchants<T>(db: Db, opening: readonly Statement[], work: (tx: Tx) => Promise<T>): Promise<T> {
  const origin = originOf(db);
  const gate = { text: 'SELECT pg_advisory_xact_lock_shared(4242)', values: [] };
  const opened = origin.schema === 'sandbox' ? [...opening, gate] : opening;
  return again(() => once<ModeTables, T>(origin, opened, (tx) => work(tx)));
}

/** For the nightly reset of the sandbox: no other transaction of it is open meanwhile. */
export function inExclusiveTransactionAcrossMerchants<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  const origin = originOf(db);
  if (origin.schema !== 'sandbox') throw new Error('only the sandbox has a gate to close');
  const opening = [begin, { text: 'SELECT pg_advisory_xact_lock(4242)', values: [] }];
  return again(() =>
    once<ModeTables, T>(origin, opening, async (tx, opened) => {
      await opened;
      return await work(tx);
    }),
  );
}

export function inPlatformTransaction<T>(db: PlatformDb, work: (tx: PlatformDb) => Promise<T>): Promise<T> {
  const origin = originOf(db);
  return again(() => once<PlatformTables, T>(origin, [begin], (tx) => work(tx)));
}

function originOf(db: object): Origin {
  const origin = origins.get(db);
  if (origin === undefined)
    throw new Error('this is no instance of openDatabases, or it is a transaction already');
  return origin;
}

const begin: Statement = { text: 'BEGIN', values: [] };
const open = 'pg_advisory_xact_lock_shared';
const closed = 'pg_advisory_xact_lock';

/** The nightly reset takes 4242 alone, 4243 stands for one merchant: without the gate a TRUNCATE deadlocks with writers. */
function withGate<T>(
  db: Db,
  merchantId: string,
  lock: typeof open | typeof closed,
  work: (tx: Tx, clockOffsetMs: number) => Promise<T>,
): Promise<T> {
  const origin = originOf(db);
  if (origin.schema !== 'sandbox')
    return again(() => once<ModeTables, T>(origin, [begin], (tx) => work(tx, 0)));
  const opening = [
    begin,
    {
      text: `SELECT pg_advisory_xact_lock_shared(4242), ${lock}(4243, hashtext($1))`,
      values: [merchantId],
    },
    { text: 'SELECT clock_offset_ms FROM merchant_states WHERE merchant_id = $1', values: [merchantId] },
  ];
  const { offsets } = origin;
  return again(() =>
    once<ModeTables, T>(origin, opening, async (tx, opened) => {
      const known = lock === closed ? undefined : offsets.get(merchantId);
      if (known !== undefined)
        return await byKnownClock({ offsets, merchantId, known, opened }, () => work(tx, known));
      const offset = offsetIn(await opened);
      // Whoever closes the gate is about to turn the clock.
      if (lock === closed) offsets.delete(merchantId);
      else remember(offsets, merchantId, offset);
      return await work(tx, offset);
    }),
  );
}

async function once<D, T>(
  origin: Origin,
  opening: readonly Statement[],
  work: (tx: OpenTransaction<D>, opened: Promise<readonly Ran[]>) => Promise<T>,
): Promise<T> {
  const connection = await connect(origin.pool);
  // Whoever does not need its answer sends his first statement right behind it.
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
    // What failed after a failed opening failed because of it.
    await opened;
    throw error;
  } finally {
    connection.release();
  }
}

/** Where a statement failed and `work` went on all the same, PostgreSQL answers COMMIT with ROLLBACK and no error. */
async function commit(connection: Connection): Promise<void> {
  const [answer] = await connection.script('COMMIT');
  if (answer?.command !== 'COMMIT')
    throw new Error('a statement failed earlier in this transaction: nothing was kept');
}

const reruns = 3;

async function again<T>(attempt: () => Promise<T>, left = reruns): Promise<T> {
  try {
    return await attempt();
  } catch (error) {
    // Each stale connection is met once, and goes.
    if (isStale(error) || error instanceof ClockTurned) return again(attempt, left);
    if (left === 0 || classify(error) !== 'retry') throw error;
    await delay(5 + ((randomBytes(1)[0] ?? 0) * 45) / 255);
    return again(attempt, left - 1);
  }
}
