import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { steadyLoad } from '../../../../../scripts/bench/load/steady.ts';
import { watchLocks } from '../../../../../scripts/bench/measure/locks.ts';
import { nextRelease, writeNextRelease } from '../../../../../scripts/bench/testbed/next-release.ts';
import { fillTransactions } from '../../../../../scripts/bench/testbed/transactions.ts';
import { migrationsLockBriefly } from '../../../../../scripts/house/migrations.ts';
import { migrate } from '../../../../../src/platform/db/migrate.ts';
import { type App, startApp } from '../../../../support/service/app.ts';

/** `npm run bench -- migration` does the same with a million rows. */
const rows = 20_000;

let app: App;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

describe('a release that changes the largest table', () => {
  it('is written as the check of migrations wants it', () => {
    const files = Object.entries(nextRelease).map(([name, text]) => ({
      path: `src/platform/db/migrations/mode/${name}`,
      text,
    }));

    expect(migrationsLockBriefly(files)).toEqual([]);
  });

  it('migrates under load: no call fails, and no lock stops writers for a second', async () => {
    const merchant = await app.aMerchant({ rateLimit: 1_000_000 });
    await fillTransactions({ ownerUrl: app.database.url }, merchant, rows);
    const next = writeNextRelease();
    const stopLocks = await watchLocks(app.database.url);
    const stopLoad = steadyLoad(app.baseUrl, merchant, 2);

    const startedAt = performance.now();
    const ran = await migrate(app.database.url, app.database.secretKey, next.folder);
    const tookMs = performance.now() - startedAt;
    const [load, locks] = await Promise.all([stopLoad(), stopLocks()]);
    next.remove();

    expect(ran).toHaveLength(8);
    const errors = app.lines.filter((line) => line.includes('"level":"error"'));
    expect({ failures: load.failures, errors }).toEqual({ failures: [], errors: [] });
    expect(load.calls).toBeGreaterThan(0);
    // A busy machine migrates slowly, and each of its statements is slower too.
    expect(locks.heldMs).toBeLessThan(Math.max(1000, tookMs / 4));
    const [left] = await app.database.asOwner(
      "SELECT count(*) FILTER (WHERE noted = 'old')::int AS filled, count(*) FILTER (WHERE noted IS NULL)::int AS left FROM sandbox.transactions",
    );
    expect(left).toMatchObject({ left: 0 });
    expect(Number(left?.['filled'])).toBeGreaterThanOrEqual(rows);
  });
});
