import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { whenThere } from '../../../../src/app/database/wait.ts';
import { createMerchant } from '../../../../src/domain/merchants/accounts/create-merchant.ts';
import { createLog } from '../../../../src/platform/log.ts';
import { createSecrets } from '../../../../src/platform/secrets.ts';
import { aCardCheckout } from '../../../support/builders/build.ts';
import { type Proxy, proxyTo } from '../../../support/faults/proxy.ts';
import { aShop } from '../../../support/service/a-shop.ts';
import { apiOf } from '../../../support/service/api.ts';
import { cloneDatabase, type TestDatabase } from '../../../support/service/database.ts';
import { aFreePort, startInVain, startProcess } from '../../../support/service/process.ts';
import { mps } from '../../cli/mps.ts';

let database: TestDatabase;
let dataDir: string;
let env: Record<string, string>;

beforeAll(async () => {
  database = await cloneDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'payments-open-'));
  env = { DATABASE_URL: database.url, SECRET_KEY: database.secretKey, DATA_DIR: dataDir };
});
afterAll(async () => {
  await database.close();
  await rm(dataDir, { recursive: true });
});

const start = async (more: Record<string, string> = {}) =>
  startProcess(dataDir, await aFreePort(), { ...env, ...more });

describe('a database that a newer release has migrated', () => {
  const newer = [
    ['platform', '9001-merchants.sql'],
    ['sandbox', '9002-refunds.sql'],
    ['live', '9002-refunds.sql'],
  ] as const;
  const lists =
    'SELECT file, applied_at FROM platform.migrations UNION ALL SELECT file, applied_at FROM live.migrations ORDER BY 1';

  beforeAll(async () => {
    for (const [schema, file] of newer)
      await database.asOwner(`INSERT INTO ${schema}.migrations (file, hash) VALUES ('${file}', 'new')`);
    // What its expanding step did.
    await database.asOwner('ALTER TABLE sandbox.checkouts ADD COLUMN noted text');
  });
  afterAll(async () => {
    for (const [schema, file] of newer)
      await database.asOwner(`DELETE FROM ${schema}.migrations WHERE file = '${file}'`);
    await database.asOwner('ALTER TABLE sandbox.checkouts DROP COLUMN noted');
  });

  it('is served by the old release, which names the migrations in its log', async () => {
    const { secretKey } = await createMerchant(
      database.databases.platform,
      createSecrets(database.secretKey),
      { ...aShop, rateLimit: 1000 },
    );
    const service = await start();

    const made = await apiOf(service.baseUrl, secretKey)('createCheckout', {
      body: aCardCheckout(),
    });
    await service.terminate();

    expect(made.status).toBe(201);
    for (const [schema, file] of newer) expect(service.output()).toContain(`"${schema}/${file}"`);
    expect(service.output()).toContain('a newer release has migrated this database');
  });

  it('is left alone by mps migrate of the old release, which says so and exits with 5', async () => {
    const before = await database.asOwner(lists);

    const ended = await mps('migrate', env);

    expect(ended).toMatchObject({ exitCode: 5, data: '' });
    expect(ended.words).toContain(
      'platform/9001-merchants.sql, sandbox/9002-refunds.sql, live/9002-refunds.sql',
    );
    expect(await database.asOwner(lists)).toEqual(before);
  });

  it('may be used by other verbs of the old release', async () => {
    expect(await mps('ledger audit', env)).toMatchObject({ exitCode: 0 });
    expect(await mps('migrate --status', env)).toMatchObject({
      exitCode: 8,
      words: expect.stringContaining('A newer release has migrated this database.'),
    });
  });
});

describe('another SECRET_KEY than the one of the database', () => {
  const wrong = { SECRET_KEY: 'a key that the database was not set up with' };
  const passwords = "SELECT rolname, rolpassword FROM pg_authid WHERE rolname LIKE 'mps%' ORDER BY 1";

  it('is refused when the service starts', async () => {
    const ended = await startInVain({ ...env, ...wrong });

    expect(ended).toMatchObject({
      exitCode: 1,
      words: expect.stringContaining('SECRET_KEY is not the key that this database was set up with.'),
    });
  });

  it.each(['migrate', 'merchant create'])('is refused by mps %s, which changes no password', async (verb) => {
    const before = await database.asOwner(passwords);

    const ended = await mps(verb, { ...env, ...wrong });

    expect(ended).toMatchObject({ exitCode: 5, words: expect.stringContaining('SECRET_KEY is not the key') });
    expect(await database.asOwner(passwords)).toEqual(before);
  });

  it('is refused though each mode has an address of its own', async () => {
    const { url } = database;
    const own = { DATABASE_URL_SANDBOX: url, DATABASE_URL_LIVE: url, DATABASE_URL_PLATFORM: url };

    expect(await startInVain({ ...env, ...own, ...wrong })).toMatchObject({ exitCode: 1 });
  });
});

describe('a database that is not there', () => {
  let proxy: Proxy;

  beforeAll(async () => {
    proxy = await proxyTo(database);
  });
  afterAll(() => proxy.close());

  it('is waited for, with a word in the log', async () => {
    proxy.refuse();
    const before = proxy.refused();
    const starting = start({ DATABASE_URL: proxy.url });
    await expect.poll(proxy.refused, { timeout: 60_000 }).toBeGreaterThan(before + 1);
    proxy.mend();
    const service = await starting;
    await service.terminate();

    expect(service.output().match(/waiting for PostgreSQL, 30 s at most/g)).toHaveLength(1);
    expect(service.output()).toContain('PostgreSQL answers');
  });

  it('is given up after 30 seconds, with its address', async () => {
    const log = createLog({ level: 'silent' });
    const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    let asked = 0;

    const waited = whenThere(
      'db.example.com:5432',
      log,
      async () => {
        asked += 1;
        throw away;
      },
      1000,
    );

    await expect(waited).rejects.toThrow(
      /PostgreSQL does not answer at db\.example\.com:5432\. Waited 1 seconds/,
    );
    expect(asked).toBeGreaterThan(1);
  });

  it('is not waited for when it refuses the password', async () => {
    const stranger = new URL(proxy.url);
    stranger.password = 'guessed';

    const ended = await startInVain({ ...env, DATABASE_URL: stranger.href });

    expect(ended).toMatchObject({
      exitCode: 1,
      words: expect.stringContaining('password authentication failed'),
    });
    expect(ended.words).not.toContain('guessed');
  });
});
