import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { vi } from 'vitest';
import { cloneDatabase } from './database.ts';
import { aFreePort } from './process.ts';

const pretended = '150017';

/** Makes a database say that its server is 15.17, for the owner and for each role. New connections see it. */
export function disguise(database: string): string {
  const roles = ['sandbox', 'live', 'platform'].map(
    (schema) =>
      `ALTER ROLE mps_${schema} IN DATABASE ${database} SET search_path = disguise, ${schema}, platform, pg_catalog`,
  );
  return [
    'CREATE SCHEMA disguise',
    `CREATE FUNCTION disguise.current_setting(text) RETURNS text LANGUAGE sql AS $$
       SELECT CASE $1 WHEN 'server_version_num' THEN '${pretended}' ELSE pg_catalog.current_setting($1) END $$`,
    'GRANT USAGE ON SCHEMA disguise TO public',
    `ALTER DATABASE ${database} SET search_path = disguise, public, pg_catalog`,
    ...roles,
  ].join(';');
}

type OldServer = { readonly url: string; readonly version: RegExp; readonly close: () => Promise<void> };

/** A PostgreSQL below 18 that this machine has, with an empty database; without one, a database that pretends to be so old. */
export async function oldServer(): Promise<OldServer> {
  const found = globSync('/usr/lib/postgresql/{10,11,12,13,14,15,16,17}/bin/initdb');
  const initdb = found.toSorted().at(-1);
  return initdb === undefined ? pretending() : running(dirname(initdb));
}

async function pretending(): Promise<OldServer> {
  const database = await cloneDatabase();
  await database.asOwner(disguise(new URL(database.url).pathname.slice(1)));
  return { url: database.url, version: /PostgreSQL 15\.17 is too old/, close: database.close };
}

async function running(programs: string): Promise<OldServer> {
  const folder = mkdtempSync(join(tmpdir(), 'payments-old-postgres-'));
  const account = accountFor(folder);
  const port = await aFreePort();
  const cluster = join(folder, 'cluster');
  const options = { cwd: folder, ...account };
  await promisify(execFile)(
    join(programs, 'initdb'),
    ['-D', cluster, '-U', 'owner', '-A', 'trust', '--no-sync'],
    options,
  );
  const settings = ['-p', String(port), '-k', folder, '-c', 'listen_addresses=127.0.0.1', '-c', 'fsync=off'];
  const server = spawn(join(programs, 'postgres'), ['-D', cluster, ...settings], {
    ...options,
    stdio: 'ignore',
  });
  await vi.waitFor(
    () => {
      if (!readFileSync(join(cluster, 'postmaster.pid'), 'utf8').includes('ready'))
        throw new Error('starting');
    },
    { timeout: 60_000, interval: 50 },
  );
  return {
    url: `postgres://owner@127.0.0.1:${port}/postgres`,
    version: new RegExp(
      `PostgreSQL ${readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim()}\\.\\d+ is too old`,
    ),
    close: async () => {
      const ended = once(server, 'exit');
      server.kill('SIGINT');
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
}

/** PostgreSQL refuses to run as root. */
function accountFor(folder: string): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((each) => each.startsWith('nobody:'));
  const [, , uid, gid] = line?.split(':') ?? [];
  const account = { uid: Number(uid), gid: Number(gid) };
  chownSync(folder, account.uid, account.gid);
  return account;
}
