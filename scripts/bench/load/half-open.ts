import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

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
  const worker = new Worker(new URL(import.meta.url), {
    workerData: { port: Number(new URL(baseUrl).port), count },
  });
  await once(worker, 'message');
  return {
    end: async () => {
      const told = once(worker, 'message');
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
      worker.postMessage('end');
      const [opened]: unknown[] = await told;
      await worker.terminate();
      return Number(opened);
    },
  };
}

function attack({ port, count }: { readonly port: number; readonly count: number }): void {
  const sockets = new Map<number, Socket>();
  const toOpen = Array.from({ length: count }, (_, at) => at);
  let opened = 0;
  const openOne = (at: number): void => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    sockets.set(at, socket);
    socket.on('error', () => undefined).resume();
    socket.once('connect', () => {
      opened += 1;
      if (opened === count) tell('open');
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
  parentPort?.once('message', () => tell(opened));
}

function tell(what: string | number): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  parentPort?.postMessage(what);
}

if (!isMainThread) attack(workerData);
