import { startFastify } from '../../baselines/fastify.ts';
import { call, createCheckout, get, type Opened, statusPath } from '../../load/calls.ts';
import { type LoadRequest, rateOf } from '../../load/load.ts';
import { type Figure, ratioFigure } from '../../measure/figures.ts';
import { type Bench, interleaved, type Scenario, withService } from '../../measure/scenario.ts';
import { fillTransactions } from '../../testbed/transactions.ts';

const connections = 64;
const rows = 100_000;
const page = 25;
const unlike =
  'The reference peer has no rate limit, log, idempotency and versions, and does not check answers and addresses.';

export const fastifyService: Scenario = {
  name: 'P14',
  about: 'create, read and list; baseline: fastify and postgres.js doing the same durable work',
  run: async (bench) => {
    const merchant = await bench.testbed.aMerchant();
    await fillTransactions(bench.testbed, merchant, rows);
    const other = await startFastify(bench.testbed);
    try {
      return await withService(bench, async ({ baseUrl }) => {
        const opened = await call<Opened>(baseUrl, createCheckout(merchant), 'fastify');
        const urls = [baseUrl, other.baseUrl] as const;
        const create = createCheckout(merchant);
        const status = get(merchant, statusPath(opened.checkout_id));
        const list = get(merchant, `/v1/transactions?limit=${page}`);
        return [
          await compare(bench, urls, { what: 'create', atLeast: 1.8, request: create }),
          await compare(bench, urls, { what: 'status', atLeast: 1.7, request: status }),
          await compare(bench, urls, { what: `list of ${page} over ${rows}`, atLeast: 1.3, request: list }),
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
  [service, peer]: readonly [string, string],
  { what, atLeast, request }: Compared,
): Promise<Figure> {
  const load = { connections, seconds: bench.seconds, requests: [request] };
  const sides = await interleaved(bench, `P14 ${what}`, [
    ['service', () => rateOf({ ...load, url: service })],
    ['fastify + postgres.js', () => rateOf({ ...load, url: peer })],
  ]);
  const named = { id: 'P14', what: `${what}, against fastify + postgres.js`, goal: { atLeast } };
  return ratioFigure({ ...named, about: `${connections} connections`, unlike }, sides);
}
