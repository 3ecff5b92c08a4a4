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
import type { Connection, Runner, Wait } from './connect.ts';

/** A queue whose workers can be notified of new work. */
export type Queue = 'jobs' | 'deliveries';

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

const runners = new WeakMap<object, Runner>();

type ProvideConnection = <R>(consumer: (connection: Connection) => Promise<R>) => Promise<R>;

function executorOf(provideConnection: ProvideConnection): DefaultQueryExecutor {
  return new DefaultQueryExecutor(compiler, adapter, { provideConnection });
}

/** An instance whose built queries use the connections that it is provided with, and whose prepared ones use the runner. */
export function instanceOn<T>(provideConnection: ProvideConnection, runner: Runner): Kysely<T> {
  const db = new Kysely<T>({ config: { dialect }, driver, executor: executorOf(provideConnection), dialect });
  runners.set(db, runner);
  return db;
}

/** A transaction that was begun on this connection. */
export class OpenTransaction<T> extends Transaction<T> {
  readonly #connection: Connection;
  readonly notifications: Set<Queue>;
  readonly beforeCommit: (() => Promise<void>)[] = [];
  readonly afterCommit: (() => void)[];

  constructor(connection: Connection, whole?: OpenTransaction<T>) {
    const executor = executorOf((consumer) => consumer(connection));
    super({ config: { dialect }, driver, executor, dialect });
    runners.set(this, connection);
    this.#connection = connection;
    this.notifications = whole?.notifications ?? new Set();
    this.afterCommit = whole?.afterCommit ?? [];
  }

  /** A part of this transaction for one merchant: what is kept by transaction, such as its events, is kept apart. */
  part(): OpenTransaction<T> {
    return new OpenTransaction(this.#connection, this);
  }

  /** Runs the last steps, in their order. */
  async runBeforeCommit(): Promise<void> {
    for (const step of this.beforeCommit) await step();
  }
}

/** Runs statements of this instance or transaction directly, without Kysely. */
export function runnerFor(db: object): Runner {
  const runner = runners.get(db);
  if (runner === undefined) throw new Error('this database was not opened by openDatabases');
  return runner;
}

const noWait: Wait = { waitMs: 0, holdMs: 0 };

/** How long one more merchant would wait for a connection of this instance. */
export function connectionWait(db: object): Wait {
  return runnerFor(db).wait?.() ?? noWait;
}
