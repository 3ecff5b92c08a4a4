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
  /** How many connections it has ended as soon as they were made. */
  readonly refused: () => number;
  readonly close: () => Promise<void>;
};

export async function proxyTo(database: Pick<TestDatabase, 'url' | 'asOwner'>): Promise<Proxy> {
  const [row] = await database.asOwner("SELECT current_setting('port') AS port");
  let state: 'open' | 'hanging' | 'refusing' = 'open';
  const sockets = new Set<Socket>();
  const follow = (socket: Socket) => {
    if (state === 'refusing') socket.destroy();
    else if (state === 'hanging') socket.pause();
    else socket.resume();
  };
  let refused = 0;
  const server = createServer((near) => {
    if (state === 'refusing') refused += 1;
    const far = connect(Number(row?.['port']), '127.0.0.1');
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('data', (bytes) => to.write(bytes));
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
    close: async () => {
      become('refusing')();
      server.close();
      await once(server, 'close');
    },
  };
}
