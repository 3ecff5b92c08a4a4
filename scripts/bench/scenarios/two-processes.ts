import { call, createCheckout, get, type Opened, statusPath } from '../load/calls.ts';
import { type LoadRequest, rateOf } from '../load/load.ts';
import { type Figure, ratioFigure } from '../measure/figures.ts';
import { type Bench, interleaved, type Scenario, withService } from '../measure/scenario.ts';
import { someMerchants } from '../testbed/testbed.ts';

const connections = 64;
const merchants = 64;

export const twoProcesses: Scenario = {
  name: 'P10',
  about: 'create and read checkouts at two processes of the API; baseline: one process alone',
  run: async (bench) => {
    const some = await someMerchants(bench.testbed, merchants);
    const creates = some.map((merchant) => createCheckout(merchant));
    const statuses = await withService(bench, async ({ baseUrl }) => {
      const found: LoadRequest[] = [];
      for (const merchant of some) {
        const opened = await call<Opened>(baseUrl, createCheckout(merchant), 'two-processes');
        found.push(get(merchant, statusPath(opened.checkout_id)));
      }
      return found;
    });
    return [
      await measure(bench, 'create checkout', creates),
      await measure(bench, 'checkout status', statuses),
    ];
  },
};

/** The processes of the other side do not run meanwhile: each would claim jobs and look for work of its own. */
async function measure(bench: Bench, what: string, requests: readonly LoadRequest[]): Promise<Figure> {
  const { seconds } = bench;
  const rateAt = async (urls: readonly string[]): Promise<number> => {
    const load = { connections: connections / urls.length, seconds, requests };
    // Its statements are prepared and its functions compiled. Each of two processes has half of the calls, so it takes twice as long.
    await Promise.all(urls.map((url) => rateOf({ ...load, url, seconds: seconds * urls.length })));
    const rates = await Promise.all(urls.map((url) => rateOf({ ...load, url })));
    return rates.reduce((sum, rate) => sum + rate, 0);
  };
  const sides = await interleaved(bench, `P10 ${what}`, [
    [
      'two processes',
      () => withService(bench, (one) => withService(bench, (two) => rateAt([one.baseUrl, two.baseUrl]))),
    ],
    ['one process', () => withService(bench, (one) => rateAt([one.baseUrl]))],
  ]);
  const about = `${connections} connections over ${merchants} merchants; all on the same cores`;
  return ratioFigure(
    { id: 'P10', what: `${what}, two processes against one`, goal: { atLeast: 1 }, about },
    sides,
  );
}
