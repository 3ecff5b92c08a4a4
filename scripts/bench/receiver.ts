/** A merchant's server that answers at once, in a process of its own. Its argument is the port. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { type Child, serve } from './children.ts';
import { freePort, type Place } from './place.ts';

const deliveryHeader = 'service-delivery-id';

export type Receiver = {
  readonly url: string;
  /** When each delivery first came, by its id without prefix, in ms since 1970. Asking forgets them. */
  readonly arrivals: () => Promise<ReadonlyMap<string, number>>;
  readonly stop: Child['stop'];
};

export async function startReceiver({ dataDir }: Place): Promise<Receiver> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const { stop } = await serve({
    words: [import.meta.filename, String(port)],
    log: join(dataDir, 'receiver.log'),
    ready: `${origin}/ready`,
  });
  const arrivals = async () => {
    const answer = await fetch(`${origin}/arrivals`);
    const told: [string, number][] = JSON.parse(await answer.text());
    return new Map(told);
  };
  return { url: `${origin}/hook`, arrivals, stop };
}

if (import.meta.main) {
  const arrived = new Map<string, number>();
  const server = createServer((req, res) => {
    const at = performance.timeOrigin + performance.now();
    const delivery = idOf(req);
    if (delivery !== undefined && !arrived.has(delivery)) arrived.set(delivery, at);
    req.resume();
    req.once('end', () => answer(req, res));
  });
  const answer = (req: IncomingMessage, res: ServerResponse): void => {
    if (req.url !== '/arrivals') {
      res.writeHead(204).end();
      return;
    }
    res.end(JSON.stringify([...arrived]));
    arrived.clear();
  };
  server.listen(Number(process.argv[2]), '127.0.0.1');
  process.once('SIGTERM', () => process.exit(0));
}

function idOf({ headers }: IncomingMessage): string | undefined {
  const shown = headers[deliveryHeader];
  return typeof shown === 'string' ? shown.slice(shown.indexOf('_') + 1) : undefined;
}
