import { runDriverLoop } from '../baselines/driver-loop.ts';
import { runPgbench } from '../baselines/pgbench.ts';
import { startRecorder } from '../baselines/recorder.ts';
import { type Template, templateOf } from '../baselines/template.ts';
import { call, createCheckout, type Opened } from '../load/calls.ts';
import { rateOf } from '../load/load.ts';
import { type Figure, ratioFigure } from '../measure/figures.ts';
import { type Bench, interleaved, type Scenario, withService } from '../measure/scenario.ts';
import type { ServerProcess } from '../testbed/processes.ts';
import { someMerchants } from '../testbed/testbed.ts';

type Goal = {
  readonly id: string;
  readonly connections: number;
  readonly merchants: number;
  readonly atLeast: number;
};

export const createAtMany = create('P1', [
  { id: 'P1', connections: 64, merchants: 1, atLeast: 1.5 },
  { id: 'P1', connections: 64, merchants: 1000, atLeast: 0.9 },
]);
export const createAtFew = create('P2', [{ id: 'P2', connections: 16, merchants: 1, atLeast: 0.8 }]);

function create(name: string, goals: readonly Goal[]): Scenario {
  const [{ connections } = { connections: 0 }] = goals;
  const over = goals.map(({ merchants }) => merchants).join(', then over ');
  return {
    name,
    about: `create checkouts over ${over} merchants, ${connections} connections; baseline: pgbench sending the statements of that call`,
    run: (bench) =>
      withService(bench, async (service) => {
        const figures: Figure[] = [];
        for (const goal of goals) figures.push(await measure(bench, service, goal));
        return figures;
      }),
  };
}

async function measure(bench: Bench, { baseUrl }: ServerProcess, goal: Goal): Promise<Figure> {
  const { testbed, seconds, pgbench, say } = bench;
  const { id, connections, merchants, atLeast } = goal;
  if (merchants > 1) say(`${id}: creating ${merchants} merchants`);
  const some = await someMerchants(testbed, merchants);
  const template = await templateOfCreate(bench);
  const requests = some.map((merchant) => createCheckout(merchant));
  const owns = Array.from({ length: connections }, (_, client) => {
    const { merchantId = '', appId = '' } = some[client % merchants] ?? {};
    return [merchantId, appId];
  });
  const run = { url: testbed.sandboxUrl, connections, seconds, folder: testbed.dataDir, owns };
  const name = pgbench ? 'pgbench' : 'the bare driver (pgbench is not installed)';
  const what = `create checkout, ${connections} connections${merchants > 1 ? `, ${merchants} merchants` : ''}`;
  const sides = await interleaved(bench, `${id} ${what}`, [
    ['service', () => rateOf({ url: baseUrl, connections, seconds, requests })],
    [name, () => (pgbench ? runPgbench(pgbench, template, run) : runDriverLoop(template, run))],
  ]);
  const about = `${template.trips.flat().length} statements in ${template.trips.length} round trips`;
  const unlike = `pgbench keeps one merchant for each connection, ${Math.min(merchants, connections)} in all.`;
  return ratioFigure({ id, what, goal: { atLeast }, about, ...(merchants > 1 && { unlike }) }, sides);
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
    const own = [merchant.merchantId, merchant.appId];
    return await templateOf(trips, { known: [], own, reference, url: testbed.sandboxUrl });
  } finally {
    await recorder.stop();
  }
}
