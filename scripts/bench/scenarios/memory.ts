import { setTimeout as delay } from 'node:timers/promises';
import { call, createCheckout, get, type Opened, statusPath } from '../load/calls.ts';
import { rateOf } from '../load/load.ts';
import { median } from '../measure/figures.ts';
import { type Scenario, withService } from '../measure/scenario.ts';
import { output } from '../testbed/processes.ts';

const few = 10_000;
const many = 100_000;

export const memory: Scenario = {
  name: 'P12',
  about:
    'memory of the service after 100,000 calls that create and read checkouts; baseline: itself after 10,000',
  run: (bench) =>
    withService(bench, async ({ baseUrl, pid }) => {
      const merchant = await bench.testbed.aMerchant();
      const opened = await call<Opened>(baseUrl, createCheckout(merchant), 'memory');
      const requests = [createCheckout(merchant), get(merchant, statusPath(opened.checkout_id))];
      const load = { url: baseUrl, connections: 32, requests };
      await rateOf({ ...load, amount: few });
      const before = await residentMb(pid);
      bench.say(`P12: ${before.toFixed(0)} MB after ${few} calls`);
      await rateOf({ ...load, amount: many - few });
      const after = await residentMb(pid);
      const about = `${before.toFixed(0)} MB after ${few} calls, ${after.toFixed(0)} MB after ${many}`;
      return [
        {
          id: 'P12',
          what: 'memory after 10^5 calls against 10^4',
          values: [after / before],
          goal: { atMost: 1.1 },
          unit: 'x',
          about,
        },
        {
          id: 'P12',
          what: 'memory after 10^5 calls',
          values: [after],
          goal: { atMost: 250 },
          unit: 'MB',
          about,
        },
      ];
    }),
};

/** The median of five samples, a second apart, after the last call. */
async function residentMb(pid: number): Promise<number> {
  const samples: number[] = [];
  for (let count = 0; count < 5; count += 1) {
    await delay(1000);
    samples.push(Number(await output('ps', ['-o', 'rss=', '-p', String(pid)])) / 1024);
  }
  return median(samples);
}
