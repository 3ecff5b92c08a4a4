import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDeliverer, type Deliverer } from '../../../../../src/domain/notices/deliveries/deliver.ts';
import type { Context } from '../../../../../src/engine/context.ts';
import { patienceOfOthersMs, percentile } from '../../../../support/checks/latency.ts';
import { aContext, anApp, aPaymentRow, happens } from '../../../../support/receivers/event-context.ts';
import { aReceiver, type Received, type Receiver } from '../../../../support/receivers/receiver.ts';
import { cloneDatabase, type TestDatabase } from '../../../../support/service/database.ts';

const captured = 'payment.capture.completed';
const changes = 100;
/** Chooses which attempts fail. */
const seed = 'a Monday';

let database: TestDatabase;
let ctx: Context;
let receiver: Receiver;
let deliverers: Deliverer[];

beforeAll(async () => {
  database = await cloneDatabase();
  ctx = aContext(database.databases);
  receiver = await aReceiver();
  deliverers = [1, 2].map(() => createDeliverer({ ctx }));
  for (const deliverer of deliverers) deliverer.start();
});
afterAll(async () => {
  await Promise.all(deliverers.map((deliverer) => deliverer.stop(0)));
  await receiver.close();
  await database.close();
});

/** A pseudo-random number from 0 to 1, the same in every run. */
function lot(about: string): number {
  return createHash('sha256').update(`${seed} ${about}`).digest().readUInt32BE() / 2 ** 32;
}

type Seen = {
  readonly resource: string;
  readonly sequence: number;
  readonly attempt: number;
  readonly answer: string;
};

it('delivers 100 changes of one resource in order to a flaky receiver, and other resources do not wait', async () => {
  const { merchant } = await anApp(ctx, { url: receiver.url });
  const flaky = aPaymentRow(merchant);
  const isFlaky = (resource: string): boolean => resource.endsWith(flaky.id.replaceAll('-', ''));
  const seen: Seen[] = [];
  const arrived = new Map<string, number>();
  receiver.answer((request) => {
    const { resource, ...about } = read(request);
    if (!arrived.has(resource)) arrived.set(resource, performance.now());
    if (!isFlaky(resource)) return 204;
    const answer = moodOf(about.sequence, about.attempt);
    seen.push({ resource, ...about, answer });
    if (answer === 'cut') return 'cut';
    const afterMs = Math.floor(lot(`pause ${about.sequence}`) * 40);
    return { status: answer === 'fails' ? 500 : 204, afterMs };
  });

  const peaceful = neighbours();
  await expect.poll(() => arrived.size).toBeGreaterThan(8);
  peaceful.end();
  const inPeace = await peaceful.of();

  const waits = neighbours();
  for (let count = 0; count < changes; count += 1) await happens(ctx, merchant, captured, flaky);
  await expect
    .poll(() => seen.filter(({ answer }) => answer === 'takes').length, { timeout: 90_000, interval: 50 })
    .toBe(changes);
  waits.end();
  const waited = await waits.of();

  const attempts = seen.filter(({ sequence, attempt }, place) => {
    // Cut on a connection that was used before: the same attempt comes again on a new one.
    const before = seen[place - 1];
    return before?.answer !== 'cut' || before.sequence !== sequence || before.attempt !== attempt;
  });
  expect(attempts.map(({ sequence, attempt }) => `${sequence}:${attempt}`)).toEqual(inOrder(attempts));
  expect(seen.filter(({ answer }) => answer === 'takes').map(({ sequence }) => sequence)).toEqual(
    Array.from({ length: changes }, (_, index) => index + 1),
  );
  // The test proves something only if both kinds of failure have happened.
  expect(new Set(seen.map(({ answer }) => answer))).toEqual(new Set(['takes', 'fails', 'cut']));
  expect(waited.length).toBeGreaterThan(30);
  expect(percentile(waited, 0.9)).toBeLessThan(patienceOfOthersMs(inPeace));

  /** Makes events of other resources for the same receiver, four a second, and measures how long each takes. */
  function neighbours(): { end: () => void; of: () => Promise<number[]> } {
    const ending = new AbortController();
    const begun = new Map<string, number>();
    const loop = async (): Promise<number[]> => {
      while (!ending.signal.aborted) {
        const payment = aPaymentRow(merchant);
        begun.set(`txn_${payment.id.replaceAll('-', '')}`, performance.now());
        await happens(ctx, merchant, captured, payment);
        await pause(250);
      }
      await expect.poll(() => [...begun.keys()].filter((resource) => !arrived.has(resource))).toEqual([]);
      return [...begun].map(([resource, at]) => (arrived.get(resource) ?? Number.NaN) - at);
    };
    const of = loop();
    return { end: () => ending.abort(), of: () => of };
  }
});

function read({ body, headers }: Received): Omit<Seen, 'answer'> {
  const { resource_id: resource, sequence } = JSON.parse(body) as { resource_id: string; sequence: number };
  return { resource, sequence, attempt: Number(headers['service-attempt']) };
}

/** One in nine attempts fails, half of them with a cut connection. With this seed every event succeeds in the end. */
function moodOf(sequence: number, attempt: number): 'takes' | 'fails' | 'cut' {
  if (lot(`mood ${sequence} ${attempt}`) > 1 / 9) return 'takes';
  return lot(`how ${sequence} ${attempt}`) < 0.5 ? 'fails' : 'cut';
}

/** The expected order: all attempts of an event until one succeeds, then those of the next event. */
function inOrder(seen: readonly Seen[]): string[] {
  const attempts = Map.groupBy(seen, ({ sequence }) => sequence);
  return Array.from({ length: changes }, (_, index) => index + 1).flatMap((sequence) =>
    (attempts.get(sequence) ?? []).map((_, index) => `${sequence}:${index + 1}`),
  );
}
