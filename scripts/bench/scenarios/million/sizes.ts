import type { CreatedMerchant } from '../../../../src/domain/merchants/accounts/create-merchant.ts';
import { get } from '../../load/calls.ts';
import { runLoad } from '../../load/load.ts';
import { type Figure, ratesOf, ratios } from '../../measure/figures.ts';
import { type Bench, inTurn, type Scenario } from '../../measure/scenario.ts';
import { fillManyRows } from '../../testbed/many-rows.ts';
import type { ServerProcess } from '../../testbed/processes.ts';
import { openTestbed, type Testbed } from '../../testbed/testbed.ts';

const connections = 32;
const most = 10_000_000;
const smallest = 10_000;
const dayMs = 86_400_000;

const readings: Readonly<Record<string, () => string>> = {
  'list of 25': () => '/v1/transactions?limit=25',
  'list by status': () => '/v1/transactions?limit=25&status=failed',
  'list by type and currency': () => '/v1/transactions?limit=25&type=refund&currency=ZWG',
  'list by date': () => `/v1/transactions?limit=25&from_date=${daysAgo(350)}&to_date=${daysAgo(349)}`,
  balance: () => '/v1/account/balance',
};

export const sizes: Scenario = {
  name: 'P5',
  about:
    'lists and balance of a merchant with 10^4 to 10^7 transactions and as many entries; baseline: itself at 10^4',
  onlyByName: true,
  run: async (bench) => {
    const { rows = most } = bench;
    const filled: Filled[] = [];
    try {
      for (let count = smallest; count <= rows; count *= 10) filled.push(await fill(bench, count));
      const figures: Figure[] = [];
      for (const [what, path] of Object.entries(readings))
        figures.push(...(await measure(bench, filled, { what, path: path() })));
      return [...figures, ...fillFigure(filled)];
    } finally {
      for (const { service, testbed } of filled) {
        await service.stop();
        await testbed.stop();
      }
    }
  },
};

/** A database with so many rows and a service on it. All run at the same time, so that they can be measured in turn. */
type Filled = {
  readonly count: number;
  readonly seconds: number;
  readonly merchant: CreatedMerchant;
  readonly testbed: Testbed;
  readonly service: ServerProcess;
};

async function fill({ say, profile }: Bench, count: number): Promise<Filled> {
  const testbed = await openTestbed({ profile });
  const merchant = await testbed.aMerchant();
  say(`P5: filling in ${shown(count)} rows`);
  const seconds = await fillManyRows(testbed, merchant, count);
  say(`P5: filled in ${shown(count)} rows in ${seconds.toFixed(0)} s`);
  return { count, seconds, merchant, testbed, service: await testbed.startService() };
}

async function measure(
  bench: Bench,
  filled: readonly Filled[],
  { what, path }: { what: string; path: string },
): Promise<readonly Figure[]> {
  const { seconds } = bench;
  let refused = 0;
  /** A read that no longer ends in time is a figure too. If none was answered, it took at least as long as the measurement. */
  const rateAt = async ({ merchant, service: { baseUrl } }: Filled): Promise<number> => {
    const requests = [get(merchant, path)];
    const { perSecond, failed } = await runLoad({ url: baseUrl, connections, seconds, requests });
    refused += failed;
    return Math.max(perSecond, 1 / seconds);
  };
  const sides = await inTurn(
    bench,
    `P5 ${what}`,
    filled.map((one) => [shown(one.count), () => rateAt(one)]),
  );
  const [few] = sides;
  const last = sides.at(-1);
  if (few === undefined || last === undefined || few === last) return [];
  return [
    {
      id: 'P5',
      what: `${what}: time at ${last.of} against ${few.of}`,
      values: ratios(few.values, last.values),
      goal: { atMost: 1.3 },
      unit: 'x',
      about: `${ratesOf(sides)}; ${connections} connections${refused > 0 ? `; ${refused} calls failed` : ''}`,
      plot: { over: 'rounds', unit: '/s', sides },
    },
  ];
}

function fillFigure(filled: readonly Filled[]): readonly Figure[] {
  return filled.slice(-1).map(({ count, seconds }) => ({
    id: 'P5',
    what: `filling in ${shown(count)} rows`,
    values: [seconds],
    goal: { atMost: 600 },
    unit: 's',
    about: 'transactions, and as many entries of the ledger, with all their indexes',
  }));
}

function shown(count: number): string {
  return `10^${Math.round(Math.log10(count))}`;
}

function daysAgo(days: number): string {
  return new Date(Date.now() - days * dayMs).toISOString().slice(0, 10);
}
