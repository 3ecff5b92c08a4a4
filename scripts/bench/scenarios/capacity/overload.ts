import { setTimeout as delay } from 'node:timers/promises';
import type { CreatedMerchant } from '../../../../src/domain/merchants/accounts/create-merchant.ts';
import { type OpenLoadResult, openLoad } from '../../../../test/support/faults/open-load.ts';
import { createCheckout } from '../../load/calls.ts';
import { runLoad } from '../../load/load.ts';
import type { Figure, Goal } from '../../measure/figures.ts';
import { type Bench, type Scenario, withService } from '../../measure/scenario.ts';
import { asOwner } from '../../testbed/transactions.ts';

const merchants = 40;
const comeAgain = 64;
/** A call waits no longer for its connection, and 1.3 s of it are an overload. */
const lockedSeconds = 3.5;

export const overload: Scenario = {
  name: 'overload',
  about:
    'three times as many calls of 40 merchants as the service can do, and callers who come again as soon as they are refused: whom it serves meanwhile',
  run: (bench) => withService(bench, ({ baseUrl }) => measure(bench, baseUrl)),
};

async function measure(bench: Bench, url: string): Promise<readonly Figure[]> {
  const { testbed, seconds, say } = bench;
  const all = [];
  for (let made = 0; made < merchants; made += 1) all.push(await testbed.aMerchant());
  const [first] = all;
  if (first === undefined) throw new Error('there are merchants');
  const body: Record<string, unknown> = JSON.parse(createCheckout(first).body ?? '{}');
  const load = { url, keys: all.map(({ secretKey }) => secretKey), body, warmUp: 1 };
  const again = await comingAgain(bench, url, all);
  // An overload ends five seconds after the last refusal.
  await delay(6000);
  await openLoad({ ...load, callers: 16, seconds });
  const able = await openLoad({ ...load, callers: 16, seconds });
  const rate = able.servedPerSecond;
  const quiet = await openLoad({ ...load, rate: rate / 3, seconds: seconds + 1 });
  const over = await openLoad({ ...load, rate: 3 * rate, seconds: 2 * seconds + 3, warmUp: 3 });
  for (const [what, result] of Object.entries({ able, quiet, over }))
    say(`overload: ${what}: ${shown(result)}`);
  const about = `quiet ${shown(quiet)}; at three times ${rate}/s ${shown(over)}`;
  const figure = (what: string, value: number, goal: Goal, unit: Figure['unit'], how = about): Figure => ({
    id: 'over',
    what,
    values: [value],
    goal,
    unit,
    about: how,
  });
  return [
    figure('p99 of admitted calls, against quiet', over.all.p99 / quiet.all.p99, { atMost: 3 }, 'x'),
    figure('refusals, p99', over.refused.p99, { atMost: 100 }, 'ms'),
    figure('served, against what it can do', over.servedPerSecond / rate, { atLeast: 0.7 }, 'x'),
    figure('served of callers who come again at once', again.ratio, { atLeast: 0.6 }, 'x', again.about),
    figure('answers other than served and 503', Object.keys(over.others).length, { atMost: 0 }, 'errors'),
  ];
}

/**
 * Callers who send the next call as soon as they have an answer, also when they were refused. The checkouts are locked meanwhile for
 * long enough to begin an overload. What is served after that, against before.
 */
async function comingAgain({ testbed, seconds, say }: Bench, url: string, all: readonly CreatedMerchant[]) {
  const requests = all.map((merchant) => createCheckout(merchant));
  const load = { url, connections: comeAgain, requests };
  const before = await runLoad({ ...load, seconds });
  const during = runLoad({ ...load, seconds: lockedSeconds + 6 });
  await asOwner(testbed, async (client) => {
    await delay(1000);
    await client.query('BEGIN; LOCK TABLE sandbox.checkouts IN ACCESS EXCLUSIVE MODE');
    await delay(lockedSeconds * 1000);
    await client.query('COMMIT');
  });
  const { statuses } = await during;
  const after = await runLoad({ ...load, seconds });
  const about = `${comeAgain} connections: ${Math.round(before.perSecond)}/s before, ${Math.round(after.perSecond)}/s from five seconds after the overload began; answers meanwhile ${JSON.stringify(statuses)}`;
  say(`overload: ${about}`);
  return { ratio: after.perSecond / before.perSecond, about };
}

function shown({ servedPerSecond, offeredPerSecond, all, refused, lateMs, others }: OpenLoadResult): string {
  const rest = Object.keys(others).length > 0 ? `; others ${JSON.stringify(others)}` : '';
  return `${servedPerSecond} of ${offeredPerSecond}/s served, p50 ${all.p50} ms, p99 ${all.p99} ms; ${refused.count} refused, p99 ${refused.p99} ms; generator ${lateMs} ms late${rest}`;
}
