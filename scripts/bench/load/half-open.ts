import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { isMainThread, Worker, workerData } from 'node:worker_threads';

/** What each kind of connection sends first. None ends its side, and each sends one more byte a second. */
const kinds = [
  'CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n',
  'GET /healthz HTTP/1.1\r\nHost: x\r\nX-Slow: ',
  'POST /v1/checkout/create HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n',
];

const openedInASecond = 1000;

type Attack = {
  /** Ends the attack, and tells how many connections it has opened. */
  readonly end: () => Promise<number>;
};

/**
 * Opens so many connections of all kinds, and opens each again when the service closes it. It has a thread of its own, so that it
 * does not delay who measures. Returns when all have been opened once.
 */
export async function startAttack(baseUrl: string, count: number): Promise<Attack> {
  // Shared with the thread: how many connections it has opened.
  const opened = new Int32Array(new SharedArrayBuffer(4));
  const port = Number(new URL(baseUrl).port);
  const worker = new Worker(new URL(import.meta.url), { workerData: { port, count, opened } });
  const failed = once(worker, 'error').then(([error]) => Promise.reject(error));
  failed.catch(() => undefined);
  while (Atomics.load(opened, 0) < count) await Promise.race([delay(20), failed]);
  return {
    end: async () => {
      await worker.terminate();
      return Atomics.load(opened, 0);
    },
  };
}

type Orders = { readonly port: number; readonly count: number; readonly opened: Int32Array };

function attack({ port, count, opened }: Orders): void {
  const sockets = new Map<number, Socket>();
  const toOpen = Array.from({ length: count }, (_, at) => at);
  const openOne = (at: number): void => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    sockets.set(at, socket);
    socket.on('error', () => undefined).resume();
    socket.once('connect', () => {
      Atomics.add(opened, 0, 1);
      socket.write(kinds[at % kinds.length] ?? '');
    });
    socket.once('close', () => toOpen.push(at));
  };
  setInterval(() => {
    for (const at of toOpen.splice(0, openedInASecond / 20)) openOne(at);
  }, 50);
  // A tenth of them at a time.
  let beat = 0;
  setInterval(() => {
    beat += 1;
    for (const [at, socket] of sockets) if (at % 10 === beat % 10 && !socket.connecting) socket.write('x');
  }, 100);
}

if (!isMainThread) attack(workerData);
