import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Context } from '../../../src/engine/context.ts';
import { createSecrets } from '../../../src/platform/secrets.ts';
import { isWholeProfile } from '../../support/faults/profile.ts';
import { until } from '../../support/faults/victim.ts';
import { aContext, anApp, aPaymentRow, happens } from '../../support/receivers/event-context.ts';
import { aReceiver, type Received, type Receiver } from '../../support/receivers/receiver.ts';
import { cloneDatabase, type TestDatabase } from '../../support/service/database.ts';
import { startWorker, type WorkerProcess } from '../../support/service/process.ts';

/**
 * The only worker is killed again and again while it sends, and the next one starts at once. In the whole profile leases expire in
 * real time: a live worker sends a dead worker's deliveries again after 45 seconds. The short one ends them.
 */
const mostKills = isWholeProfile ? 50 : 5;
/** A machine on which workers start slowly makes fewer kills, but at least this many. */
const leastKills = isWholeProfile ? 15 : 5;
const killingMs = 120_000;
const leastInFlight = 20;
/** Longer than it takes the last lease to expire, 45 seconds after the last kill, and the retries to end. */
const patienceMs = 170_000;
/** The short profile ends leases before their time, so that a wait reads up to 45 seconds longer there than it was. */
const redeliveredWithinMs = isWholeProfile ? 60_000 : 105_000;
/** In the first rounds every other delivery is refused on each retry, so that it ends after five attempts. */
const doomedRounds = isWholeProfile ? 10 : 2;
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

/** Unanswered requests by delivery, and deliveries whose worker was killed, until they are sent again. */
const open = new Map<string, Received>();
const lost = new Set<string>();
let redelivered = 0;

function idOf({ headers }: Received): string {
  return headers['service-delivery-id'] ?? '';
}

/** Does not answer a first attempt, so that it is in flight when the worker is killed. */
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
  // Before the last worker starts, which has leases of its own.
  if (!isWholeProfile) {
    await database.asOwner(
      `UPDATE sandbox.webhook_deliveries SET lease_until = now() WHERE state = 'sending'`,
    );
  }
  worker = await startWorker(database);

  // No more kills, so every request is answered.
  receiver.answer((request) => (request.headers['service-attempt'] === '1' ? 204 : answer(request)));
  await until('all are finished', areFinished, patienceMs);
  const log = await logOfAll();

  expect(redelivered).toBeGreaterThanOrEqual(kills * leastInFlight);
  expect([...lost]).toEqual([]);
  // A worker may die between claiming a delivery and sending it, so each lost attempt is measured separately.
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

/** Two merchants with three receivers and four events each: at most four are in flight to a receiver, and sixteen of a merchant. */
async function twoDozenDeliveries(round: number): Promise<void> {
  for (let merchants = 0; merchants < 2; merchants += 1) {
    const url = (app: number): string => `${receiver.url}/${app}?round=${round}`;
    const { merchant } = await anApp(ctx, { url: url(1) });
    await anApp(ctx, { of: merchant, url: url(2) });
    await anApp(ctx, { of: merchant, url: url(3) });
    for (let events = 0; events < 4; events += 1) {
      const row = aPaymentRow(merchant);
      // Every second one is doomed, and not by chance.
      await happens(ctx, merchant, captured, { ...row, id: `${row.id.slice(0, -1)}${events}` });
    }
  }
}

async function areFinished(): Promise<boolean> {
  const [row] = await database.asOwner(
    `SELECT count(*)::int AS n FROM sandbox.webhook_deliveries WHERE finished_at IS NULL`,
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

/** The time from the claim of each lost attempt, shortly before the kill, to the next attempt. */
function waitsOf({ failures, started }: Delivery): number[] {
  return failures.flatMap((failure, index) => {
    const next = started[index + 1];
    return failure === 'worker_lost' && next ? [Number(next) - Number(started[index])] : [];
  });
}

/** Whether every attempt is in the log once, and the delivery ended with success or after exactly five attempts. */
function isWhole({ state, attempts, numbers, failures }: Delivery): boolean {
  const isCounted = numbers.length === attempts && numbers.every((number, index) => number === index + 1);
  const last = failures.at(-1);
  const isOver =
    state === 'delivered' ? last === null : state === 'exhausted' && attempts === 5 && last !== null;
  return isCounted && isOver && failures.slice(0, -1).every((failure) => failure !== null);
}

/** Attempts that reached the receiver twice with the same number. */
function twice(): string[] {
  const attempts = receiver.received.map(
    (request) => `${idOf(request)} ${request.headers['service-attempt']}`,
  );
  return attempts.filter((attempt, index) => attempts.indexOf(attempt) !== index);
}
