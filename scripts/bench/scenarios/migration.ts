import { secretKeyOf } from '../../../src/app/config.ts';
import { migrate } from '../../../src/platform/db/migrate.ts';
import { steadyLoad } from '../load/steady.ts';
import { watchLocks } from '../measure/locks.ts';
import { type Bench, type Scenario, withService } from '../measure/scenario.ts';
import { writeNextRelease } from '../testbed/next-release.ts';
import { openTestbed } from '../testbed/testbed.ts';
import { fillTransactions } from '../testbed/transactions.ts';

const rows = 1_000_000;
const tills = 4;

export const migration: Scenario = {
  name: 'migration',
  about: 'locks and failed calls while a release migrates a table of a million rows under load',
  run: async (shared) => {
    const testbed = await openTestbed({});
    const next = writeNextRelease();
    try {
      return await withService({ ...shared, testbed }, ({ baseUrl }) =>
        measure({ ...shared, testbed }, baseUrl, next.folder),
      );
    } finally {
      next.remove();
      await testbed.stop();
    }
  },
};

async function measure({ testbed, say }: Bench, baseUrl: string, folder: URL) {
  const merchant = await testbed.aMerchant();
  await fillTransactions(testbed, merchant, rows);
  say(`migration: ${rows} rows are there`);
  const stopLocks = await watchLocks(testbed.ownerUrl);
  const stopLoad = steadyLoad(baseUrl, merchant, tills);
  const startedMs = performance.now();
  const secretKey = secretKeyOf({ secretKey: undefined, dataDir: testbed.dataDir });
  const ran = await migrate(testbed.ownerUrl, secretKey, folder);
  const seconds = Math.round((performance.now() - startedMs) / 1000);
  const [load, locks] = await Promise.all([stopLoad(), stopLocks()]);
  for (const failure of new Set(load.failures)) say(`migration: ${failure}`);
  const about = `${ran.length} files in ${seconds} s; ${load.calls} payments and lists, the slowest ${load.slowestMs} ms`;
  const figure = (what: string, value: number, atMost: number) =>
    ({ id: 'M', what, values: [value], goal: { atMost }, unit: 'ms', about }) as const;
  return [
    figure('longest lock that stops writers', locks.heldMs, 1000),
    figure('longest wait of a session for a lock on a table', locks.waitedMs, 1000),
    { ...figure('calls that failed', load.failures.length, 0), unit: 'x' } as const,
  ];
}
