import type { Bench, Scenario } from './bench.ts';
import { interleaved, withService } from './bench.ts';
import { call, createCheckout, type Opened, rateOf } from './calls.ts';
import { runDriverLoop } from './driver-loop.ts';
import { type Figure, ratios, sides } from './figures.ts';
import { runPgbench } from './pgbench.ts';
import type { Service } from './place.ts';
import { type Shape, shapeOf } from './shape.ts';
import { startRecorder } from './statements.ts';

type Goal = { readonly id: string; readonly connections: number; readonly atLeast: number };

/** Creating checkouts, against PostgreSQL running the very statements of that call with nothing in front of it. */
function create(goal: Goal): Scenario {
  return { name: goal.id, run: (bench) => withService(bench, (service) => measure(bench, service, goal)) };
}

export const createAtMany = create({ id: 'P1', connections: 64, atLeast: 0.6 });
export const createAtFew = create({ id: 'P2', connections: 16, atLeast: 0.5 });

async function measure(bench: Bench, { baseUrl }: Service, goal: Goal): Promise<readonly Figure[]> {
  const { place, seconds, pgbench } = bench;
  const { id, connections, atLeast } = goal;
  const merchant = await place.aMerchant();
  const shape = await shapeOfCreate(bench);
  const requests = [createCheckout(merchant)];
  const run = { url: place.sandboxUrl, connections, seconds, folder: place.dataDir };
  const [ours, limit] = await interleaved(bench, id, [
    () => rateOf({ url: baseUrl, connections, seconds, requests }),
    () => (pgbench ? runPgbench(pgbench, shape, run) : runDriverLoop(shape, run)),
  ]);
  const name = pgbench ? 'pgbench' : 'the bare driver (no pgbench here)';
  const trips = `${shape.trips.flat().length} statements in ${shape.trips.length} round trips`;
  return [
    {
      id,
      what: `create checkout, ${connections} connections`,
      values: ratios(ours, limit),
      goal: { atLeast },
      unit: 'x',
      about: `${sides(['service', name], [ours, limit])}; ${trips}`,
    },
  ];
}

/** Taken from the product at work, so that they cannot drift from it. */
async function shapeOfCreate({ place }: Bench): Promise<Shape> {
  const merchant = await place.aMerchant();
  const recorder = await startRecorder(place);
  try {
    let reference = '';
    const { trips } = await recorder.record(() => {
      reference = `recorded-${performance.now()}`;
      return call<Opened>(recorder.baseUrl, createCheckout(merchant), reference);
    });
    const known = [merchant.merchantId, merchant.appId];
    return await shapeOf(trips, { known, reference, url: place.sandboxUrl });
  } finally {
    await recorder.stop();
  }
}
