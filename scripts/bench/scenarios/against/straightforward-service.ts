import { startStraightforward } from '../../baselines/straightforward.ts';
import { call, createCheckout, get, type Opened, statusPath } from '../../load/calls.ts';
import { type LoadRequest, rateOf } from '../../load/load.ts';
import { type Figure, ratioFigure } from '../../measure/figures.ts';
import { type Bench, interleaved, type Scenario, withService } from '../../measure/scenario.ts';

const connections = 64;
const unlike =
  'The straightforward way has no rate limit and no log, and does not check answers and addresses.';

export const straightforwardService: Scenario = {
  name: 'P13',
  about: 'create and read a checkout; baseline: the same two calls written the straightforward way',
  run: async (bench) => {
    const merchant = await bench.testbed.aMerchant();
    const other = await startStraightforward(bench.testbed);
    try {
      return await withService(bench, async ({ baseUrl }) => {
        const opened = await call<Opened>(baseUrl, createCheckout(merchant), 'straightforward');
        const urls = [baseUrl, other.baseUrl] as const;
        const status = get(merchant, statusPath(opened.checkout_id));
        return [
          await compare(bench, urls, { what: 'create', atLeast: 6, request: createCheckout(merchant) }),
          await compare(bench, urls, { what: 'status', atLeast: 4, request: status }),
        ];
      });
    } finally {
      await other.stop();
    }
  },
};

type Compared = { readonly what: string; readonly atLeast: number; readonly request: LoadRequest };

async function compare(
  bench: Bench,
  [service, baseline]: readonly [string, string],
  { what, atLeast, request }: Compared,
): Promise<Figure> {
  const load = { connections, seconds: bench.seconds, requests: [request] };
  const sides = await interleaved(bench, `P13 ${what}`, [
    ['service', () => rateOf({ ...load, url: service })],
    ['express + stock openapi-backend + Kysely', () => rateOf({ ...load, url: baseline })],
  ]);
  const named = { id: 'P13', what: `${what}, against the straightforward way`, goal: { atLeast } };
  return ratioFigure({ ...named, about: `${connections} connections`, unlike }, sides);
}
