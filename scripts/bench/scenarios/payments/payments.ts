import { type PaymentTemplates, templatesOfPayments } from '../../baselines/payment-template.ts';
import { runScripts } from '../../baselines/pgbench.ts';
import { gatherStatistics, type Paid, payAndDeliver, withPayments } from '../../load/paying.ts';
import { type Figure, ratioFigure } from '../../measure/figures.ts';
import { latencies, latencyFigures, nowIn, underLoad } from '../../measure/latency.ts';
import { type Bench, interleaved, type Scenario } from '../../measure/scenario.ts';
import { openTestbed, someMerchants, type Testbed, withCommitTimes } from '../../testbed/testbed.ts';
import { asOwner } from '../../testbed/transactions.ts';

const connections = 16;
/**
 * pgbench runs so many payments for each batch of deliveries. A batch takes up to 64, and of one merchant at first 4, later 32. It takes
 * nothing of a lane that another claim or payment holds: a worker looks again soon, pgbench only with its next batch.
 */
const paymentsPerBatch = (merchants: number) => (merchants === 1 ? 3 : 32);
/** As many as one more batch would take. */
const oneBatch = 64;

type Goal = {
  readonly id: string;
  readonly what: string;
  readonly merchants: number;
  readonly atLeast: number;
};

// A merchant for each customer, so that customers do not wait for each other's lock on a merchant's row.
export const payments = paying({
  id: 'P6',
  what: `full payment, ${connections} customers`,
  merchants: connections,
  atLeast: 0.5,
});

export const hotMerchant = paying({
  id: 'P7',
  what: `full payment, ${connections} customers of one merchant`,
  merchants: 1,
  atLeast: 0.6,
});

function paying(goal: Goal): Scenario {
  return {
    name: goal.id,
    about: `${goal.what}, from the checkout to the recorded delivery; baseline: pgbench sending the same statements`,
    run: async (shared) => {
      if (shared.pgbench === undefined) {
        shared.say(`${goal.id}: skipped, pgbench is not installed`);
        return [];
      }
      return await withPayments(shared, async (bench, paid) => {
        // On the same database the service would deliver what pgbench writes.
        const baseline = await openTestbed({ settings: withCommitTimes });
        try {
          return await measure(bench, { ...paid, baseline, goal });
        } finally {
          await baseline.stop();
        }
      });
    },
  };
}

type All = Paid & { readonly baseline: Testbed; readonly goal: Goal };

async function measure(bench: Bench, { baseline, goal, ...paid }: All): Promise<readonly Figure[]> {
  const { client, receiver } = paid;
  const { id, what, merchants, atLeast } = goal;
  const ours = await someMerchants(bench.testbed, merchants);
  const theirs = await someMerchants(baseline, merchants);
  const templates = await templatesOfPayments(baseline, theirs, receiver.url);
  const payAll = () => payAndDeliver(bench, paid, { merchants: ours, method: 'card', connections });
  const sides = await interleaved(bench, id, [
    ['service', payAll],
    ['pgbench', () => baselineRate(bench, baseline, templates)],
  ]);
  const { trips } = templates.payment;
  const about = `${trips.flat().length} statements in ${trips.length} round trips, and those of the delivery`;
  const figure = ratioFigure({ id, what, goal: { atLeast }, about, unlike }, sides);
  if (merchants === 1) return [figure];
  await receiver.arrivals();
  const since = await nowIn(client);
  const rate = await payAll();
  const values = await latencies(client, receiver, since);
  const during = `${values.length} payments at ${Math.round(rate)}/s, ${connections} customers`;
  return [
    figure,
    ...latencyFigures(values, { when: 'during full payments', about: during, goals: underLoad }),
  ];
}

const unlike = 'pgbench draws no page, checks no form, signs and sends no webhook.';

/** Payments per second of pgbench. It claims and records deliveries in batches; payments that it did not deliver do not count. */
async function baselineRate(
  { pgbench, seconds }: Bench,
  testbed: Testbed,
  templates: PaymentTemplates,
): Promise<number> {
  const { payment, deliver, owns } = templates;
  const scripts = [
    { template: payment, weight: paymentsPerBatch(owns.length) },
    { template: deliver, weight: 1 },
  ];
  const ownOf = (client: number) => owns[client % owns.length] ?? [];
  const own = Array.from({ length: connections }, (_, client) => ownOf(client));
  const run = { url: testbed.bothUrl, connections, seconds, folder: testbed.dataDir, owns: own };
  const before = await stillDue(testbed);
  const [rate = Number.NaN] = await runScripts(pgbench ?? '', scripts, run);
  const left = (await stillDue(testbed)) - before;
  await asOwner(testbed, gatherStatistics);
  if (left > Math.max(oneBatch, (rate * seconds) / 2))
    throw new Error(`pgbench left ${left} payments undelivered`);
  return rate - left / seconds;
}

async function stillDue(testbed: Testbed): Promise<number> {
  return await asOwner(testbed, async (client) => {
    const text = `SELECT count(*)::int AS count FROM sandbox.webhook_deliveries WHERE state = 'due'`;
    return (await client.query<{ count: number }>(text)).rows[0]?.count ?? Number.NaN;
  });
}
