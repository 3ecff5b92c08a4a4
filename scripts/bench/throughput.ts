import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'pg';
import { notifierOf } from '../../src/platform/db/database.ts';
import { fillBacklog, type Model, modelsIn, payAndTell, untilDelivered } from './backlog.ts';
import { type BarePosts, postBarely } from './bare-posts.ts';
import { type Bench, interleaved, type Scenario, withService } from './bench.ts';
import { type Figure, median, ratios, sides } from './figures.ts';
import { latencies, latencyFigures, nowIn } from './latency.ts';
import { openPlace } from './place.ts';
import { type Receiver, startReceiver } from './receiver.ts';
import { asOwner } from './transactions.ts';

/** More lanes than a worker needs to have all its slots in use. */
const merchants = 64;
/** As many as a worker has. */
const inFlight = 256;
/** Of a round, for each of its seconds. */
const backlog = 2000;

/** Deliveries that are due already, claimed, signed, sent and recorded, against as many bare POSTs as one process can make. */
export const throughput: Scenario = {
  name: 'P9',
  run: async (shared) => {
    const place = await openPlace(shared.profile, true);
    const bench = { ...shared, place };
    const receiver = await startReceiver(place);
    try {
      return await withService(bench, async (service) => {
        await payAndTell(place, service, { merchants, url: receiver.url });
        return await asOwner(place, async (client) => {
          const models = await modelsIn(client);
          const { rate, figure } = await measureRate(bench, { client, models, receiver });
          return [figure, ...(await measureLatency(bench, { client, models, receiver }, rate / 2))];
        });
      });
    } finally {
      await receiver.stop();
      await place.stop();
    }
  },
};

type Measured = { readonly client: Client; readonly models: readonly Model[]; readonly receiver: Receiver };

async function measureRate(bench: Bench, measured: Measured): Promise<{ rate: number; figure: Figure }> {
  const { seconds } = bench;
  const bare = barePosts(measured, seconds);
  const rates = await interleaved(bench, 'P9', [
    () => deliverAll(measured, backlog * seconds),
    () => postBarely(bare),
  ]);
  const kept = await postBarely({ ...bare, connections: 'kept' });
  const figure: Figure = {
    id: 'P9',
    what: 'deliveries to a fast local receiver',
    values: ratios(...rates),
    goal: { atLeast: 0.3 },
    unit: 'x',
    about: `${sides(['service', 'bare POSTs'], rates)}, each over a connection of its own (kept ones: ${Math.round(kept)}/s); ${merchants} merchants`,
  };
  return { rate: median(rates[0]), figure };
}

/** The bytes that a delivery sends, without a reason to make any of them. */
function barePosts({ models, receiver }: Measured, seconds: number): BarePosts {
  const [model] = models;
  if (!model) throw new Error('there is a delivery to copy');
  const headers = {
    'Content-Type': 'application/json',
    'User-Agent': 'merchant-payments-webhooks',
    'Service-Signature': `t=1700000000,v1=${'0'.repeat(64)}`,
    'Service-Version': '2026-11-01',
    'X-Service-Delivery': `whd_${'0'.repeat(32)}`,
    'Service-Attempt': '1',
  };
  return { url: receiver.url, headers, body: model.body, inFlight, seconds, connections: 'own' };
}

/** Deliveries a second until nine tenths are recorded: the last few lanes do not keep a worker busy. */
async function deliverAll({ client, models }: Measured, count: number): Promise<number> {
  const since = await nowIn(client);
  const times = Math.ceil(count / models.length);
  await fillBacklog(client, models, times);
  await untilDelivered(client);
  const { rows } = await client.query<{ attempts: number; delivered: number; seconds: number }>(
    `SELECT count(*)::int AS attempts, count(*) FILTER (WHERE d.state = 'delivered')::int AS delivered,
      extract(epoch FROM percentile_disc(0.9) WITHIN GROUP (ORDER BY d.finished_at) - min(a.started_at))::float8 AS seconds
    FROM sandbox.webhook_attempts a JOIN sandbox.webhook_deliveries d USING (merchant_id, delivery_id)
    WHERE a.started_at >= $1`,
    [since],
  );
  const { attempts = 0, delivered = 0, seconds = Number.NaN } = rows[0] ?? {};
  const due = times * models.length;
  if (attempts !== due || delivered !== due)
    throw new Error(`of ${due} deliveries ${delivered} came, in ${attempts} attempts`);
  return (0.9 * due) / seconds;
}

/** What one commit tells of under load: a few merchants, each of one thing. */
const toldAtOnce = 8;

/** How long after its commit an event reaches the receiver, while others are delivered at this rate. */
async function measureLatency(
  { place, seconds, say }: Bench,
  { client, models, receiver }: Measured,
  perSecond: number,
): Promise<readonly Figure[]> {
  const since = await nowIn(client);
  const { notifier, channel } = notifierOf(place.databases.sandbox);
  await receiver.arrivals();
  const startedAt = performance.now();
  let told = 0;
  while (performance.now() - startedAt < seconds * 1000) {
    const from = told % models.length;
    await fillBacklog(client, models.slice(from, from + toldAtOnce), 1);
    notifier.notify(channel('deliveries'));
    told += toldAtOnce;
    await delay(Math.max(0, startedAt + (told / perSecond) * 1000 - performance.now()));
  }
  const rate = told / ((performance.now() - startedAt) / 1000);
  await untilDelivered(client);
  const values = await latencies(client, receiver, since);
  say(`P9: ${values.length} deliveries at ${Math.round(rate)}/s`);
  return latencyFigures(values, `at half of P9`, `${values.length} deliveries at ${Math.round(rate)}/s`);
}
