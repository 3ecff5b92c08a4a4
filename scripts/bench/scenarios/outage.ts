import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'pg';
import { notifierOf } from '../../../src/platform/db/database.ts';
import { fillBacklog, type SampleDelivery, samplesIn, untilDelivered } from '../load/backlog.ts';
import { createCheckout, payOnce } from '../load/calls.ts';
import { type Receiver, startReceiver } from '../load/receiver.ts';
import { type Figure, quantile } from '../measure/figures.ts';
import { latenciesOf, nowIn } from '../measure/latency.ts';
import { type Bench, type Scenario, withService } from '../measure/scenario.ts';
import { openTestbed, withCommitTimes } from '../testbed/testbed.ts';
import { asOwner } from '../testbed/transactions.ts';

const lanes = 4;
const due = 50_000;
/** So many changes of each resource happened during the outage. Each waits for the one before it. */
const changes = 4;
/** The oldest of each lane are changes of one resource, such as the merchant's balance. Nearly all of them wait. */
const ofOneResource = 500;
/** A service that has not drained its backlog by then is measured by what it delivered. */
const mostSeconds = 120;
const betweenEventsMs = 200;

export const outage: Scenario = {
  name: 'outage',
  about: `deliver ${due} events of one merchant in ${lanes} lanes whose receivers are back, and meanwhile the events of another`,
  run: async (shared) => {
    const testbed = await openTestbed({ profile: shared.profile, settings: withCommitTimes });
    const bench = { ...shared, testbed };
    const receivers: Receiver[] = [];
    for (let lane = 0; lane < lanes + 1; lane += 1) receivers.push(await startReceiver(testbed));
    try {
      return await withService(bench, async ({ baseUrl }) => {
        const [merchant, other] = [await testbed.aMerchant(), await testbed.aMerchant()];
        for (const [index, { url }] of receivers.entries())
          await payOnce(baseUrl, createCheckout(index < lanes ? merchant : other, url), `sample-${index}`);
        return await asOwner(testbed, (client) =>
          measure(bench, client, { other: other.merchantId, receivers }),
        );
      });
    } finally {
      for (const receiver of receivers) await receiver.stop();
      await testbed.stop();
    }
  },
};

type Measured = { readonly other: string; readonly receivers: readonly Receiver[] };

async function measure(bench: Bench, client: Client, measured: Measured): Promise<readonly Figure[]> {
  const { other, receivers } = measured;
  const samples = await samplesIn(client);
  const quiet = samples.filter(({ merchantId }) => merchantId === other);
  const since = await nowIn(client);
  await fillLanes(
    client,
    samples.filter(({ merchantId }) => merchantId !== other),
  );
  bench.say(`outage: ${due} deliveries are due`);
  const [ourReceiver] = receivers.slice(-1);
  if (!ourReceiver) throw new Error('the other merchant has no receiver');
  await ourReceiver.arrivals();
  const wholeSeconds = await eventsUntilDrained(bench, client, quiet);
  const { delivered, seconds } = await progress(client, since, other);
  const waits = await latenciesOf(client, ourReceiver, { since, merchantId: other });
  return figuresOf({ delivered, seconds, wholeSeconds, waits });
}

/** In one transaction, so that delivery begins when all are due. */
async function fillLanes(client: Client, samples: readonly SampleDelivery[]): Promise<void> {
  const times = due / samples.length;
  await client.query('BEGIN');
  await fillBacklog(client, samples, { times: ofOneResource, changes: ofOneResource });
  await fillBacklog(client, samples, { times: times - ofOneResource, changes });
  await client.query('COMMIT');
}

/** Records an event of the other merchant five times a second. Returns how long that took. */
async function eventsUntilDrained(
  { testbed, say }: Bench,
  client: Client,
  quiet: readonly SampleDelivery[],
): Promise<number> {
  const { notifier, channel } = notifierOf(testbed.databases.sandbox);
  const startedAt = performance.now();
  const seconds = () => (performance.now() - startedAt) / 1000;
  for (let round = 1; seconds() < mostSeconds; round += 1) {
    await fillBacklog(client, quiet, { times: 1 });
    notifier.notify(channel('deliveries'));
    await delay(betweenEventsMs);
    if (round % 25 !== 0) continue;
    const left = await unfinished(client);
    say(`outage: ${left} are left after ${Math.round(seconds())} s`);
    if (left < 100) break;
  }
  const took = seconds();
  if (took < mostSeconds) await untilDelivered(client);
  return took;
}

async function unfinished(client: Client): Promise<number> {
  const text = 'SELECT count(*)::int AS left FROM sandbox.webhook_deliveries WHERE finished_at IS NULL';
  return (await client.query<{ left: number }>(text)).rows[0]?.left ?? Number.NaN;
}

async function progress(client: Client, since: Date, other: string) {
  const { rows } = await client.query<{ delivered: number; seconds: number }>(
    `SELECT count(*)::int AS delivered, extract(epoch FROM max(d.finished_at) - min(d.finished_at))::float8 AS seconds
    FROM sandbox.webhook_deliveries d WHERE d.finished_at >= $1 AND d.merchant_id <> $2 AND d.state = 'delivered'`,
    [since, other],
  );
  return rows[0] ?? { delivered: 0, seconds: Number.NaN };
}

type Outcome = {
  readonly delivered: number;
  readonly seconds: number;
  readonly wholeSeconds: number;
  readonly waits: readonly number[];
};

function figuresOf({ delivered, seconds, wholeSeconds, waits }: Outcome): readonly Figure[] {
  // Events that have not arrived at all count as having waited until the end.
  const waited = waits.map((ms) => (Number.isNaN(ms) ? wholeSeconds * 1000 : ms));
  const about = `${delivered} of ${due} delivered in ${Math.round(seconds)} s; ${waits.length} events of the other merchant`;
  const id = 'outage';
  return [
    {
      id,
      what: 'deliveries a second after an outage',
      values: [delivered / seconds],
      goal: { atLeast: 500 },
      unit: '/s',
      about,
    },
    {
      id,
      what: 'commit to first attempt of another, p50',
      values: [quantile(waited, 0.5)],
      goal: { atMost: 1000 },
      unit: 'ms',
      about,
    },
    {
      id,
      what: 'commit to first attempt of another, longest',
      values: [Math.max(...waited)],
      goal: { atMost: 1000 },
      unit: 'ms',
      about,
    },
  ];
}
