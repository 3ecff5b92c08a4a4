import { join } from 'node:path';
import { type Bench, interleaved, type Scenario, withService } from './bench.ts';
import { call, createCheckout, get, type Opened, rateOf, statusPath } from './calls.ts';
import { type Child, serve } from './children.ts';
import { type Figure, ratios, sides } from './figures.ts';
import type { LoadRequest } from './load.ts';
import { freePort } from './place.ts';
import type { Straightforward } from './straightforward.ts';

const connections = 64;

/** The service against the same two calls written the straightforward way. */
export const against: Scenario = {
  name: 'P13',
  run: async (bench) => {
    const merchant = await bench.place.aMerchant();
    const other = await startStraightforward(bench);
    try {
      return await withService(bench, async ({ baseUrl }) => {
        const opened = await call<Opened>(baseUrl, createCheckout(merchant), 'against');
        const urls = [baseUrl, other.baseUrl] as const;
        const status = get(merchant, statusPath(opened.checkout_id));
        return [
          await compare(bench, urls, { what: 'create', atLeast: 3, request: createCheckout(merchant) }),
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
  [ours, theirs]: readonly [string, string],
  { what, atLeast, request }: Compared,
): Promise<Figure> {
  const load = { connections, seconds: bench.seconds, requests: [request] };
  const rates = await interleaved(bench, `P13 ${what}`, [
    () => rateOf({ ...load, url: ours }),
    () => rateOf({ ...load, url: theirs }),
  ]);
  return {
    id: 'P13',
    what: `${what}, against the straightforward way`,
    values: ratios(...rates),
    goal: { atLeast },
    unit: 'x',
    about: `${sides(['service', 'express + stock openapi-backend + Kysely'], rates)}; ${connections} connections`,
  };
}

async function startStraightforward({
  place,
}: Bench): Promise<Pick<Child, 'stop'> & { readonly baseUrl: string }> {
  const port = await freePort();
  const baseUrl = `http://127.0.0.1:${port}`;
  // As the owner, since it reads keys and writes checkouts on the same connections.
  const about: Straightforward = { url: place.bothUrl, port };
  const { stop } = await serve({
    words: [join(import.meta.dirname, 'straightforward.ts'), JSON.stringify(about)],
    log: join(place.dataDir, 'straightforward.log'),
    ready: `${baseUrl}/ready`,
  });
  return { baseUrl, stop };
}
