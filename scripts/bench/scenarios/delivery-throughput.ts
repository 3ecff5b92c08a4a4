import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'pg';
import { registryVersion } from '../../../generated/event-registry.ts';
import { requestHeaders } from '../../../src/domain/notices/deliveries/attempt.ts';
import { notifierOf } from '../../../src/platform/db/database.ts';
import { type BarePosts, sendBarePosts } from '../baselines/bare-posts.ts';
import {
  fillBacklog,
  payAtManyMerchants,
  type SampleDelivery,
  samplesIn,
  untilDelivered,
} from '../load/backlog.ts';
import { type Receiver, startReceiver } from '../load/receiver.ts';
import { type Figure, median, ratioFigure } from '../measure/figures.ts';
import { latencies, latencyFigures, nowIn, underLoad } from '../measure/latency.ts';
import { type Bench, interleaved, type Scenario, withService } from '../measure/scenario.ts';
import { openTestbed, withCommitTimes } from '../testbed/testbed.ts';
import { asOwner } from '../testbed/transactions.ts';

/** More lanes than a worker needs to use all its slots. */
const merchants = 64;
/** As many as a worker sends at once. */
const inFlight = 256;
const backlogPerSecond = 2000;

export const deliveryThroughput: Scenario = {
  name: 'P9',
  about: 'deliver a backlog to a fast local receiver; baseline: bare POSTs. Then P8 at half that rate',
  run: async (shared) => {
    const testbed = await openTestbed({ profile: shared.profile, settings: withCommitTimes });
    const bench = { ...shared, testbed };
    const receiver = await startReceiver(testbed);
    try {
      return await withService(bench, async (service) => {
        await payAtManyMerchants(testbed, service, { merchants, url: receiver.url });
        return await asOwner(testbed, async (client) => {
          const measured = { client, samples: await samplesIn(client), receiver };
          const { rate, figure } = await measureRate(bench, measured);
          return [figure, ...(await measureLatency(bench, measured, rate / 2))];
        });
      });
    } finally {
      await receiver.stop();
      await testbed.stop();
    }
  },
};

type Measured = {
  readonly client: Client;
  readonly samples: readonly SampleDelivery[];
  readonly receiver: Receiver;
};

async function measureRate(bench: Bench, measured: Measured): Promise<{ rate: number; figure: Figure }> {
  const { seconds } = bench;
  const posts = barePosts(measured, seconds);
  const sides = await interleaved(bench, 'P9', [
    ['service', () => deliverAll(measured, backlogPerSecond * seconds)],
    ['bare POSTs', () => sendBarePosts(posts)],
  ]);
  const kept = await sendBarePosts({ ...posts, connections: 'kept' });
  const figure = ratioFigure(
    {
      id: 'P9',
      what: 'deliveries to a fast local receiver',
      goal: { atLeast: 0.65 },
      about: `each on a new connection (kept alive: ${Math.round(kept)}/s); ${merchants} merchants`,
      unlike: 'Bare POSTs claim, sign and record nothing.',
    },
    sides,
  );
  return { rate: median(sides[0].values), figure };
}

/** As many bytes as a delivery sends, with a made-up id and signature. */
function barePosts({ samples, receiver }: Measured, seconds: number): BarePosts {
  const [sample] = samples;
  if (!sample) throw new Error('no delivery was made to take as a sample');
  const { deliveryId, body } = sample;
  const headers = {
    ...requestHeaders({ deliveryId, apiVersion: registryVersion, attempt: 1 }),
    'Service-Signature': `t=1700000000,v1=${'0'.repeat(64)}`,
  };
  return { url: receiver.url, headers, body, inFlight, seconds, connections: 'new' };
}

/** Deliveries per second until nine tenths are recorded: the last few lanes do not keep a worker busy. */
async function deliverAll({ client, samples }: Measured, count: number): Promise<number> {
  const since = await nowIn(client);
  const times = Math.ceil(count / samples.length);
  await fillBacklog(client, samples, { times });
  await untilDelivered(client);
  const { rows } = await client.query<{ attempts: number; delivered: number; seconds: number }>(
    `SELECT count(*)::int AS attempts, count(*) FILTER (WHERE d.state = 'delivered')::int AS delivered,
      extract(epoch FROM percentile_disc(0.9) WITHIN GROUP (ORDER BY d.finished_at) - min(a.started_at))::float8 AS seconds
    FROM sandbox.webhook_attempts a JOIN sandbox.webhook_deliveries d USING (merchant_id, delivery_id)
    WHERE a.started_at >= $1`,
    [since],
  );
  const { attempts = 0, delivered = 0, seconds = Number.NaN } = rows[0] ?? {};
  const due = times * samples.length;
  if (attempts !== due || delivered !== due)
    throw new Error(`${delivered} of ${due} deliveries succeeded, in ${attempts} attempts`);
  return (0.9 * due) / seconds;
}

/** Under load one commit records events of a few merchants, one of each. */
const eventsPerCommit = 8;

/** The ms from the commit of an event to its arrival at the receiver, while deliveries are made at this rate. */
async function measureLatency(
  { testbed, seconds, say }: Bench,
  { client, samples, receiver }: Measured,
  perSecond: number,
): Promise<readonly Figure[]> {
  const since = await nowIn(client);
  const { notifier, channel } = notifierOf(testbed.databases.sandbox);
  // Clears the arrivals of before.
  await receiver.arrivals();
  const startedAt = performance.now();
  let recorded = 0;
  while (performance.now() - startedAt < seconds * 1000) {
    const from = recorded % samples.length;
    await fillBacklog(client, samples.slice(from, from + eventsPerCommit), { times: 1 });
    notifier.notify(channel('deliveries'));
    recorded += eventsPerCommit;
    await delay(Math.max(0, startedAt + (recorded / perSecond) * 1000 - performance.now()));
  }
  const rate = recorded / ((performance.now() - startedAt) / 1000);
  await untilDelivered(client);
  const values = await latencies(client, receiver, since);
  const about = `${values.length} deliveries at ${Math.round(rate)}/s`;
  say(`P9: ${about}`);
  return latencyFigures(values, { when: 'half of P9', about, goals: underLoad });
}
