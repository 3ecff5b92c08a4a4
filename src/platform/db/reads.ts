import type { Pool } from 'pg';
import {
  type Connection,
  connect,
  onFreeConnection,
  type Ran,
  type Runner,
  type Statement,
} from './connect.ts';
import { isStale } from './violations.ts';

/** A slow read holds up those behind it on its connection, so they are few. */
const mostTogether = 8;

type Waiting = Statement & {
  readonly resolve: (ran: Ran) => void;
  readonly reject: (error: unknown) => void;
};

/**
 * Statements on free connections of a pool. Reads that are asked for in one turn of the event loop share a connection and a
 * write: under load the system calls cost more than the reads. Each is still a transaction of its own and fails alone.
 */
export function runnerOf(pool: Pool): Runner {
  let waiting: Waiting[] = [];

  function sendAll(): void {
    const reads = waiting;
    waiting = [];
    for (let first = 0; first < reads.length; first += mostTogether)
      void together(pool, reads.slice(first, first + mostTogether));
  }

  return {
    run: (text, values) =>
      isRead(text)
        ? new Promise((resolve, reject) => {
            if (waiting.length === 0) setImmediate(sendAll);
            waiting.push({ text, values, resolve, reject });
          })
        : alone(pool, { text, values }),
  };
}

function alone(pool: Pool, { text, values }: Statement): Promise<Ran> {
  return onFreeConnection(pool, (connection) => connection.run(text, values));
}

/** Settles every one of them; rejects never. */
async function together(pool: Pool, reads: readonly Waiting[]): Promise<void> {
  let connection: Connection;
  try {
    connection = await connect(pool);
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
        if (isStale(error)) alone(pool, read).then(read.resolve, read.reject);
        else read.reject(error);
      }
    }),
  );
  connection.release();
}

/** What may wait for a lock shares no connection. */
function isRead(text: string): boolean {
  return text.startsWith('select ') && !text.includes(' for ');
}
