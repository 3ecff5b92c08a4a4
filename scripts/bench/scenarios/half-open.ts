import { get } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { type Figure, quantile } from '../measure/figures.ts';
import { type Bench, type Scenario, withService } from '../measure/scenario.ts';
import type { ServerProcess } from '../testbed/processes.ts';

const many = 10_050;
const few = 50;
const attackMs = 30_000;
/** How long a check of a load balancer waits. */
const patienceMs = 1000;

/** What each kind of connection sends first. None ends its side, and each sends one more byte a second. */
const kinds = [
  'CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n',
  'GET /healthz HTTP/1.1\r\nHost: x\r\nX-Slow: ',
  'POST /v1/checkout/create HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n',
];

export const halfOpen: Scenario = {
  name: 'half-open',
  about: `/healthz while ${many} connections never end their side, and SIGTERM with ${few} of them`,
  run: async (bench) => [...(await attacked(bench)), ...(await stopped(bench))],
};

function attacked(bench: Bench): Promise<Figure[]> {
  return withService(bench, async ({ baseUrl }) => {
    const attack = open(baseUrl, many);
    await expectOpen(attack);
    const checks = await check(baseUrl, attackMs);
    const { opened } = attack;
    attack.end();
    const times = checks.filter((ms) => ms !== undefined);
    const about = `${checks.length} checks on new connections in ${attackMs / 1000} s; ${opened()} connections were opened, each again when the service closed it`;
    bench.say(`half-open: ${times.length} of ${checks.length} checks answered`);
    return [
      {
        id: 'open',
        what: '/healthz not answered within 1 s',
        values: [checks.length - times.length],
        goal: { atMost: 0 },
        unit: 'errors',
        about,
      },
      {
        id: 'open',
        what: '/healthz, 99 of 100',
        values: [quantile(times, 0.99)],
        goal: { atMost: patienceMs },
        unit: 'ms',
        about,
      },
    ];
  });
}

async function stopped({ testbed }: Bench): Promise<Figure[]> {
  const service = await testbed.startService();
  const attack = open(service.baseUrl, few);
  await expectOpen(attack);
  await delay(1000);
  const { seconds, code } = await timed(service);
  attack.end();
  return [
    {
      id: 'open',
      what: `SIGTERM with ${few} half-open connections`,
      values: [code === 0 ? seconds : Number.POSITIVE_INFINITY],
      goal: { atMost: 15 },
      unit: 's',
      about: `${seconds.toFixed(1)} s, exit code ${code}`,
    },
  ];
}

async function timed(service: ServerProcess): Promise<{ seconds: number; code: number | null }> {
  const startedAt = performance.now();
  const code = await service.stop();
  return { seconds: (performance.now() - startedAt) / 1000, code };
}

type Attack = { readonly opened: () => number; readonly isOpen: () => boolean; readonly end: () => void };

/** Opens connections of all kinds in turn, and opens each again when it is closed. */
function open(baseUrl: string, count: number): Attack {
  const sockets = new Map<number, Socket>();
  let opened = 0;
  let ended = false;
  const openOne = (at: number): void => {
    const socket = connect({
      port: Number(new URL(baseUrl).port),
      host: '127.0.0.1',
      allowHalfOpen: true,
    });
    sockets.set(at, socket);
    socket.on('error', () => undefined).resume();
    socket.once('connect', () => {
      opened += 1;
      socket.write(kinds[at % kinds.length] ?? '');
    });
    socket.once('close', () => ended || setTimeout(() => openOne(at), 500));
  };
  // A tenth of them at a time.
  let beat = 0;
  const beats = setInterval(() => {
    beat += 1;
    for (const [at, socket] of sockets) if (at % 10 === beat % 10 && !socket.connecting) socket.write('x');
  }, 100);
  const start = async () => {
    for (let at = 0; at < count; at += 1) {
      openOne(at);
      if (at % 100 === 99) await delay(20);
    }
  };
  void start();
  return {
    opened: () => opened,
    isOpen: () => sockets.size === count,
    end: () => {
      ended = true;
      clearInterval(beats);
      for (const socket of sockets.values()) socket.destroy();
    },
  };
}

async function expectOpen({ isOpen }: Attack): Promise<void> {
  const until = performance.now() + 60_000;
  while (!isOpen() && performance.now() < until) await delay(100);
}

/** The times of checks on new connections; undefined where none was answered in time. */
async function check(baseUrl: string, forMs: number): Promise<(number | undefined)[]> {
  const checks: Promise<number | undefined>[] = [];
  const until = performance.now() + forMs;
  while (performance.now() < until) {
    checks.push(checkOnce(baseUrl));
    await delay(100);
  }
  return await Promise.all(checks);
}

function checkOnce(baseUrl: string): Promise<number | undefined> {
  const startedAt = performance.now();
  const { promise, resolve } = Promise.withResolvers<number | undefined>();
  const options = { agent: false, signal: AbortSignal.timeout(patienceMs) };
  const asking = get(`${baseUrl}/healthz`, options, (answer) => {
    answer.resume();
    resolve(answer.statusCode === 200 ? performance.now() - startedAt : undefined);
  });
  asking.once('error', () => resolve(undefined));
  return promise;
}
