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
import { followsFromEarlier } from './driver/violations.ts';

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

/** A step just before COMMIT. It may leave its last statements to be sent together with COMMIT, if nothing needs their answers. */
export type LastStep = () => Promise<Statement | readonly Statement[] | undefined>;

/** What was sent of a transaction without waiting for the answers, and the first error among them, with the name of its part. */
type Ahead = {
  readonly answers: Promise<unknown>[];
  failed?: { readonly error: unknown; readonly part: string | undefined };
};

/** A transaction that was begun on this connection. */
export class OpenTransaction<T> extends Transaction<T> {
  readonly notifications: Set<Queue>;
  readonly beforeCommit: LastStep[] = [];
  readonly afterCommit: (() => void)[];
  readonly #connection: Connection;
  readonly #ahead: Ahead;
  readonly #name: string | undefined;

  constructor(connection: Connection, whole?: OpenTransaction<T>, name?: string) {
    const executor = executorOf((consumer) => consumer(connection));
    super({ config: { dialect }, driver, executor, dialect });
    runners.set(this, connection);
    this.#connection = connection;
    this.notifications = whole?.notifications ?? new Set();
    this.afterCommit = whole?.afterCommit ?? [];
    this.#ahead = whole ? whole.#ahead : { answers: [] };
    this.#name = name;
  }

  /** A part of this transaction for one merchant: what is kept by transaction, such as its events, is kept apart. */
  part(name: string): OpenTransaction<T> {
    return new OpenTransaction(this.#connection, this, name);
  }

  /** The part whose statement failed although nobody waited for it. Undefined: none, or it failed only because of an earlier one. */
  get failedPart(): string | undefined {
    return this.#ahead.failed?.part;
  }

  /**
   * Takes the answer to one statement that is sent at once and that nothing needs: the next statement, even COMMIT, follows without
   * waiting for it. If it fails, PostgreSQL refuses everything after it, and the transaction throws this error.
   */
  goOnWithout(answer: Promise<unknown>): void {
    this.#ahead.answers.push(answer);
    answer.catch((error: unknown) => {
      // The one that failed first may be noticed after those that followed from it.
      if (!followsFromEarlier(error)) this.#ahead.failed = { error, part: this.#name };
      else this.#ahead.failed ??= { error: this.#connection.causeOf(error), part: undefined };
    });
  }

  /** Runs the last steps, in their order, and returns the statements that they leave to be sent together with COMMIT. */
  async runBeforeCommit(): Promise<readonly Statement[]> {
    const last: Statement[] = [];
    for (const step of this.beforeCommit) last.push(...[(await step()) ?? []].flat());
    return last;
  }

  /** Ends the transaction. The last statements and COMMIT are sent in one write. */
  async commit(): Promise<void> {
    const last = await this.runBeforeCommit();
    // PostgreSQL knows nothing of a statement that failed before it was sent. By the next turn it has.
    if (this.#ahead.answers.length > 0) await nextTurn();
    if (this.#ahead.failed) throw this.#ahead.failed.error;
    await this.#connection.commitWith(last);
  }

  /** The error that this one follows from: that of an earlier statement, also one whose answer nobody has read yet. */
  async causeOf(thrown: unknown): Promise<unknown> {
    await Promise.allSettled(this.#ahead.answers);
    return this.#ahead.failed ? this.#ahead.failed.error : this.#connection.causeOf(thrown);
  }
}

/** Runs statements of this instance or transaction directly, without Kysely. */
export function runnerFor(db: object): Runner {
  const runner = runners.get(db);
  if (runner === undefined) throw new Error('this database was not opened by openDatabases');
  return runner;
}
