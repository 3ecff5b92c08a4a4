import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { secretKeyOf } from '../../../src/app/config.ts';
import { startEmbedded } from '../../../src/platform/db/embedded.ts';
import { migrate } from '../../../src/platform/db/migrate.ts';
import { catalogueOf } from '../../support/checks/catalogue.ts';
import { history, writeOldMigrations } from '../../support/checks/old-migrations.ts';
import { at } from '../../support/citus/servers.ts';
import { compileCache } from '../../support/service/process.ts';
import { type Ended, mps } from '../cli/mps.ts';

const root = resolve(import.meta.dirname, '../../..');
const { url: server, secretKey } = inject('database');

async function connected<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Everything that a start could have changed: schemas with all that is in them, the lists of files, and the roles. */
function contentOf(url: string): Promise<unknown> {
  return connected(url, async (client) => {
    const lists = ['platform', 'sandbox', 'live'].map((schema) => `SELECT * FROM ${schema}.migrations`);
    const { rows: files } = await client.query(`${lists.join(' UNION ALL ')} ORDER BY 1, 2, 3`);
    const { rows: roles } = await client.query(
      "SELECT rolname, rolconfig, shobj_description(oid, 'pg_authid') AS comment FROM pg_roles WHERE rolname LIKE 'mps%' ORDER BY 1",
    );
    const { rows: schemas } = await client.query('SELECT nspname FROM pg_namespace ORDER BY 1');
    return { files, roles, schemas, catalogue: await catalogueOf(client) };
  });
}

/** Starts the service as `npm start` does, and waits until it ends. */
async function start(env: Readonly<Record<string, string>>): Promise<Omit<Ended, 'data'>> {
  const path = `${dirname(process.execPath)}:/usr/bin:/bin`;
  const child = spawn(process.execPath, [join(root, 'src/app/start.mjs')], {
    env: { ...compileCache, PATH: path, PORT: '0', ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: 60_000,
  });
  let words = '';
  child.stderr.on('data', (chunk: Buffer) => {
    words += chunk.toString();
  });
  const [exitCode] = (await once(child, 'close')) as [number | null];
  return { exitCode: exitCode ?? -1, words };
}

const advice = [
  'This database was made before the first release. Its tables cannot be brought forward. Nothing was changed.',
  'Embedded database: delete the folder DATA_DIR (.data unless set) with everything in it, then start again.',
  'Your own database: create an empty one, and set DATABASE_URL to it.\n',
].join('\n');

describe.skipIf(history.missing)(`a database from before the baseline${history.note}`, () => {
  let oldFiles: URL;
  beforeAll(() => {
    oldFiles = writeOldMigrations();
  });
  afterAll(() => rmSync(oldFiles, { recursive: true }));

  describe('at DATABASE_URL', () => {
    const name = `test_${process.pid}_from_before`;
    const env = { DATABASE_URL: at(server, name), SECRET_KEY: secretKey };
    let before: unknown;

    beforeAll(async () => {
      await connected(server, (client) => client.query(`CREATE DATABASE ${name}`));
      await migrate(env.DATABASE_URL, secretKey, oldFiles);
      before = await contentOf(env.DATABASE_URL);
    });
    afterAll(() => connected(server, (client) => client.query(`DROP DATABASE ${name} WITH (FORCE)`)));

    it.each(['migrate', 'migrate --status', 'merchant create'])('is refused by mps %s', async (verb) => {
      expect(await mps(verb, env)).toEqual({ exitCode: 5, data: '', words: advice });
      expect(await contentOf(env.DATABASE_URL)).toEqual(before);
    });

    it('is refused by npm start', async () => {
      expect(await start(env)).toEqual({ exitCode: 1, words: advice });
      expect(await contentOf(env.DATABASE_URL)).toEqual(before);
    });
  });

  describe('in DATA_DIR', () => {
    let dataDir = '';
    let before: unknown;

    async function withEmbedded<T>(work: (url: string) => Promise<T>): Promise<T> {
      const embedded = await startEmbedded({
        dataDir,
        secretKey: secretKeyOf({ dataDir, secretKey: undefined }),
      });
      try {
        return await work(embedded.url);
      } finally {
        await embedded.stop();
      }
    }

    beforeAll(async () => {
      dataDir = mkdtempSync(join(tmpdir(), 'merchant-payments-old-'));
      before = await withEmbedded(async (url) => {
        await migrate(url, secretKeyOf({ dataDir, secretKey: undefined }), oldFiles);
        // A role that does not look as it should would be altered.
        await connected(url, (client) => client.query("COMMENT ON ROLE mps_live IS 'as it was before'"));
        return contentOf(url);
      });
    });
    afterAll(() => rmSync(dataDir, { recursive: true }));

    it('is refused by npm start, which ends the server that it started', async () => {
      expect(await start({ DATA_DIR: dataDir })).toEqual({ exitCode: 1, words: advice });
      expect(existsSync(join(dataDir, 'postgres/postmaster.pid'))).toBe(false);
      expect(existsSync(join(dataDir, 'demo.json'))).toBe(false);
      expect(await withEmbedded(contentOf)).toEqual(before);
    });

    it('is refused by mps migrate', async () => {
      expect(await mps('migrate', { DATA_DIR: dataDir, PATH: '/usr/bin:/bin' })).toEqual({
        exitCode: 5,
        data: '',
        words: advice,
      });
      expect(await withEmbedded(contentOf)).toEqual(before);
    });
  });
});
