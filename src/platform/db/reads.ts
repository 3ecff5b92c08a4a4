import { isDistributed } from './citus/layout.ts';
import {
  type Connection,
  connect,
  onFreeConnection,
  type Ran,
  type Runner,
  type Source,
  type Statement,
  type User,
} from './connect.ts';
import { type ForMany, rowsOfEach, valuesFor } from './driver/by-ids.ts';
import { DatabaseUnavailable, followsFromEarlier, isStale } from './driver/violations.ts';

/** Kept small: a slow read delays those behind it on the same connection. */
const mostTogether = 8;
/** Of reads by id, which are short, in one statement. */
const mostById = 32;

type Waiting = Statement & {
  readonly many?: ForMany | undefined;
  readonly resolve: (ran: Ran) => void;
  readonly reject: (error: unknown) => void;
};

/**
 * Runs statements on free connections of a pool. Reads of one turn of the event loop are pipelined on one connection, because
 * under load the system calls cost more than the reads. Each is still its own transaction, and fails alone. Reads by id of the same
 * text are one statement: most of what they cost is the statement.
 */
export function runnerOf(source: Source): Runner {
  let waiting: Waiting[] = [];
  /** On a cluster each id may lie on another node. */
  let isOneServer = false;
  let isAsked = false;

  function sendAll(): void {
    const reads = isOneServer ? gathered(source, waiting) : waiting;
    waiting = [];
    for (let first = 0; first < reads.length; first += mostTogether)
      void runTogether(source, reads.slice(first, first + mostTogether));
  }

  function askOnce(): void {
    if (isAsked) return;
    isAsked = true;
    isDistributed((query) => runAlone(source, { text: query, values: [] })).then(
      (isSpread) => (isOneServer = !isSpread),
      () => (isAsked = false),
    );
  }

  return {
    run: (text, values, many) => {
      if (!isRead(text)) return runAlone(source, { text, values });
      if (many) askOnce();
      return new Promise((resolve, reject) => {
        if (waiting.length === 0) setImmediate(sendAll);
        waiting.push({ text, values, many, resolve, reject });
      });
    },
  };
}

/** The same runner, but what it does not pipeline uses a connection in the name of this user. */
export function runnerInNameOf(user: User, source: Source, runner: Runner): Runner {
  return {
    run: (text, values, many) =>
      isRead(text) ? runner.run(text, values, many) : runAlone(source, { text, values }, user),
  };
}

function runAlone(source: Source, { text, values }: Statement, user?: User): Promise<Ran> {
  return onFreeConnection(source, (connection) => connection.run(text, values), user);
}

/** The same reads; those by id of the same text are one. */
function gathered(source: Source, reads: readonly Waiting[]): readonly Waiting[] {
  const byStatement = [...Map.groupBy(reads, ({ many }) => many)];
  return byStatement.flatMap(([many, alike]) =>
    many && alike.length > 1 ? inOne(source, many, alike) : alike,
  );
}

function inOne(source: Source, many: ForMany, alike: readonly Waiting[]): readonly Waiting[] {
  if (alike.length > mostById)
    return [...inOne(source, many, alike.slice(0, mostById)), ...inOne(source, many, alike.slice(mostById))];
  const values = valuesFor(
    many,
    alike.map((read) => read.values),
  );
  const resolve = (ran: Ran): void => {
    for (const [at, rows] of rowsOfEach(ran.rows, alike.length).entries())
      alike[at]?.resolve({ ...ran, rows, rowCount: rows.length });
  };
  const reject = (reason: unknown): void => {
    for (const read of alike) {
      if (reason instanceof DatabaseUnavailable) read.reject(reason);
      else runAlone(source, read).then(read.resolve, read.reject);
    }
  };
  return [{ text: many.text, values, resolve, reject }];
}

/** Settles every read, and never rejects. */
async function runTogether(source: Source, reads: readonly Waiting[]): Promise<void> {
  let connection: Connection;
  try {
    connection = await connect(source);
  } catch (error) {
    for (const { reject } of reads) reject(error);
    return;
  }
  connection.gather();
  await Promise.all(
    reads.map(async (read) => {
      try {
        read.resolve(await connection.run(read.text, read.values));
      } catch (error) {
        if (isStale(error) || followsFromEarlier(error))
          runAlone(source, read).then(read.resolve, read.reject);
        else read.reject(error);
      }
    }),
  );
  connection.release();
}

/** A locking read (`for update`) may wait, so it shares no connection. */
function isRead(text: string): boolean {
  return text.startsWith('select ') && !text.includes(' for ');
}
