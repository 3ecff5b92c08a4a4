import type { Client } from 'pg';
import type { CreatedMerchant } from '../../../src/domain/merchants/accounts/create-merchant.ts';
import { type PaymentTemplates, templatesOfPayments } from '../baselines/payment-template.ts';
import { runScripts } from '../baselines/pgbench.ts';
import { untilDelivered } from '../load/backlog.ts';
import { createCheckout } from '../load/calls.ts';
import { pay } from '../load/payers.ts';
import { type Receiver, startReceiver } from '../load/receiver.ts';
import { type Figure, ratios, sides } from '../measure/figures.ts';
import { latencies, latencyFigures, nowIn, underLoad } from '../measure/latency.ts';
import { type Bench, interleaved, type Scenario, withService } from '../measure/scenario.ts';
import type { ServerProcess } from '../testbed/processes.ts';
import { openTestbed, type Testbed } from '../testbed/testbed.ts';
import { asOwner } from '../testbed/transactions.ts';

const connections = 16;
/** One for each customer, so that customers do not wait for each other's lock on a merchant's row. */
const merchants = connections;
/** pgbench runs so many payments for each batch of deliveries; a batch takes up to 64. */
const paymentsPerBatch = 32;

export const payments: Scenario = {
  name: 'P6',
  about:
    'full payments, from the checkout to the recorded delivery; baseline: pgbench sending the same statements',
  run: async (shared) => {
    if (shared.pgbench === undefined) {
      shared.say('P6: skipped, pgbench is not installed');
      return [];
    }
    // On the same database the service would deliver what pgbench writes.
    const testbed = await openTestbed({ profile: shared.profile, recordCommitTimes: true });
    const baseline = await openTestbed({ recordCommitTimes: true });
    const receiver = await startReceiver(testbed);
    try {
      const bench = { ...shared, testbed };
      return await withService(bench, (service) =>
        asOwner(testbed, (client) => measure(bench, { service, client, receiver, baseline })),
      );
    } finally {
      await receiver.stop();
      await baseline.stop();
      await testbed.stop();
    }
  },
};

type Measured = {
  readonly service: ServerProcess;
  readonly client: Client;
  readonly receiver: Receiver;
  readonly baseline: Testbed;
};

async function measure(bench: Bench, measured: Measured): Promise<readonly Figure[]> {
  const { client, receiver, baseline } = measured;
  const hook = receiver.url;
  const ours = await someMerchants(bench.testbed);
  const templates = await templatesOfPayments(baseline, await someMerchants(baseline), hook);
  const payAll = () => payAndDeliver(bench, measured, ours);
  const rates = await interleaved(bench, 'P6', [payAll, () => baselineRate(bench, baseline, templates)]);
  const { trips } = templates.payment;
  await receiver.arrivals();
  const since = await nowIn(client);
  const rate = await payAll();
  const values = await latencies(client, receiver, since);
  const about = `${values.length} payments at ${Math.round(rate)}/s, ${connections} customers`;
  return [
    {
      id: 'P6',
      what: `full payment, ${connections} customers`,
      values: ratios(...rates),
      goal: { atLeast: 0.3 },
      unit: 'x',
      about: `${sides(['service', 'pgbench'], rates)}; ${trips.flat().length} statements in ${trips.length} round trips, and those of the delivery`,
    },
    ...latencyFigures(values, { when: 'during full payments', about, goals: underLoad }),
  ];
}

async function someMerchants(testbed: Testbed): Promise<readonly CreatedMerchant[]> {
  const some: CreatedMerchant[] = [];
  for (let count = 0; count < merchants; count += 1) some.push(await testbed.aMerchant());
  return some;
}

/** Payments per second. Only those count whose delivery was recorded before the last customer had paid. */
async function payAndDeliver(
  { seconds }: Bench,
  { service, client, receiver }: Measured,
  some: readonly CreatedMerchant[],
): Promise<number> {
  const creates = some.map((merchant) => createCheckout(merchant, receiver.url));
  const paid = await pay({ url: service.baseUrl, connections, seconds, creates });
  if (paid.failed > 0) throw new Error(`${paid.failed} calls of a payment failed`);
  await untilDelivered(client);
  const { rows } = await client.query<{ delivered: number }>(
    `SELECT count(*)::int AS delivered FROM sandbox.webhook_deliveries d JOIN sandbox.events e USING (merchant_id, event_id)
    WHERE d.state = 'delivered' AND e.type = 'payment.capture.completed'
      AND d.finished_at BETWEEN to_timestamp($1::float8 / 1000) AND to_timestamp($2::float8 / 1000)`,
    [paid.startedAt, paid.endedAt],
  );
  return (rows[0]?.delivered ?? Number.NaN) / ((paid.endedAt - paid.startedAt) / 1000);
}

/** Payments per second of pgbench. It claims and records deliveries in batches; payments that it did not deliver do not count. */
async function baselineRate(
  { pgbench, seconds }: Bench,
  testbed: Testbed,
  templates: PaymentTemplates,
): Promise<number> {
  const { payment, deliver, owns } = templates;
  const scripts = [
    { template: payment, weight: paymentsPerBatch },
    { template: deliver, weight: 1 },
  ];
  const run = { url: testbed.bothUrl, connections, seconds, folder: testbed.dataDir, owns };
  const before = await stillDue(testbed);
  const [rate = Number.NaN] = await runScripts(pgbench ?? '', scripts, run);
  const left = (await stillDue(testbed)) - before;
  if (left > (rate * seconds) / 2) throw new Error(`pgbench left ${left} payments undelivered`);
  return rate - left / seconds;
}

async function stillDue(testbed: Testbed): Promise<number> {
  return await asOwner(testbed, async (client) => {
    const text = `SELECT count(*)::int AS count FROM sandbox.webhook_deliveries WHERE state = 'due'`;
    return (await client.query<{ count: number }>(text)).rows[0]?.count ?? Number.NaN;
  });
}
