import { setImmediate as nextTurn } from 'node:timers/promises';
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
import type { Connection, Runner, Statement } from './connect.ts';
import { isFollowing } from './violations.ts';

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

/** A step just before COMMIT. It may leave its last statement to be sent together with COMMIT, if nothing needs the answer. */
export type LastStep = () => Promise<Statement | undefined>;

/** A transaction that was begun on this connection. */
export class OpenTransaction<T> extends Transaction<T> {
  readonly notifications = new Set<Queue>();
  readonly beforeCommit: LastStep[] = [];
  readonly afterCommit: (() => void)[] = [];
  readonly #connection: Connection;
  readonly #ahead: Promise<unknown>[] = [];
  #failed: { readonly error: unknown } | undefined;

  constructor(connection: Connection) {
    const executor = executorOf((consumer) => consumer(connection));
    super({ config: { dialect }, driver, executor, dialect });
    this.#connection = connection;
    runners.set(this, connection);
  }

  /**
   * Takes the answer to one statement that is sent at once and that nothing needs: the next statement, even COMMIT, follows without
   * waiting for it. If it fails, PostgreSQL refuses everything after it, and the transaction throws this error.
   */
  goOnWithout(answer: Promise<unknown>): void {
    this.#ahead.push(answer);
    answer.catch((error: unknown) => {
      if (!isFollowing(error)) this.#failed ??= { error };
    });
  }

  /** Ends the transaction. The last statements and COMMIT are sent in one write. */
  async commit(): Promise<void> {
    const last: Statement[] = [];
    for (const step of this.beforeCommit) {
      const statement = await step();
      if (statement) last.push(statement);
    }
    // PostgreSQL knows nothing of a statement that failed before it was sent. By the next turn it has.
    if (this.#ahead.length > 0) await nextTurn();
    if (this.#failed) throw this.#failed.error;
    await this.#connection.commitWith(last);
  }

  /** The error that this one follows from: that of an earlier statement whose answer nobody has read yet. */
  async causeOf(thrown: unknown): Promise<unknown> {
    await Promise.allSettled(this.#ahead);
    return this.#failed ? this.#failed.error : thrown;
  }
}

/** Runs statements of this instance or transaction directly, without Kysely. */
export function runnerFor(db: object): Runner {
  const runner = runners.get(db);
  if (runner === undefined) throw new Error('this database was not opened by openDatabases');
  return runner;
}
