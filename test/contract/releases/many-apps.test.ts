import { afterAll, beforeAll, expect, it } from 'vitest';
import { notifyOfVersions } from '../../../src/domain/merchants/versions/notify.ts';
import { openDatabases } from '../../../src/platform/db/database.ts';
import { versionChain } from '../../../src/versions/chain.ts';
import { type App, startApp } from '../../support/service/app.ts';
import { madeUpReleases } from './releases.ts';

const first = '2026-01-01';
const today = new Date('2098-05-01T00:00:00Z');
const [merchants, apps] = [1000, 2000];

let app: App;
beforeAll(async () => {
  app = await startApp({ role: 'api' });
  await app.database.asOwner(
    `WITH made AS (INSERT INTO platform.merchants (id, business_name, email, country)
       SELECT gen_random_uuid(), 'Shop ' || n, 'shop@many.test', 'ZW' FROM generate_series(1, $1::int) n RETURNING id)
     INSERT INTO platform.api_apps (id, merchant_id, name, mode, api_version) SELECT gen_random_uuid(), id, 'App', 'sandbox', $2
       FROM made, generate_series(1, 2)`,
    [merchants, first],
  );
  await app.database.asOwner('VACUUM ANALYZE platform.api_apps, platform.merchants');
});
afterAll(() => app.stop());

async function appsRead(): Promise<number> {
  await app.database.asOwner('SELECT pg_stat_force_next_flush()');
  const [row] = await app.database.asOwner(
    `SELECT sum(idx_tup_read)::int AS read FROM pg_stat_user_indexes WHERE relid = 'platform.api_apps'::regclass`,
  );
  return Number(row?.['read']);
}

it('goes through the apps of a version once to announce its end, however many they are', async () => {
  const releases = await madeUpReleases({ [first]: { deprecated: '2098-03-31', retired: '2098-10-31' } });
  const versions = versionChain(releases, () => today);
  const { url, secretKey } = app.database;
  // PostgreSQL counts what a connection has read when the connection ends.
  const { platform, close } = openDatabases({ url, secretKey, report: () => undefined });
  const before = await appsRead();

  await notifyOfVersions({ ...app.service.contexts.live, platform, versions }, undefined, today);

  await close();
  const [{ sent } = {}] = await app.database.asOwner(
    `SELECT count(DISTINCT app_id)::int AS sent FROM platform.operator_changes WHERE action = 'version.notice'`,
  );
  expect(sent).toBe(apps);
  await expect.poll(appsRead, { timeout: 10_000 }).toBeGreaterThanOrEqual(before + apps);
  // Once to find each, once for those whose version has ended, and to look a few up.
  expect((await appsRead()) - before).toBeLessThan(4 * apps);
});
