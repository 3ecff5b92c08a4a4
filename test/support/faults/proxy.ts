import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { at } from '../citus/servers.ts';
import type { TestDatabase } from '../service/database.ts';

/** A network between a service and its database, which a test can break. */
export type Proxy = {
  /** The owner's address of the database, through the proxy. */
  readonly url: string;
  /** Carries connections again, old and new ones. */
  readonly mend: () => void;
  /** Accepts connections and carries nothing, as a lost network does. */
  readonly hang: () => void;
  /** Ends connections at once, as a stopped server does. */
  readonly refuse: () => void;
  /**
   * Ends the connection that carries the nth message to the database from now on: before the database has it, or instead of the answer.
   * Several statements that are sent at once are one message.
   *
   * @returns ends this, and says whether a connection was cut
   */
  readonly cutAt: (nth: number, when: 'before' | 'after') => () => boolean;
  /** Leads new connections to the server at this port. Those that it has stay where they are. */
  readonly leadTo: (port: number) => void;
  /** How many connections it has ended as soon as they were made. */
  readonly refused: () => number;
  readonly close: () => Promise<void>;
};

export async function proxyTo(database: Pick<TestDatabase, 'url' | 'asOwner'>): Promise<Proxy> {
  const [row] = await database.asOwner("SELECT current_setting('port') AS port");
  let port = Number(row?.['port']);
  let state: 'open' | 'hanging' | 'refusing' = 'open';
  const sockets = new Set<Socket>();
  const follow = (socket: Socket) => {
    if (state === 'refusing') socket.destroy();
    else if (state === 'hanging') socket.pause();
    else socket.resume();
  };
  let refused = 0;
  let cut: { nth: number; readonly when: 'before' | 'after'; isDone: boolean } | undefined;
  const isCutNow = () => {
    if (!cut || cut.isDone) return false;
    cut.nth -= 1;
    cut.isDone = cut.nth === 0;
    return cut.isDone;
  };
  const server = createServer((near) => {
    if (state === 'refusing') refused += 1;
    const far = connect(port, '127.0.0.1');
    let ends: 'before' | 'after' | undefined;
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('data', (bytes) => {
        if (from === near && isCutNow()) ends = cut?.when;
        if (ends === 'before' || (ends === 'after' && from === far)) near.destroy();
        else to.write(bytes);
      });
      from.on('error', () => undefined);
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
      follow(from);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('a TCP server has a port');
  const { username, password, pathname } = new URL(database.url);
  const url = at(`postgres://${username}:${password}@127.0.0.1:${address.port}`, pathname.slice(1));
  const become = (next: typeof state) => () => {
    state = next;
    sockets.forEach(follow);
  };
  return {
    url,
    mend: become('open'),
    hang: become('hanging'),
    refuse: become('refusing'),
    refused: () => refused,
    leadTo: (other) => {
      port = other;
    },
    cutAt: (nth, when) => {
      const own = { nth, when, isDone: false };
      cut = own;
      return () => {
        cut = undefined;
        return own.isDone;
      };
    },
    close: async () => {
      become('refusing')();
      server.close();
      await once(server, 'close');
    },
  };
}
