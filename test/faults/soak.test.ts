import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { aCardCheckout } from '../support/builders/build.ts';
import { soon } from '../support/checks/soon.ts';
import { noteFigures } from '../support/faults/figures.ts';
import { openLoad } from '../support/faults/open-load.ts';
import { isWholeProfile } from '../support/faults/profile.ts';
import { victimForFile } from '../support/faults/victim.ts';

/** In the short profile only long enough to see what is left behind by calls, not what grows over an hour. */
const [minutes, rate] = isWholeProfile ? [60, 50] : [0.3, 25];
const everyMs = isWholeProfile ? 10_000 : 1000;
const isLinux = existsSync('/proc/self/status');

const { service } = victimForFile(({ url }) => ({ webhookUrl: `${url}/app` }));

const memoryMb = () =>
  Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${service().pid()}/status`, 'utf8'))?.[1]) / 1024;
const descriptors = () => readdirSync(`/proc/${service().pid()}/fd`).length;

/** How much it grows in ten minutes, as a straight line through the values, without the first fifth. */
function growthOf(values: readonly number[]): number {
  const settled = values.slice(Math.ceil(values.length / 5));
  const middle = (settled.length - 1) / 2;
  const mean = settled.reduce((sum, value) => sum + value, 0) / settled.length;
  const slope =
    settled.reduce((sum, value, at) => sum + (at - middle) * (value - mean), 0) /
    settled.reduce((sum, _value, at) => sum + (at - middle) ** 2, 0);
  return slope * (600_000 / everyMs);
}

it.skipIf(!isLinux)(
  `serves mixed calls for ${minutes} minutes and keeps nothing of them`,
  { timeout: (minutes + 5) * 60_000 },
  async (context) => {
    const load = {
      url: service().baseUrl,
      keys: [service().merchant.secretKey],
      body: aCardCheckout(),
      warmUp: 0,
    };
    await openLoad({ ...load, callers: 4, seconds: 3 });
    const before = descriptors();
    const sampled: number[] = [];
    const sampling = setInterval(() => sampled.push(memoryMb()), everyMs);

    const served = await openLoad({ ...load, rate, seconds: minutes * 60 });

    clearInterval(sampling);
    const growth = growthOf(sampled);
    noteFigures(context, {
      calls: served.all.count,
      p99_ms: served.all.p99,
      refused: served.refused.count,
      memory_mb: Math.round(memoryMb()),
      ...(isWholeProfile && { memory_growth_mb_in_ten_minutes: Math.round(growth * 10) / 10 }),
      descriptors: descriptors(),
    });
    expect(served.others).toEqual({});
    expect(served.all.count).toBeGreaterThan(0.9 * rate * minutes * 60);
    // Connections of callers that have ended are closed after a while.
    await soon(() => expect(descriptors()).toBeLessThanOrEqual(before + 5));
    // In a few seconds nothing can be told apart from warming up.
    expect(isWholeProfile ? growth : 0).toBeLessThan(1);
    expect(await service().ledgerErrors()).toEqual([]);
  },
);
