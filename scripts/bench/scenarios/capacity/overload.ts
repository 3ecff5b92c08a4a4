import { type OpenLoadResult, openLoad } from '../../../../test/support/faults/open-load.ts';
import { createCheckout } from '../../load/calls.ts';
import type { Figure, Goal } from '../../measure/figures.ts';
import { type Bench, type Scenario, withService } from '../../measure/scenario.ts';

const merchants = 40;

export const overload: Scenario = {
  name: 'overload',
  about:
    'three times as many calls of 40 merchants as the service can do: how long those take that it admits, against a quiet service',
  run: (bench) => withService(bench, ({ baseUrl }) => measure(bench, baseUrl)),
};

async function measure({ testbed, seconds, say }: Bench, url: string): Promise<readonly Figure[]> {
  const all = [];
  for (let made = 0; made < merchants; made += 1) all.push(await testbed.aMerchant());
  const [first] = all;
  if (first === undefined) throw new Error('there are merchants');
  const body: Record<string, unknown> = JSON.parse(createCheckout(first).body ?? '{}');
  const load = { url, keys: all.map(({ secretKey }) => secretKey), body, warmUp: 1 };
  await openLoad({ ...load, callers: 16, seconds });
  const able = await openLoad({ ...load, callers: 16, seconds });
  const rate = able.servedPerSecond;
  const quiet = await openLoad({ ...load, rate: rate / 3, seconds: seconds + 1 });
  const over = await openLoad({ ...load, rate: 3 * rate, seconds: 2 * seconds + 3, warmUp: 3 });
  for (const [what, result] of Object.entries({ able, quiet, over }))
    say(`overload: ${what}: ${shown(result)}`);
  const about = `quiet ${shown(quiet)}; at three times ${rate}/s ${shown(over)}`;
  const figure = (what: string, value: number, goal: Goal, unit: Figure['unit']): Figure => ({
    id: 'over',
    what,
    values: [value],
    goal,
    unit,
    about,
  });
  return [
    figure('p99 of admitted calls, against quiet', over.all.p99 / quiet.all.p99, { atMost: 3 }, 'x'),
    figure('refusals, p99', over.refused.p99, { atMost: 100 }, 'ms'),
    figure('served, against what it can do', over.servedPerSecond / rate, { atLeast: 0.7 }, 'x'),
    figure('answers other than served and 503', Object.keys(over.others).length, { atMost: 0 }, 'errors'),
  ];
}

function shown({ servedPerSecond, offeredPerSecond, all, refused, lateMs, others }: OpenLoadResult): string {
  const rest = Object.keys(others).length > 0 ? `; others ${JSON.stringify(others)}` : '';
  return `${servedPerSecond} of ${offeredPerSecond}/s served, p50 ${all.p50} ms, p99 ${all.p99} ms; ${refused.count} refused, p99 ${refused.p99} ms; generator ${lateMs} ms late${rest}`;
}
