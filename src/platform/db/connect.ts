import { Writable } from 'node:stream';
import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';
import type { QueryResult as Answer, Pool, PoolClient } from 'pg';
import { monotonicMs } from '../clock.ts';
import { anyone, type Turns } from '../turns.ts';
import type { ForMany } from './driver/by-ids.ts';
import { runPrepared } from './driver/prepared-query.ts';
import {
  DatabaseUnavailable,
  followsFromEarlier,
  isStale,
  isWrongPassword,
  judge,
} from './driver/violations.ts';

/** The result of a statement: its rows and, for a write, the number of rows it touched. */
export type Ran = Pick<Answer, 'rows' | 'rowCount' | 'command'>;

export type Statement = { readonly text: string; readonly values: readonly unknown[] };

/**
 * Runs statements: an instance uses any free connection of its pool, a transaction uses its own connection. `many` is the statement that
 * an instance may run in place of several reads by id of this text.
 */
export type Runner = { run(text: string, values: readonly unknown[], many?: ForMany): Promise<Ran> };

/** A pool, and the order in which its connections are used. It admits no more users than the pool has connections. */
export type Source = {
  readonly pool: Pool;
  readonly turns: Turns;
  /** When a connection that works was last given back. */
  readonly freed: { atMs: number };
  /** With several secret keys: which one new connections log in with, and how to leave one that was refused. */
  readonly keys?:
    | { readonly count: number; readonly used: () => number; readonly leave: (refused: number) => void }
    | undefined;
};

/** Who uses a connection. `alone`: while no other connection is used under the name. */
export type User = { readonly name: string; readonly alone?: boolean };

/** One checked-out connection. A broken one does not go back to the pool. */
export class Connection implements DatabaseConnection, Runner {
  readonly #client: PoolClient;
  readonly #released: (isBroken: boolean) => void;
  /** Also if its server is not the one that is wanted. */
  broken = false;
  /** The last error of a statement that did not only follow from an earlier one. */
  #failure: unknown;
  /** How long an answer may take. Undefined: as long as the pool says. */
  patienceMs: number | undefined;

  constructor(client: PoolClient, released: (isBroken: boolean) => void) {
    this.#client = client;
    this.#released = released;
  }

  /** Runs a named prepared statement: parsing and planning cost as much as running it. */
  async run(text: string, values: readonly unknown[]): Promise<Ran> {
    try {
      return await runPrepared(this.#client, { text, values: values.map(sent) }, this.patienceMs);
    } catch (error) {
      // The driver's own leads to its socket only.
      if (error instanceof Error) Error.captureStackTrace(error);
      throw this.#judged(error);
    }
  }

  /** Runs several statements without parameters in one round trip. */
  async script(text: string): Promise<readonly Ran[]> {
    try {
      // Several statements have several answers, which the driver's types do not say.
      return [await this.#client.query(text)].flat();
    } catch (error) {
      throw this.#judged(error);
    }
  }

  /** Runs prepared statements, sent in one write together with whatever follows in the same turn of the event loop. */
  open(statements: readonly Statement[]): Promise<readonly Ran[]> {
    this.gather();
    return Promise.all(statements.map(({ text, values }) => this.run(text, values)));
  }

  /** Sends these statements and COMMIT in one write. If `work` swallowed the error of an earlier one, PostgreSQL answers with ROLLBACK. */
  async commitWith(last: readonly Statement[]): Promise<void> {
    // What cannot be sent throws here, before COMMIT is.
    const ready = last.map(({ text, values }) => ({ text, values: values.map(sent) }));
    this.gather();
    const answers = ready.map(({ text, values }) => this.run(text, values));
    const [committed, ...others] = await Promise.allSettled([this.script('COMMIT'), ...answers]);
    const failed = [...others, committed].find((answer) => answer.status === 'rejected');
    if (failed) throw failed.reason;
    if (committed.status === 'fulfilled' && committed.value[0]?.command !== 'COMMIT')
      throw new Error('a statement failed earlier in this transaction: nothing was kept');
  }

  /** Sends everything from this turn of the event loop in one write. */
  gather(): void {
    const stream = streamOf(this.#client);
    stream?.cork();
    process.nextTick(() => stream?.uncork());
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return asResult(await this.run(query.sql, query.parameters));
  }

  streamQuery(): AsyncIterableIterator<never> {
    throw new Error('streaming is not supported: read lists page by page');
  }

  release(): void {
    this.#client.release(this.broken);
    this.#released(this.broken);
  }

  /** The error that this one follows from, whoever has asked for that statement. */
  causeOf(thrown: unknown): unknown {
    return followsFromEarlier(thrown) ? (this.#failure ?? thrown) : thrown;
  }

  #judged(thrown: unknown): unknown {
    const { error, broken } = judge(thrown);
    this.broken ||= broken;
    if (followsFromEarlier(error)) this.#failure ??= error;
    else this.#failure = error;
    return error;
  }
}

/** The driver's socket: the driver has no public way to send several messages in one write. */
function streamOf(client: PoolClient): Writable | undefined {
  const connection: unknown = Reflect.get(client, 'connection');
  const stream: unknown = typeof connection === 'object' && connection && Reflect.get(connection, 'stream');
  return stream instanceof Writable ? stream : undefined;
}

const somebody: User = { name: anyone };

/** @throws DatabaseUnavailable when no connection is free within two seconds or the server is unreachable */
export async function connect(source: Source, user = somebody): Promise<Connection> {
  const { turns, freed } = source;
  try {
    // No promise if it is its turn already, which is usual.
    const turn = turns.take(user.name, user.alone);
    if (turn) await turn;
  } catch (error) {
    throw new DatabaseUnavailable(error);
  }
  try {
    return new Connection(await loggedIn(source), (isBroken) => {
      if (!isBroken) freed.atMs = monotonicMs();
      turns.leave(user.name);
    });
  } catch (error) {
    turns.leave(user.name);
    throw judge(error).error;
  }
}

/** Tries the passwords of the other secret keys when the one that it knows is refused. */
async function loggedIn({ pool, keys }: Pick<Source, 'pool' | 'keys'>, tries = 1): Promise<PoolClient> {
  const used = keys?.used();
  try {
    return await pool.connect();
  } catch (error) {
    if (keys === undefined || used === undefined || tries > 2 * keys.count || !isWrongPassword(error))
      throw error;
    keys.leave(used);
  }
  return loggedIn({ pool, keys }, tries + 1);
}

/** Runs `work` on any free connection. If a migration made its prepared statements stale, runs it again: they are prepared anew. */
export async function onFreeConnection<T>(
  source: Source,
  work: (connection: Connection) => Promise<T>,
  user = somebody,
): Promise<T> {
  const connection = await connect(source, user);
  try {
    return await work(connection);
  } catch (error) {
    if (!isStale(error)) throw error;
  } finally {
    connection.release();
  }
  return onFreeConnection(source, work, user);
}

/** The driver would format a Date in the machine's time zone, and slowly. */
function sent(value: unknown): unknown {
  return value instanceof Date ? value.toISOString() : value;
}

const writes = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

function asResult<R>(ran: Ran): QueryResult<R> {
  return writes.has(ran.command)
    ? { rows: ran.rows, numAffectedRows: BigInt(ran.rowCount ?? 0) }
    : { rows: ran.rows };
}
