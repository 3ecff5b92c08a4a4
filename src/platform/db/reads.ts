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
import { followsFromEarlier, isStale } from './driver/violations.ts';

/** Kept small: a slow read delays those behind it on the same connection. */
const mostTogether = 8;

type Waiting = Statement & {
  readonly resolve: (ran: Ran) => void;
  readonly reject: (error: unknown) => void;
};

/**
 * Runs statements on free connections of a pool. Reads of one turn of the event loop are pipelined on one connection, because
 * under load the system calls cost more than the reads. Each is still its own transaction, and fails alone.
 */
export function runnerOf(source: Source): Runner {
  let waiting: Waiting[] = [];

  function sendAll(): void {
    const reads = waiting;
    waiting = [];
    for (let first = 0; first < reads.length; first += mostTogether)
      void runTogether(source, reads.slice(first, first + mostTogether));
  }

  return {
    run: (text, values) =>
      isRead(text)
        ? new Promise((resolve, reject) => {
            if (waiting.length === 0) setImmediate(sendAll);
            waiting.push({ text, values, resolve, reject });
          })
        : runAlone(source, { text, values }),
  };
}

/** The same runner, but what it does not pipeline uses a connection in the name of this user. */
export function runnerInNameOf(user: User, source: Source, runner: Runner): Runner {
  return {
    run: (text, values) =>
      isRead(text) ? runner.run(text, values) : runAlone(source, { text, values }, user),
  };
}

function runAlone(source: Source, { text, values }: Statement, user?: User): Promise<Ran> {
  return onFreeConnection(source, (connection) => connection.run(text, values), user);
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
