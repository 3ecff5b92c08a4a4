import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Client } from 'pg';
import { inject } from 'vitest';
import { migrate } from '../../../../../src/platform/db/migrate.ts';
import { at } from '../../../../support/citus/servers.ts';

const ownFiles = new URL('../../../../../src/platform/db/migrations/', import.meta.url);

export type EarlierDatabase = {
  /** The owner's address. */
  readonly url: string;
  /** The owner, in schema `live`. */
  readonly client: Client;
  /** Runs the migrations that are left. */
  readonly migrateNow: () => Promise<unknown>;
  readonly close: () => Promise<void>;
};

/**
 * A database of the release that did not have a migration yet.
 *
 * @param migration the number of its file in `mode/`; those before it have run
 */
export async function databaseBefore(migration: string): Promise<EarlierDatabase> {
  const { url: server, secretKey } = inject('database');
  const name = `test_${process.pid}_before_${migration}`;
  const url = at(server, name);
  const folder = mkdtempSync(join(tmpdir(), `merchant-payments-before-${migration}-`));
  cpSync(new URL('platform/', ownFiles), join(folder, 'platform'), { recursive: true });
  mkdirSync(join(folder, 'mode'));
  for (const file of readdirSync(new URL('mode/', ownFiles)).filter((one) => one < migration))
    cpSync(new URL(`mode/${file}`, ownFiles), join(folder, 'mode', file));
  await onServer(server, `CREATE DATABASE ${name}`);
  await migrate(url, secretKey, pathToFileURL(`${folder}/`));
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query('SET search_path = live');
  return {
    url,
    client,
    migrateNow: () => migrate(url, secretKey, ownFiles),
    close: async () => {
      await client.end();
      await onServer(server, `DROP DATABASE ${name} WITH (FORCE)`);
      rmSync(folder, { recursive: true });
    },
  };
}

async function onServer(server: string, text: string): Promise<void> {
  const owner = new Client({ connectionString: server });
  await owner.connect();
  await owner.query(text);
  await owner.end();
}
