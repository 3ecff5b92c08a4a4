/** A merchant's server that answers every webhook at once. It runs in a process of its own; its argument is the port. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { serve } from '../testbed/processes.ts';
import type { Testbed } from '../testbed/testbed.ts';

const deliveryHeader = 'service-delivery-id';

export type Receiver = {
  readonly url: string;
  /** When each delivery first arrived, by its id without prefix, in ms since 1970. Each call clears the list. */
  readonly arrivals: () => Promise<ReadonlyMap<string, number>>;
  readonly stop: () => Promise<void>;
};

export async function startReceiver({ dataDir }: Pick<Testbed, 'dataDir'>): Promise<Receiver> {
  const { baseUrl, stop } = await serve({
    words: (port) => [import.meta.filename, String(port)],
    log: join(dataDir, 'receiver.log'),
    readyPath: '/ready',
  });
  const arrivals = async () => {
    const answer = await fetch(`${baseUrl}/arrivals`);
    const entries: [string, number][] = JSON.parse(await answer.text());
    return new Map(entries);
  };
  return { url: `${baseUrl}/hook`, arrivals, stop: async () => void (await stop()) };
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
