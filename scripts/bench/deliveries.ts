import { createServer, type Server } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { payByCard } from '../../test/support/page.ts';
import { type Bench, type Scenario, withService } from './bench.ts';
import { call, createCheckout, type Opened } from './calls.ts';
import { type Figure, quantile } from './figures.ts';
import { freePort, openPlace } from './place.ts';
import { asOwner } from './transactions.ts';

const payments = 200;
const warmUp = 20;
const what = 'event to first delivery attempt, idle';
const goodCard = '4242424242424242';

/** How long after the commit that records a payment its event reaches the merchant, when nothing else is going on. */
export const deliveries: Scenario = {
  name: 'P8',
  run: async (shared) => {
    const place = await openPlace(false, true);
    const bench = { ...shared, place };
    const arrived = new Map<string, number>();
    const port = await freePort();
    const receiver = await listen(port, arrived);
    try {
      await withService(bench, ({ baseUrl }) => payMany(bench, baseUrl, `http://127.0.0.1:${port}/hook`));
      await until(() => arrived.size >= payments + warmUp);
      return figures(await latencies(bench, arrived));
    } finally {
      receiver.close();
      receiver.closeAllConnections();
      await place.stop();
    }
  },
};

async function payMany({ place, say }: Bench, baseUrl: string, hook: string): Promise<void> {
  const merchant = await place.aMerchant();
  for (let count = 1; count <= payments + warmUp; count += 1) {
    const checkout = await call<Opened>(baseUrl, createCheckout(merchant, hook), `paid-${count}`);
    const page = await payByCard(checkout.payment_url, goodCard);
    if (page.name !== 'receipt') throw new Error(`a good card led to the page ${page.name}`);
    if (count % 50 === 0) say(`P8: ${count} payments`);
    // Idle again before the next one.
    await delay(20);
  }
}

/** In order of arrival, without the first ones. */
async function latencies({ place }: Bench, arrived: ReadonlyMap<string, number>): Promise<readonly number[]> {
  const rows = await asOwner(place, async (client) => {
    const text = `SELECT replace(event_id::text, '-', '') AS id, extract(epoch FROM pg_xact_commit_timestamp(xmin))::float8 * 1000 AS at
      FROM sandbox.events WHERE replace(event_id::text, '-', '') = ANY ($1)`;
    return (await client.query<{ id: string; at: number }>(text, [[...arrived.keys()]])).rows;
  });
  const recorded = new Map(rows.map(({ id, at }) => [id, at]));
  return [...arrived].slice(warmUp).map(([id, at]) => at - (recorded.get(id) ?? Number.NaN));
}

function figures(values: readonly number[]): readonly Figure[] {
  const about = `${values.length} payments one after the other, from PostgreSQL's time of the commit`;
  return [
    {
      id: 'P8',
      what: `${what}, p50`,
      values: [quantile(values, 0.5)],
      goal: { atMost: 10 },
      unit: 'ms',
      about,
    },
    {
      id: 'P8',
      what: `${what}, p99`,
      values: [quantile(values, 0.99)],
      goal: { atMost: 50 },
      unit: 'ms',
      about,
    },
  ];
}

/** A merchant's server: notes when which event came first. */
async function listen(port: number, arrived: Map<string, number>): Promise<Server> {
  const server = createServer((req, res) => {
    const at = performance.timeOrigin + performance.now();
    const parts: Buffer[] = [];
    req.on('data', (part: Buffer) => parts.push(part));
    req.on('end', () => {
      const event: { id: string } = JSON.parse(Buffer.concat(parts).toString('utf8'));
      const id = event.id.slice(event.id.indexOf('_') + 1);
      if (!arrived.has(id)) arrived.set(id, at);
      res.writeHead(204).end();
    });
  });
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
  return server;
}

async function until(isSo: () => boolean): Promise<void> {
  for (let waited = 0; !isSo(); waited += 1) {
    if (waited > 1000) throw new Error('not every event came within ten seconds');
    await delay(10);
  }
}
