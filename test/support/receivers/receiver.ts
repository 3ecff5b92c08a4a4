import { webcrypto } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Identity } from './identity.ts';

/** One request as a merchant's server sees it. */
export type Received = {
  readonly path: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Milliseconds since the receiver started. */
  readonly atMs: number;
  /** How many requests were being answered when this one came, itself included. */
  readonly open: number;
};

/** What the receiver does with a request: a status, its own answer, no answer at all, or a cut connection. */
type Reaction =
  | number
  | 'hang'
  | 'cut'
  | {
      readonly status: number;
      readonly body?: string;
      readonly headers?: Record<string, string>;
      readonly afterMs?: number;
      /** Answers once this has come true. */
      readonly after?: Promise<void>;
    };

export type Receiver = {
  readonly url: string;
  readonly received: readonly Received[];
  /** Sets the reaction to all later requests. */
  answer(reaction: Reaction | ((request: Received) => Reaction)): void;
  /** The first `count` requests, as soon as that many have come. */
  sees(count: number): Promise<readonly Received[]>;
  close(): Promise<void>;
};

/**
 * A merchant's server on this machine. It records every request, and answers 204 unless `answer` sets something else.
 *
 * @param identity its certificate; absent: it speaks http
 */
export async function aReceiver(identity?: Identity): Promise<Receiver> {
  const received: Received[] = [];
  const waiting = new Set<Waiter>();
  const startedAt = performance.now();
  let choose: Reaction | ((request: Received) => Reaction) = 204;
  let open = 0;

  const listener = (req: IncomingMessage, res: ServerResponse) => {
    open += 1;
    const openNow = open;
    res.once('close', () => (open -= 1));
    const answer = async () => {
      const body = await readText(req);
      const request = seenAs(req, { body, atMs: performance.now() - startedAt, open: openNow });
      received.push(request);
      for (const waiter of waiting) waiter.sees();
      react(res, typeof choose === 'function' ? choose(request) : choose);
    };
    void answer();
  };
  const server = identity ? createTlsServer(identity, listener) : createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  return {
    url: `${identity ? 'https' : 'http'}://127.0.0.1:${port}`,
    received,
    answer: (reaction) => {
      choose = reaction;
    },
    sees: (count) => sees(received, waiting, count),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/**
 * Checks a signature as the specification tells merchants to. It is written for the tests and imports nothing of the service, so
 * both must follow the specification to agree.
 */
export async function isSigned(
  request: Received,
  secret: string,
  nowSeconds = Date.now() / 1000,
): Promise<boolean> {
  const parts = (request.headers['service-signature'] ?? '').split(',').map((part) => part.split('='));
  const valuesOf = (wanted: string) =>
    parts.flatMap(([name, value = '']) => (name === wanted ? [value] : []));
  const time = valuesOf('t').join();
  if (!/^\d+$/.test(time) || Math.abs(nowSeconds - Number(time)) > 300) return false;
  const bytes = new TextEncoder();
  const key = await webcrypto.subtle.importKey(
    'raw',
    bytes.encode(secret),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['verify'],
  );
  const message = bytes.encode(`${time}.${request.body}`);
  for (const value of valuesOf('v1')) {
    if (await webcrypto.subtle.verify('HMAC', key, Buffer.from(value, 'hex'), message)) return true;
  }
  return false;
}

async function readText(req: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

function seenAs(req: IncomingMessage, about: Pick<Received, 'body' | 'atMs' | 'open'>): Received {
  const headers = Object.fromEntries(
    Object.entries(req.headers).map(([name, value]) => [name, String(value)]),
  );
  return { path: req.url ?? '', method: req.method ?? '', headers, ...about };
}

function react(res: ServerResponse, reaction: Reaction): void {
  if (reaction === 'hang') return;
  if (reaction === 'cut') {
    res.socket?.destroy();
    return;
  }
  const answer = typeof reaction === 'number' ? { status: reaction } : reaction;
  const reply = () => res.writeHead(answer.status, answer.headers).end(answer.body ?? '');
  if (answer.after) void answer.after.then(reply);
  else if (answer.afterMs === undefined) reply();
  else setTimeout(reply, answer.afterMs);
}

/** Whoever waits for requests. It hears of each that comes. */
type Waiter = { readonly sees: () => void };

/** Gives up when nothing came for so long, however slowly they come. */
const patienceMs = 30_000;

function sees(
  received: readonly Received[],
  waiting: Set<Waiter>,
  count: number,
): Promise<readonly Received[]> {
  if (received.length >= count) return Promise.resolve(received.slice(0, count));
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      waiting.delete(waiter);
      reject(new Error(`${received.length} requests came, ${count} were awaited`));
    }, patienceMs);
    const waiter = {
      sees: () => {
        timer.refresh();
        if (received.length < count) return;
        clearTimeout(timer);
        waiting.delete(waiter);
        resolve(received.slice(0, count));
      },
    };
    waiting.add(waiter);
  });
}
