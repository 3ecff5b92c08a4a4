import { runDriverLoop } from '../baselines/driver-loop.ts';
import { runPgbench } from '../baselines/pgbench.ts';
import { startRecorder } from '../baselines/recorder.ts';
import { type Template, templateOf } from '../baselines/template.ts';
import { call, createCheckout, type Opened } from '../load/calls.ts';
import { rateOf } from '../load/load.ts';
import { type Figure, ratios, sides } from '../measure/figures.ts';
import { type Bench, interleaved, type Scenario, withService } from '../measure/scenario.ts';
import type { ServerProcess } from '../testbed/processes.ts';

type Goal = { readonly id: string; readonly connections: number; readonly atLeast: number };

export const createAtMany = create({ id: 'P1', connections: 64, atLeast: 0.6 });
export const createAtFew = create({ id: 'P2', connections: 16, atLeast: 0.5 });

function create(goal: Goal): Scenario {
  return {
    name: goal.id,
    about: `create checkouts, ${goal.connections} connections; baseline: pgbench sending the statements of that call`,
    run: (bench) => withService(bench, (service) => measure(bench, service, goal)),
  };
}

async function measure(bench: Bench, { baseUrl }: ServerProcess, goal: Goal): Promise<readonly Figure[]> {
  const { testbed, seconds, pgbench } = bench;
  const { id, connections, atLeast } = goal;
  const merchant = await testbed.aMerchant();
  const template = await templateOfCreate(bench);
  const requests = [createCheckout(merchant)];
  const run = { url: testbed.sandboxUrl, connections, seconds, folder: testbed.dataDir };
  const rates = await interleaved(bench, id, [
    () => rateOf({ url: baseUrl, connections, seconds, requests }),
    () => (pgbench ? runPgbench(pgbench, template, run) : runDriverLoop(template, run)),
  ]);
  const name = pgbench ? 'pgbench' : 'the bare driver (pgbench is not installed)';
  const trips = `${template.trips.flat().length} statements in ${template.trips.length} round trips`;
  return [
    {
      id,
      what: `create checkout, ${connections} connections`,
      values: ratios(...rates),
      goal: { atLeast },
      unit: 'x',
      about: `${sides(['service', name], rates)}; ${trips}`,
    },
  ];
}

/** The statements of `createCheckout`, recorded from the running service so that the baseline always sends the same ones. */
async function templateOfCreate({ testbed }: Bench): Promise<Template> {
  const merchant = await testbed.aMerchant();
  const recorder = await startRecorder(testbed);
  try {
    let reference = '';
    const { trips } = await recorder.record(() => {
      reference = `recorded-${performance.now()}`;
      return call<Opened>(recorder.baseUrl, createCheckout(merchant), reference);
    });
    const known = [merchant.merchantId, merchant.appId];
    return await templateOf(trips, { known, reference, url: testbed.sandboxUrl });
  } finally {
    await recorder.stop();
  }
}
