/**
 * Starts one PostgreSQL for a run of the tests, with a migrated template database that every test file clones. Runs of a checkout at
 * the same time share it; the last one to end stops it.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { env } from 'node:process';
import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { iniOf } from '../src/cli/database/pooler.ts';
import { startEmbedded } from '../src/platform/db/embedded.ts';
import { usersOfPooler } from '../src/platform/db/roles.ts';
import { finishTemplate, makeDatabase, onEach, serversOf } from '../test/support/citus/servers.ts';
import { isAlive, makePlaces, removePlaces } from '../test/support/places/places.ts';
import { aPooler, type Pooler, poolerProgram } from '../test/support/service/pooler.ts';

const root = resolve(import.meta.dirname, '..');
const secretKey = 'the secret key of the tests';

export type TestServer = {
  readonly url: string;
  readonly tcpUrl: string;
  /** On a Citus cluster the coordinator and its workers, otherwise the one server. */
  readonly servers: readonly [string, ...string[]];
  readonly template: string;
  readonly secretKey: string;
  /** The address of a PgBouncer before it, which the roles use. Undefined: they use the server itself. */
  readonly pooler: string | undefined;
};

declare module 'vitest' {
  export interface ProvidedContext {
    database: TestServer;
  }
}

/** Vitest calls this before the first test file, and the function that it returns after the last. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const places = makePlaces(root);
  const server = await serverOf(places.dataDir);
  const servers = await serversOf(server.url);
  const template = `template_${fingerprint()}`;
  await prepare(servers, template);
  const pooler = project.vite.config.mode === 'pooled' ? await poolerBefore(server.tcpUrl) : undefined;
  project.provide('database', {
    url: server.url,
    tcpUrl: server.tcpUrl,
    servers,
    template,
    secretKey,
    pooler: pooler?.url,
  });
  return async () => {
    await pooler?.stop();
    await server.stop();
    removePlaces(places);
  };
}

/** An embedded one, or that of `TEST_DATABASE_URL`: its owner must be a superuser. With Citus, each node has every database. */
async function serverOf(
  dataDir: string,
): Promise<{ url: string; tcpUrl: string; stop: () => Promise<void> }> {
  const given = env['TEST_DATABASE_URL'];
  if (given === undefined) return await startEmbedded({ dataDir, secretKey, durable: false });
  return { url: given, tcpUrl: given, stop: async () => undefined };
}

/** `npm test -- --mode pooled`, with `PGBOUNCER`: every test runs through a PgBouncer in transaction mode. */
async function poolerBefore(url: string): Promise<Pooler> {
  if (poolerProgram === undefined) throw new Error('PGBOUNCER must name the program, 1.21 or later.');
  return await aPooler({
    users: `${usersOfPooler(secretKey).join('\n')}\n`,
    ini: iniOf({ url: new URL(url), name: '*', most: 60 }),
  });
}

/** Part of the template's name, so that changed migrations lead to a new template. */
function fingerprint(): string {
  const hash = createHash('sha256');
  for (const folder of ['db', 'db/citus', 'db/migrations/platform', 'db/migrations/mode']) {
    const directory = join(root, 'src', 'platform', folder);
    const makers = ['roles.ts', 'distribute.ts', 'functions.ts', 'layout.ts'];
    const files = readdirSync(directory).filter((name) => name.endsWith('.sql') || makers.includes(name));
    for (const file of files.toSorted()) hash.update(readFileSync(join(directory, file)));
  }
  return hash.digest('hex').slice(0, 12);
}

async function prepare(servers: TestServer['servers'], template: string): Promise<void> {
  const client = new Client({ connectionString: servers[0] });
  await client.connect();
  try {
    await client.query("SELECT pg_advisory_lock(hashtext('test template'))");
    const { rows } = await client.query<{ name: string }>('SELECT datname AS name FROM pg_database');
    const names = rows.map((row) => row.name);
    for (const name of names.filter((candidate) => isLeftOver(candidate, template))) {
      await onEach(servers, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    }
    if (names.includes(template)) return;
    const unfinished = `making_${template}`;
    await makeDatabase(servers[0], { name: unfinished, secretKey });
    await finishTemplate(servers, unfinished, template);
  } finally {
    await client.end();
  }
}

/** A killed run leaves its clones behind. Their names contain the id of the process that made them. */
function isLeftOver(name: string, template: string): boolean {
  const pid = /^test_(\d+)_/.exec(name)?.[1];
  if (pid !== undefined) return !isAlive(Number(pid));
  return name.startsWith('template_') && name !== template;
}
