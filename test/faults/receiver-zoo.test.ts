import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Context } from '../../src/engine/context.ts';
import type { MerchantId } from '../../src/engine/principal.ts';
import { patienceOfOthersMs, percentile } from '../support/checks/latency.ts';
import { isWholeProfile } from '../support/faults/profile.ts';
import { openVictim, until, type Victim } from '../support/faults/victim.ts';
import { type App, aContext, anApp, aPaymentRow, happens } from '../support/receivers/event-context.ts';
import { aReceiver, type Receiver } from '../support/receivers/receiver.ts';
import { type Animal, bytesPoured, type Kind, keep, kinds, trusted } from '../support/receivers/zoo.ts';

/**
 * One service delivers to every kind of faulty receiver at once, each of its own merchant, and to healthy receivers meanwhile. The
 * whole profile takes as long as five attempts that time out: 15 s each, and 30 s between them. The short one ends when all others
 * have had theirs.
 */
const patienceMs = 150_000;
const leastNoiseMs = 250;
/** A retry may be this many times as late as a slow first attempt is. With every change the machine is as busy as tests make it. */
const noiseFactor = isWholeProfile ? 1 : 4;
/** Limits the heap: with plenty of memory, uncollected garbage would hide how much the service needs. */
const ofASmallMachine = '--max-old-space-size=128 --max-semi-space-size=4';
const warmUps = isWholeProfile ? 700 : 200;
const mostMemory = 50 * 2 ** 20;
/** Receivers that hold their connection until the timeout get several deliveries at once. */
const heldAtOnce = 3;
const captured = 'payment.capture.completed';
const measuresMemory = process.platform === 'linux';

type Inmate = { readonly animal: Animal; readonly app: App; readonly deliveries: number };
type Attempt = Record<
  'attempt' | 'status' | 'failure' | 'started_at' | 'duration_ms' | 'response_start' | 'late',
  unknown
>;

let service: Victim;
let ctx: Context;
let healthy: Receiver;
let canary: Receiver;
let folder: string;
let inmates: Inmate[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'payments-zoo-'));
  const roots = join(folder, 'roots.pem');
  await writeFile(
    roots,
    Object.values(trusted)
      .map(({ cert }) => cert)
      .join(''),
  );
  healthy = await aReceiver();
  canary = await aReceiver();
  service = await openVictim({}, { NODE_EXTRA_CA_CERTS: roots, NODE_OPTIONS: ofASmallMachine });
  ctx = aContext(service.databases(), { secrets: service.secrets });
});

afterAll(async () => {
  await Promise.all(inmates.map(({ animal }) => animal.close()));
  await service.close();
  await Promise.all([healthy.close(), canary.close()]);
  await rm(folder, { recursive: true });
});

it('keeps its retry schedule, its memory and the latency of healthy receivers, whatever faulty receivers do', async () => {
  const apps = await Promise.all(
    Array.from({ length: 10 }, () => anApp(ctx, { url: `${healthy.url}/healthy` })),
  );
  // The later load of healthy receivers, so that any growth after it is due to the faulty ones.
  const warm = await latencies(apps, AbortSignal.timeout(120_000), 1, warmUps);
  const before = measured();
  const memory = watchMemory();
  inmates = await Promise.all(kinds(canary.url).map(admit));
  const ending = new AbortController();
  const served = latencies(apps, ending.signal, 100);

  for (const inmate of inmates) await everything(inmate);
  await until('all are finished', areFinished, patienceMs);
  ending.abort();
  const latency = await served;
  const noiseMs = Math.max(leastNoiseMs, noiseFactor * percentile(latency, 0.99));

  const logs = new Map(
    await Promise.all(inmates.map(async (inmate) => [inmate, await logOf(inmate)] as const)),
  );
  for (const [{ animal, deliveries }, log] of logs) {
    const each = Object.values(log);
    expect.soft(each.length, animal.name).toBe(deliveries);
    for (const attempts of each) {
      expect.soft(surprises(attempts, animal), animal.name).toEqual([]);
      expect.soft(lateness(attempts, animal, noiseMs), animal.name).toEqual([]);
    }
    if (!isWaitedFor(animal)) continue;
    expect.soft(animal.visits(), animal.name).toBe(animal.over === 'nobody' ? 0 : each.flat().length);
  }
  expect(logs.size).toBeGreaterThanOrEqual(50);
  expect(canary.received).toEqual([]);
  // Only kernel buffers fill up, a few MiB per visit: the service does not read the endless bodies.
  expect(bytesPoured()).toBeLessThan(300 * 2 ** 20);
  expect(warm.length).toBeGreaterThan(50);
  expect(latency.length).toBeGreaterThan(isWholeProfile ? 200 : 50);
  expect(percentile(latency, 0.99)).toBeLessThan(patienceOfOthersMs(warm));
  expect(memory.most() - before.memory).toBeLessThan(mostMemory);
  await until('its files are closed', () => measured().files <= before.files + 10);
  process.stdout.write(
    `zoo: ${logs.size} kinds, ${latency.length} healthy deliveries after ${warm.length}, p50 ${Math.round(percentile(latency, 0.5))} ms, p99 ${Math.round(percentile(latency, 0.99))} ms, memory +${Math.round((memory.most() - before.memory) / 2 ** 20)} MB, ${Math.round(bytesPoured() / 2 ** 20)} MiB poured\n`,
  );
}, 240_000);

async function admit(kind: Kind): Promise<Inmate> {
  const animal = await keep(kind);
  const deliveries = kind.expected !== 'acknowledged' && kind.expected.failure === 'timeout' ? heldAtOnce : 1;
  return { animal, app: await anApp(ctx, { url: animal.url }), deliveries };
}

async function everything({ app, deliveries }: Inmate): Promise<void> {
  for (let count = 0; count < deliveries; count += 1)
    await happens(ctx, app.merchant, captured, aPaymentRow(app.merchant));
}

function isWaitedFor({ expected }: Kind): boolean {
  return isWholeProfile || expected === 'acknowledged' || expected.failure !== 'timeout';
}

const merchants = (): MerchantId[] =>
  inmates.filter(({ animal }) => isWaitedFor(animal)).map(({ app }) => app.merchant);

async function areFinished(): Promise<boolean> {
  const rows = await ctx.db
    .selectFrom('webhook_deliveries')
    .select(['state'])
    .where('merchant_id', 'in', merchants())
    .where('finished_at', 'is', null)
    .execute();
  if (rows.length > 0) await pause(500);
  return rows.length === 0;
}

/** Attempts by delivery, in order. */
async function logOf({ app }: Inmate): Promise<Record<string, Attempt[]>> {
  const rows = await ctx.db
    .selectFrom('webhook_attempts')
    .selectAll()
    .where('merchant_id', '=', app.merchant)
    .orderBy('attempt_id')
    .execute();
  return Object.fromEntries(Map.groupBy(rows, ({ delivery_id }) => delivery_id));
}

/** The attempts that differ from what this kind of receiver causes. */
function surprises(attempts: readonly Attempt[], kind: Kind): unknown[] {
  const { expected } = kind;
  const wrong = attempts.filter(
    (each, index) => each.attempt !== index + 1 || each.late || !isAs(each, expected),
  );
  const [least, most] = expected === 'acknowledged' ? [1, 1] : [isWaitedFor(kind) ? 5 : 1, 5];
  const isCounted = attempts.length >= least && attempts.length <= most;
  return isCounted ? wrong : [`${attempts.length} attempts`, ...wrong];
}

function isAs({ failure, status }: Attempt, expected: Kind['expected']): boolean {
  if (expected === 'acknowledged') return failure === null && Number(status) >= 200 && Number(status) < 300;
  return [expected.failure].flat().includes(failure as never) && status === (expected.status ?? null);
}

/** The pauses that were too short or too long. They should be 2, 4, 8 and 16 seconds, and up to a tenth more. */
function lateness(attempts: readonly Attempt[], { tailMs }: Kind, noiseMs: number): string[] {
  const pauses = attempts.slice(1).map((attempt, index) => {
    const last = attempts[index];
    return Number(attempt.started_at) - Number(last?.started_at) - Number(last?.duration_ms) - tailMs;
  });
  return pauses.flatMap((ms, index) => {
    const promisedMs = 1000 * 2 ** (index + 1);
    // Both ends are rounded to a millisecond.
    const isKept = ms >= promisedMs - 2 && ms <= promisedMs * 1.1 + noiseMs;
    return isKept ? [] : [`${ms} ms instead of ${promisedMs} ms`];
  });
}

/** Records events one after the other until aborted. Returns the time from before each commit to the first attempt. */
async function latencies(
  apps: readonly App[],
  signal: AbortSignal,
  everyMs: number,
  most = Number.POSITIVE_INFINITY,
): Promise<number[]> {
  const begun = new Map<string, number>();
  const took = new Map<string, number>();
  healthy.answer(({ body }) => {
    const resource = JSON.parse(body).resource_id as string;
    if (!took.has(resource)) took.set(resource, performance.now() - (begun.get(resource) ?? Number.NaN));
    return 204;
  });
  for (let count = 0; !signal.aborted && count < most; count += 1) {
    const { merchant } = apps[count % apps.length] as App;
    const payment = aPaymentRow(merchant);
    begun.set(`txn_${payment.id.replaceAll('-', '')}`, performance.now());
    await happens(ctx, merchant, captured, payment);
    await pause(everyMs);
  }
  await until('all healthy receivers are served', () => took.size === begun.size);
  return [...took.values()];
}

/** The service's resident memory and open files on Linux; elsewhere nothing is measured. */
function measured(): { memory: number; files: number } {
  if (!measuresMemory) return { memory: 0, files: 0 };
  const pid = service.pid();
  const kilobytes = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return { memory: Number(kilobytes) * 1024, files: readdirSync(`/proc/${pid}/fd`).length };
}

function watchMemory(): { most: () => number } {
  let most = 0;
  const timer = setInterval(() => {
    try {
      most = Math.max(most, measured().memory);
    } catch {
      clearInterval(timer);
    }
  }, 250);
  timer.unref();
  return { most: () => most };
}
