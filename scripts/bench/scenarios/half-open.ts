import { get } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { startAttack } from '../load/half-open.ts';
import { type Figure, quantile } from '../measure/figures.ts';
import { type Bench, type Scenario, withService } from '../measure/scenario.ts';
import type { ServerProcess } from '../testbed/processes.ts';

const many = 10_050;
const few = 50;
const attackMs = 30_000;
/** How long a check of a load balancer waits. */
const patienceMs = 1000;

export const halfOpen: Scenario = {
  name: 'half-open',
  about: `/healthz while ${many} connections never end their side, and SIGTERM with ${few} of them`,
  run: async (bench) => [...(await attacked(bench)), ...(await stopped(bench))],
};

function attacked(bench: Bench): Promise<Figure[]> {
  return withService(bench, async ({ baseUrl }) => {
    const attack = await startAttack(baseUrl, many);
    const checks = await check(baseUrl, attackMs);
    const opened = await attack.end();
    const times = checks.filter((checked) => typeof checked === 'number');
    const failures = new Set(checks.filter((checked) => typeof checked === 'string'));
    const about = `${checks.length} checks on new connections in ${attackMs / 1000} s; ${opened} connections were opened, each again when the service closed it; failures: ${[...failures].join(', ') || 'none'}`;
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
  const attack = await startAttack(service.baseUrl, few);
  await delay(1000);
  const { seconds, code } = await timed(service);
  await attack.end();
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

/** How long a check took, or why it failed. */
type Checked = number | string;

/** Checks on new connections. */
async function check(baseUrl: string, forMs: number): Promise<Checked[]> {
  const checks: Promise<Checked>[] = [];
  const until = performance.now() + forMs;
  while (performance.now() < until) {
    checks.push(checkOnce(baseUrl));
    await delay(100);
  }
  return await Promise.all(checks);
}

function checkOnce(baseUrl: string): Promise<Checked> {
  const startedAt = performance.now();
  const { promise, resolve } = Promise.withResolvers<Checked>();
  const options = { agent: false, signal: AbortSignal.timeout(patienceMs) };
  const asking = get(`${baseUrl}/healthz`, options, (answer) => {
    answer.resume();
    const { statusCode } = answer;
    resolve(statusCode === 200 ? performance.now() - startedAt : String(statusCode));
  });
  asking.once('error', (error) => resolve(error.message));
  return promise;
}
