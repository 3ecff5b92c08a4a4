import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Context } from '../../src/engine/context.ts';
import { createSecrets } from '../../src/platform/secrets.ts';
import { cloneDatabase, type TestDatabase } from '../support/database.ts';
import { aContext, anApp, aPaymentRow, happens } from '../support/event-context.ts';
import { startWorker, type WorkerProcess } from '../support/process.ts';
import { aReceiver, type Received, type Receiver } from '../support/receiver.ts';
import { until } from '../support/victim.ts';

/**
 * The only worker is killed in the middle of what it sends, again and again, and the next one starts at once. Leases run
 * out in real time: what a dead worker held comes again after 45 seconds, by whoever is alive then.
 */
const mostKills = 50;
/** A machine that takes long to start a worker kills fewer, but not fewer than these. */
const leastKills = 15;
const killingMs = 120_000;
const leastInFlight = 20;
/** A kill at most every so often; the last lease runs out 45 seconds after the last kill. */
const patienceMs = 170_000;
const redeliveredWithinMs = 60_000;
/** Of the first rounds every other delivery is refused whenever it comes again, so that it ends after five attempts. */
const doomedRounds = 10;
const startMs = 60_000;
const captured = 'payment.capture.completed';

let database: TestDatabase;
let ctx: Context;
let receiver: Receiver;
let worker: WorkerProcess;

beforeAll(async () => {
  database = await cloneDatabase();
  ctx = aContext(database.databases, { secrets: createSecrets(database.secretKey) });
  receiver = await aReceiver();
});
afterAll(async () => {
  await worker.kill();
  await receiver.close();
  await database.close();
});

/** Requests that were not answered, by delivery; and deliveries whose worker was killed meanwhile, until they come again. */
const open = new Map<string, Received>();
const lost = new Set<string>();
let redelivered = 0;

function idOf({ headers }: Received): string {
  return headers['service-delivery-id'] ?? '';
}

/** Whoever is asked for the first time says nothing, until the worker is dead. */
function answer(request: Received): number | 'hang' {
  const id = idOf(request);
  if (lost.delete(id)) redelivered += 1;
  if (request.headers['service-attempt'] === '1') {
    open.set(id, request);
    return 'hang';
  }
  return isDoomed(request) ? 500 : 204;
}

function isDoomed({ path, body }: Received): boolean {
  const [, round] = /round=(\d+)/.exec(path) ?? [];
  const { resource_id: resource } = JSON.parse(body) as { resource_id: string };
  return Number(round) < doomedRounds && Number.parseInt(resource.slice(-1), 16) % 2 === 0;
}

it(`loses nothing when the worker is killed up to ${mostKills} times with ${leastInFlight} deliveries in flight`, async () => {
  receiver.answer(answer);
  const endMs = performance.now() + killingMs;
  let kills = 0;
  for (; kills < mostKills && (kills < leastKills || performance.now() < endMs); kills += 1) {
    [worker] = await Promise.all([startWorker(database), twoDozenDeliveries(kills)]);
    await until(`enough is in flight in round ${kills}`, () => open.size >= leastInFlight, startMs).catch(
      withOutput,
    );
    await worker.kill();
    for (const id of open.keys()) lost.add(id);
    open.clear();
  }
  worker = await startWorker(database);

  // Nobody is killed any more, so everybody is answered.
  receiver.answer((request) => (request.headers['service-attempt'] === '1' ? 204 : answer(request)));
  await until('all are finished', areFinished, patienceMs);
  const log = await logOfAll();

  expect(redelivered).toBeGreaterThanOrEqual(kills * leastInFlight);
  expect([...lost]).toEqual([]);
  // A delivery may be claimed by one who dies before he sends it, so each loss is measured by itself.
  const waits = log.flatMap(waitsOf);
  expect(waits.length).toBeGreaterThanOrEqual(kills * leastInFlight);
  expect(Math.max(...waits)).toBeLessThan(redeliveredWithinMs);
  expect(log.length).toBe(kills * 24);
  expect(log.filter((delivery) => !isWhole(delivery))).toEqual([]);
  const states = Map.groupBy(log, ({ state }) => state);
  expect(states.get('exhausted')?.length).toBeGreaterThan(doomedRounds * 4);
  expect(states.get('delivered')?.length).toBeGreaterThan(log.length / 2);
  expect(twice()).toEqual([]);
  process.stdout.write(
    `${kills} kills, ${redelivered} redelivered, claimed again after ${Math.min(...waits)} to ${Math.max(...waits)} ms; ${[...states].map(([state, rows]) => `${rows.length} ${state}`).join(', ')}\n`,
  );
}, 400_000);

function withOutput(error: unknown): never {
  throw new Error(`${open.size} are in flight, and the worker says: ${worker.output()}`, { cause: error });
}

/** Two merchants with three receivers each, and four events: no more than four are in flight to one, nor sixteen of a merchant. */
async function twoDozenDeliveries(round: number): Promise<void> {
  for (let merchants = 0; merchants < 2; merchants += 1) {
    const url = (app: number): string => `${receiver.url}/${app}?round=${round}`;
    const { merchant } = await anApp(ctx, { url: url(1) });
    await anApp(ctx, { of: merchant, url: url(2) });
    await anApp(ctx, { of: merchant, url: url(3) });
    for (let events = 0; events < 4; events += 1)
      await happens(ctx, merchant, captured, aPaymentRow(merchant));
  }
}

async function areFinished(): Promise<boolean> {
  const [row] = await database.asOwner(
    `SELECT count(*)::int AS n FROM sandbox.webhook_deliveries WHERE state IN ('due', 'sending')`,
  );
  if (row?.['n'] !== 0) await pause(500);
  return row?.['n'] === 0;
}

type Delivery = {
  id: string;
  state: string;
  attempts: number;
  numbers: number[];
  failures: (string | null)[];
  started: Date[];
};

async function logOfAll(): Promise<Delivery[]> {
  const rows = await database.asOwner(
    `SELECT d.delivery_id AS id, d.state, d.attempts, array_agg(a.attempt ORDER BY a.attempt) AS numbers,
        array_agg(a.failure ORDER BY a.attempt) AS failures, array_agg(a.started_at ORDER BY a.attempt) AS started
      FROM sandbox.webhook_deliveries d LEFT JOIN sandbox.webhook_attempts a USING (merchant_id, delivery_id)
      GROUP BY d.merchant_id, d.delivery_id`,
  );
  return rows as unknown as Delivery[];
}

/** From the claim of each attempt that was lost, a little before the kill, to the next one. */
function waitsOf({ failures, started }: Delivery): number[] {
  return failures.flatMap((failure, index) => {
    const next = started[index + 1];
    return failure === 'worker_lost' && next ? [Number(next) - Number(started[index])] : [];
  });
}

/** Every attempt is in the log once; it ended with an acknowledgement, or after exactly five. */
function isWhole({ state, attempts, numbers, failures }: Delivery): boolean {
  const isCounted = numbers.length === attempts && numbers.every((number, index) => number === index + 1);
  const last = failures.at(-1);
  const isOver =
    state === 'delivered' ? last === null : state === 'exhausted' && attempts === 5 && last !== null;
  return isCounted && isOver && failures.slice(0, -1).every((failure) => failure !== null);
}

/** Attempts that came to the receiver a second time under the same number. */
function twice(): string[] {
  const attempts = receiver.received.map(
    (request) => `${idOf(request)} ${request.headers['service-attempt']}`,
  );
  return attempts.filter((attempt, index) => attempts.indexOf(attempt) !== index);
}
