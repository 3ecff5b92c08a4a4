import { setTimeout as delay } from 'node:timers/promises';
import { type Scenario, withService } from './bench.ts';
import { call, createCheckout, get, type Opened, rateOf, statusPath } from './calls.ts';
import { output } from './children.ts';
import { median } from './figures.ts';

const few = 10_000;
const many = 100_000;

/** What a process holds after many calls, against what it held after some: half of them create, half of them ask. */
export const memory: Scenario = {
  name: 'P12',
  run: (bench) =>
    withService(bench, async ({ baseUrl, pid }) => {
      const merchant = await bench.place.aMerchant();
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

/** The middle of some looks at the process, a while after the last call. */
async function residentMb(pid: number): Promise<number> {
  const looks: number[] = [];
  for (let look = 0; look < 5; look += 1) {
    await delay(1000);
    looks.push(Number(await output('ps', ['-o', 'rss=', '-p', String(pid)])) / 1024);
  }
  return median(looks);
}
