/**
 * One PostgreSQL for a run of the tests, with a migrated template that every test file clones. It lies in .data/test and is
 * shared by runs that overlap: the last one to end ends it.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbedded } from '../src/platform/db/embedded.ts';
import { migrate } from '../src/platform/db/migrate.ts';

const root = resolve(import.meta.dirname, '..');
const secretKey = 'the secret key of the tests';

export type TestServer = { readonly url: string; readonly template: string; readonly secretKey: string };

declare module 'vitest' {
  export interface ProvidedContext {
    database: TestServer;
  }
}

/** Vitest calls it before the first file, and what it answers after the last. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startEmbedded({ dataDir: join(root, '.data', 'test'), secretKey, durable: false });
  const template = `template_${fingerprint()}`;
  await prepare(server.url, template);
  project.provide('database', { url: server.url, template, secretKey });
  return server.stop;
}

/** Changed migrations make another template. */
function fingerprint(): string {
  const hash = createHash('sha256');
  for (const folder of ['db', 'db/migrations/platform', 'db/migrations/mode']) {
    const directory = join(root, 'src', 'platform', folder);
    const files = readdirSync(directory).filter((name) => name.endsWith('.sql') || name === 'roles.ts');
    for (const file of files.toSorted()) hash.update(readFileSync(join(directory, file)));
  }
  return hash.digest('hex').slice(0, 12);
}

async function prepare(url: string, template: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("SELECT pg_advisory_lock(hashtext('test template'))");
    const { rows } = await client.query<{ name: string }>('SELECT datname AS name FROM pg_database');
    const names = rows.map((row) => row.name);
    for (const name of names.filter((candidate) => isLeftOver(candidate, template))) {
      await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    }
    if (names.includes(template)) return;
    const making = `making_${template}`;
    await client.query(`DROP DATABASE IF EXISTS ${making} WITH (FORCE)`);
    await client.query(`CREATE DATABASE ${making}`);
    await migrate(at(url, making), secretKey);
    await client.query(`ALTER DATABASE ${making} RENAME TO ${template}`);
  } finally {
    await client.end();
  }
}

/** Clones carry the number of the process that made them; a killed run leaves them behind. */
function isLeftOver(name: string, template: string): boolean {
  const pid = /^test_(\d+)_/.exec(name)?.[1];
  if (pid !== undefined) return !isAlive(Number(pid));
  return name.startsWith('template_') && name !== template;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** The same server, another database. */
export function at(url: string, database: string): string {
  const address = new URL(url);
  address.pathname = `/${database}`;
  return address.href;
}
