import type { Client } from 'pg';
import type { CreatedMerchant } from '../../src/domain/merchants/accounts/create-merchant.ts';
import { untilDelivered } from './backlog.ts';
import { type Bench, interleaved, type Scenario, withService } from './bench.ts';
import { createCheckout } from './calls.ts';
import { type Figure, ratios, sides } from './figures.ts';
import { latencies, latencyFigures, nowIn } from './latency.ts';
import { pay } from './payers.ts';
import { type PaymentShapes, shapesOfPayments } from './payment-shape.ts';
import { runScripts } from './pgbench.ts';
import { openPlace, type Place, type Service } from './place.ts';
import { type Receiver, startReceiver } from './receiver.ts';
import { asOwner } from './transactions.ts';

const connections = 16;
/** One for each customer, so that the limit of one merchant's row is none here. */
const merchants = connections;
/** How many payments there are for one batch of deliveries, which takes up to 64. */
const weight = 32;

/** Payments from the checkout to the recorded delivery, against PostgreSQL running the very statements of all that. */
export const payments: Scenario = {
  name: 'P6',
  run: async (shared) => {
    if (shared.pgbench === undefined) {
      shared.say('P6: there is no pgbench here to compare with');
      return [];
    }
    // The service would deliver what pgbench writes, so each has a database of its own.
    const place = await openPlace(shared.profile, true);
    const limit = await openPlace(false, true);
    const receiver = await startReceiver(place);
    try {
      const bench = { ...shared, place };
      return await withService(bench, (service) =>
        asOwner(place, (client) => measure(bench, { service, client, receiver, limit })),
      );
    } finally {
      await receiver.stop();
      await limit.stop();
      await place.stop();
    }
  },
};

type Measured = {
  readonly service: Service;
  readonly client: Client;
  readonly receiver: Receiver;
  readonly limit: Place;
};

async function measure(bench: Bench, measured: Measured): Promise<readonly Figure[]> {
  const { client, receiver, limit } = measured;
  const hook = receiver.url;
  const ours = await someMerchants(bench.place);
  const shapes = await shapesOfPayments(limit, await someMerchants(limit), hook);
  const payAll = () => paidAndTold(bench, measured, ours);
  const rates = await interleaved(bench, 'P6', [payAll, () => limitOf(bench, limit, shapes)]);
  const { trips } = shapes.payment;
  await receiver.arrivals();
  const since = await nowIn(client);
  const rate = await payAll();
  const values = await latencies(client, receiver, since);
  const when = `${values.length} payments at ${Math.round(rate)}/s, ${connections} customers`;
  return [
    {
      id: 'P6',
      what: `full payment, ${connections} customers`,
      values: ratios(...rates),
      goal: { atLeast: 0.3 },
      unit: 'x',
      about: `${sides(['service', 'pgbench'], rates)}; ${trips.flat().length} statements in ${trips.length} round trips, and those of the delivery`,
    },
    ...latencyFigures(values, 'under full payments', when),
  ];
}

async function someMerchants(place: Place): Promise<readonly CreatedMerchant[]> {
  const some: CreatedMerchant[] = [];
  for (let count = 0; count < merchants; count += 1) some.push(await place.aMerchant());
  return some;
}

/** Payments a second whose delivery was recorded before the last customer had paid. */
async function paidAndTold(
  { seconds }: Bench,
  { service, client, receiver }: Measured,
  some: readonly CreatedMerchant[],
): Promise<number> {
  const creates = some.map((merchant) => createCheckout(merchant, receiver.url));
  const paid = await pay({ url: service.baseUrl, connections, seconds, creates });
  if (paid.failed > 0) throw new Error(`${paid.failed} calls of a payment failed`);
  await untilDelivered(client);
  const { rows } = await client.query<{ told: number }>(
    `SELECT count(*)::int AS told FROM sandbox.webhook_deliveries d JOIN sandbox.events e USING (merchant_id, event_id)
    WHERE d.state = 'delivered' AND e.type = 'payment.capture.completed'
      AND d.finished_at BETWEEN to_timestamp($1::float8 / 1000) AND to_timestamp($2::float8 / 1000)`,
    [paid.startedAt, paid.endedAt],
  );
  return (rows[0]?.told ?? Number.NaN) / ((paid.endedAt - paid.startedAt) / 1000);
}

/** As many as pgbench makes and delivers, its deliveries claimed and recorded in batches: what it leaves behind is no payment yet. */
async function limitOf({ pgbench, seconds }: Bench, place: Place, shapes: PaymentShapes): Promise<number> {
  const { payment, deliver, owns } = shapes;
  const scripts = [
    { shape: payment, weight },
    { shape: deliver, weight: 1 },
  ];
  const run = { url: place.bothUrl, connections, seconds, folder: place.dataDir, owns };
  const before = await stillDue(place);
  const [rate = Number.NaN] = await runScripts(pgbench ?? '', scripts, run);
  const left = (await stillDue(place)) - before;
  if (left > (rate * seconds) / 2) throw new Error(`${left} payments of pgbench were not delivered`);
  return rate - left / seconds;
}

async function stillDue(place: Place): Promise<number> {
  return await asOwner(place, async (client) => {
    const text = `SELECT count(*)::int AS count FROM sandbox.webhook_deliveries WHERE state = 'due'`;
    return (await client.query<{ count: number }>(text)).rows[0]?.count ?? Number.NaN;
  });
}
