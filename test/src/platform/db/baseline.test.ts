import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { migrate } from '../../../../src/platform/db/migrate.ts';
import { type Catalogue, type CatalogueKind, catalogueOf, kinds } from '../../../support/checks/catalogue.ts';
import { history, writeOldMigrations } from '../../../support/checks/old-migrations.ts';
import { at } from '../../../support/citus/servers.ts';

const ownFiles = new URL('../../../../src/platform/db/migrations/', import.meta.url);

/** The last files of the baseline. Later migrations may change what they like. */
const last: Readonly<Record<string, string>> = { platform: '0003-notices.sql', mode: '0009-sandbox.sql' };

/** A statement that changes one kind of thing in a catalogue. */
const plants: Readonly<Record<CatalogueKind, readonly string[]>> = {
  tables: ['ALTER TABLE live.jobs SET (fillfactor = 80)'],
  columns: [
    'ALTER TABLE sandbox.refunds ALTER COLUMN unwanted SET DEFAULT true',
    'ALTER TABLE live.events ALTER COLUMN data SET STORAGE PLAIN',
    'ALTER TABLE platform.api_apps ALTER COLUMN rate_limit TYPE bigint',
  ],
  constraints: [
    'ALTER TABLE live.payouts RENAME CONSTRAINT payout_otp TO payout_code',
    'ALTER TABLE live.webhook_deliveries ALTER CONSTRAINT delivery_lane NOT DEFERRABLE',
  ],
  indexes: ['DROP INDEX sandbox.transactions_by_time'],
  triggers: ['DROP TRIGGER never_removed ON live.ledger_entries'],
  functions: [
    'ALTER FUNCTION live.forget_events(int) SECURITY INVOKER',
    'ALTER FUNCTION sandbox.claim_deliveries(int, interval, uuid, uuid) RESET enable_seqscan',
    "CREATE OR REPLACE FUNCTION live.append_only() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'",
  ],
  views: ['ALTER VIEW live.app_endpoints RESET (security_barrier)'],
  types: ['ALTER DOMAIN live.money_e4 ADD CHECK (VALUE < 0)'],
  sequences: ['CREATE SEQUENCE live.numbers'],
  grants: [
    'GRANT DELETE ON live.refunds TO mps_live',
    'GRANT INSERT (balance_after) ON live.ledger_entries TO mps_live',
    'GRANT EXECUTE ON FUNCTION sandbox.reset_merchant(uuid) TO PUBLIC',
    'GRANT USAGE ON SCHEMA live TO mps_sandbox',
  ],
  comments: ['COMMENT ON COLUMN live.checkouts.holds_use IS NULL'],
};

const { url: server, secretKey } = inject('database');
const folders: URL[] = [];
const clients: Client[] = [];

async function onServer(text: string): Promise<void> {
  const client = new Client({ connectionString: server });
  await client.connect();
  await client.query(text);
  await client.end();
}

/** A database made from the files in this folder. */
async function databaseFrom(folder: URL, name: string): Promise<Client> {
  const database = `test_${process.pid}_${name}`;
  folders.push(folder);
  await onServer(`CREATE DATABASE ${database}`);
  await migrate(at(server, database), secretKey, folder);
  const client = new Client({ connectionString: at(server, database) });
  clients.push(client);
  await client.connect();
  return client;
}

/** A copy of the baseline's files. */
function baselineFiles(): URL {
  const folder = mkdtempSync(join(tmpdir(), 'merchant-payments-baseline-'));
  for (const [name, newest] of Object.entries(last)) {
    const files = readdirSync(new URL(`${name}/`, ownFiles)).filter((file) => file <= newest);
    expect(files).toContain(newest);
    mkdirSync(join(folder, name));
    for (const file of files) cpSync(new URL(`${name}/${file}`, ownFiles), join(folder, name, file));
  }
  return pathToFileURL(`${folder}/`);
}

/** Lines that only one of the two has. The baseline may have comments that the old files had not. */
function differences(old: Catalogue, made: Catalogue, kind: CatalogueKind) {
  return {
    onlyInOld: old[kind].filter((line) => !made[kind].includes(line)),
    onlyInBaseline: kind === 'comments' ? [] : made[kind].filter((line) => !old[kind].includes(line)),
  };
}

const none = { onlyInOld: [], onlyInBaseline: [] };

describe.skipIf(history.missing)(`the baseline${history.note}`, () => {
  let old: Catalogue;
  let baseline: Client;
  let made: Catalogue;

  beforeAll(async () => {
    const before = await databaseFrom(writeOldMigrations(), 'old');
    // The old files granted it on all tables, and PostgreSQL counted a view among them. A view cannot be truncated.
    await before.query('REVOKE TRUNCATE ON sandbox.app_endpoints FROM mps_sandbox');
    old = await catalogueOf(before);
    baseline = await databaseFrom(baselineFiles(), 'baseline');
    made = await catalogueOf(baseline);
  });

  afterAll(async () => {
    for (const client of clients) {
      await client.end();
      await onServer(`DROP DATABASE ${client.database} WITH (FORCE)`);
    }
    for (const folder of folders) rmSync(folder, { recursive: true });
  });

  it.each(kinds)('makes the same %s as the old files', (kind) => {
    expect(differences(old, made, kind)).toEqual(none);
  });

  it('fills the same tables as the old files', async () => {
    const rows = await Promise.all(clients.map(rowsIn));

    expect(rows[0]).toEqual(['sandbox.resets: 1']);
    expect(rows[1]).toEqual(rows[0]);
  });

  it.each(kinds.flatMap((kind) => plants[kind].map((statement) => [kind, statement] as const)))(
    'would differ in its %s after %s',
    async (kind, statement) => {
      await baseline.query(`BEGIN; ${statement}`);
      const planted = await catalogueOf(baseline);
      await baseline.query('ROLLBACK');

      expect(differences(old, planted, kind)).not.toEqual(none);
    },
  );
});

/** The tables that have rows, but for the lists of migrations. */
async function rowsIn(client: Client): Promise<readonly string[]> {
  const { rows: tables } = await client.query<{ name: string }>(`
    SELECT format('%I.%I', n.nspname, c.relname) AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname IN ('platform', 'sandbox', 'live') AND c.relkind = 'r' AND c.relname <> 'migrations' ORDER BY 1`);
  const filled: string[] = [];
  for (const { name } of tables) {
    const { rows } = await client.query<{ n: string }>(`SELECT count(*)::text AS n FROM ${name}`);
    if (rows[0]?.n !== '0') filled.push(`${name}: ${rows[0]?.n}`);
  }
  return filled;
}
