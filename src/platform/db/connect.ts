import { createHash } from 'node:crypto';
import { Writable } from 'node:stream';
import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';
import type { QueryResult as Answer, Pool, PoolClient } from 'pg';
import { isStale, judge } from './violations.ts';

/** A statement that ran: its rows, and for writes how many rows it touched. */
export type Ran = Pick<Answer, 'rows' | 'rowCount' | 'command'>;

export type Statement = { readonly text: string; readonly values: readonly unknown[] };

/** Whatever can run a statement: an instance (any free connection of its pool) or an open transaction (its own). */
export type Runner = { run(text: string, values: readonly unknown[]): Promise<Ran> };

/** One checked-out connection. Once it proved broken it does not go back to the pool. */
export class Connection implements DatabaseConnection, Runner {
  readonly #client: PoolClient;
  #broken = false;

  constructor(client: PoolClient) {
    this.#client = client;
  }

  /** Prepared by name at the first use on this connection: parsing and planning cost as much as running. */
  async run(text: string, values: readonly unknown[]): Promise<Ran> {
    try {
      return await this.#client.query({ name: nameOf(text), text, values: values.map(sent) });
    } catch (error) {
      throw this.#judged(error);
    }
  }

  /** Several statements in one round trip, without parameters. */
  async script(text: string): Promise<readonly Ran[]> {
    try {
      const answer: Ran | Ran[] = await this.#client.query(text);
      return Array.isArray(answer) ? answer : [answer];
    } catch (error) {
      throw this.#judged(error);
    }
  }

  /** Prepared too, and in one write with what is sent in the same turn. */
  open(statements: readonly Statement[]): Promise<readonly Ran[]> {
    this.gather();
    return Promise.all(statements.map(({ text, values }) => this.run(text, values)));
  }

  /** What is sent in this turn leaves in one write. */
  gather(): void {
    const stream = streamOf(this.#client);
    stream?.cork();
    process.nextTick(() => stream?.uncork());
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return asResult(await this.run(query.sql, query.parameters));
  }

  streamQuery(): AsyncIterableIterator<never> {
    throw new Error('lists are read by pages, not streamed');
  }

  release(): void {
    this.#client.release(this.#broken);
  }

  #judged(thrown: unknown): unknown {
    const { error, broken } = judge(thrown);
    this.#broken ||= broken;
    return error;
  }
}

/** The driver's socket: it has no word of its own for writing several messages at once. */
function streamOf(client: PoolClient): Writable | undefined {
  const connection: unknown = Reflect.get(client, 'connection');
  const stream: unknown = typeof connection === 'object' && connection && Reflect.get(connection, 'stream');
  return stream instanceof Writable ? stream : undefined;
}

/** @throws DatabaseUnavailable when none is free within two seconds, or the server is not there */
export async function connect(pool: Pool): Promise<Connection> {
  try {
    return new Connection(await pool.connect());
  } catch (error) {
    throw judge(error).error;
  }
}

/** One statement on any free connection. Where a migration made the connection stale, on the next. */
export async function onFreeConnection<T>(
  pool: Pool,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  const connection = await connect(pool);
  try {
    return await work(connection);
  } catch (error) {
    if (!isStale(error)) throw error;
  } finally {
    connection.release();
  }
  return onFreeConnection(pool, work);
}

/** The driver would write a moment in the machine's zone, digit by digit. */
function sent(value: unknown): unknown {
  return value instanceof Date ? value.toISOString() : value;
}

const writes = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

function asResult<R>(ran: Ran): QueryResult<R> {
  return writes.has(ran.command)
    ? { rows: ran.rows, numAffectedRows: BigInt(ran.rowCount ?? 0) }
    : { rows: ran.rows };
}

const names = new Map<string, string>();
const mostNames = 2000;

/** By its text, so every connection gives a statement the same name. Texts without end (a list of any length) go unnamed. */
function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= mostNames) return known;
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 22);
  names.set(text, name);
  return name;
}
