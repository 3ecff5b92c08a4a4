import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What becomes of a request. */
type Fate =
  | 'passes'
  /** The connection is cut before the service has the request. */
  | 'is lost'
  /** The service does it, and the connection is cut before its answer. */
  | 'loses its answer'
  | 'gets no answer'
  | {
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: object | string;
    };

type Asked = {
  readonly request: string;
  readonly key: string | undefined;
  readonly version: string | undefined;
  readonly atMs: number;
};

/** A network between a client and a service. Each request meets the next fate; the others pass. */
export async function aNetwork(target: () => string) {
  const fates: Fate[] = [];
  const asked: Asked[] = [];
  const server = createServer((req, res) => void answer(req, res));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    asked,
    next: (...coming: readonly Fate[]) => {
      fates.length = 0;
      asked.length = 0;
      fates.push(...coming);
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };

  async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const bytes = Buffer.concat(await req.toArray());
    const key = req.headers['idempotency-key'];
    asked.push({
      request: `${req.method} ${req.url}`,
      key: key?.toString(),
      version: req.headers['service-version']?.toString(),
      atMs: performance.now(),
    });
    const fate = fates.shift() ?? 'passes';
    if (fate === 'gets no answer') return;
    if (fate === 'is lost') req.socket.destroy();
    else if (typeof fate === 'object') {
      res.writeHead(fate.status, { 'content-type': 'application/json', ...fate.headers });
      res.end(typeof fate.body === 'string' ? fate.body : JSON.stringify(fate.body ?? {}));
    } else {
      const passed = await pass(`${target()}${req.url}`, req, bytes);
      if (fate === 'loses its answer') req.socket.destroy();
      else res.writeHead(passed.status, passed.headers).end(passed.bytes);
    }
  }
}

const carried = ['authorization', 'content-type', 'idempotency-key', 'service-version'] as const;
const known = ['content-type', 'x-request-id', 'service-version', 'retry-after'];

async function pass(address: string, { method = 'GET', headers }: IncomingMessage, sent: Buffer) {
  const answer = await fetch(address, {
    method,
    headers: carried.flatMap((name): [string, string][] => {
      const value = headers[name];
      return value === undefined ? [] : [[name, String(value)]];
    }),
    ...(sent.length > 0 && { body: new Uint8Array(sent) }),
  });
  const bytes = Buffer.from(await answer.arrayBuffer());
  const back = [...answer.headers].filter(([name]) => known.includes(name));
  return { status: answer.status, headers: Object.fromEntries(back), bytes };
}

export type Network = Awaited<ReturnType<typeof aNetwork>>;
