import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientOptions } from '../../src/platform/db/pool.ts';
import { roles } from '../../src/platform/db/roles.ts';
import { cloneDatabase, type TestDatabase } from '../support/service/database.ts';

const source = resolve(import.meta.dirname, '../../src');

function filesWith(pattern: RegExp, among = /\.ts$/): string[] {
  return readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((name) => among.test(name) && pattern.test(readFileSync(join(source, name), 'utf8')))
    .toSorted();
}

describe('a mode becomes a world', () => {
  it('in these files and no others', () => {
    const doors = filesWith(/\b(contexts|databases)(\[|\.(sandbox|live)\b)/);

    expect(doors).toEqual([
      // Builds the two.
      'app/context.ts',
      // The versions, which are the same in both, and how busy each is.
      'app/http/calls.ts',
      // Secrets: the same in both.
      'app/http/dashboard.ts',
      // Hosted pages: the address decides.
      'app/http/server.ts',
      // Says which versions there are: the same in both.
      'app/main.ts',
      // Metrics are about both.
      'app/telemetry/admin.ts',
      // Workers: a loop for each.
      'app/workers.ts',
      // A person at the machine asks about both.
      'cli/backup/inspect.ts',
      'cli/database/ledger.ts',
      // Only live disputes have answers that a person passes on.
      'cli/disputes/answers.ts',
      // An entry of gateways.yaml says which.
      'cli/gateways/planned.ts',
      // The app says which.
      'cli/merchants/versions.ts',
      // The gateway says in which mode it is.
      'cli/reconcile/fetch.ts',
      // The option of a verb says which, or where a submission was found.
      'cli/support/acting.ts',
      'cli/support/operator.ts',
      'cli/webhook/health.ts',
      // The key of a call decides.
      'domain/merchants/access/front.ts',
      // A loop for each; the key of a call decides which counts it.
      'domain/merchants/traffic/record-traffic.ts',
      'engine/calls/answer.ts',
      // A signed address says the object, which is in one mode only.
      'pages/callbacks/receive.ts',
      'pages/callbacks/routes.ts',
      // Operators see both modes; a list shows the one that its filter names.
      'pages/dashboard/operators/case-forms.ts',
      'pages/dashboard/operators/cases.ts',
      'pages/dashboard/operators/health.ts',
      'pages/dashboard/operators/merchant-money.ts',
      'pages/dashboard/operators/queue.ts',
      'pages/dashboard/operators/settlement-day.ts',
      'pages/dashboard/operators/submission.ts',
      // The dashboard: the address decides, after the rights of the session.
      'pages/dashboard/requests/visit.ts',
      // A live app needs the KYC tier of live, wherever it is asked for.
      'pages/dashboard/screens/developers/apps/apps.ts',
      // What is missing for live payments, asked in either mode.
      'pages/dashboard/screens/merchant/going-live/going-live.ts',
      // A stream, or what a developer's machine answered, in the mode of the key.
      'pages/listen/routes.ts',
      // A replica has both.
      'platform/db/replica/replica.ts',
    ]);
  });

  it('and no query names one', () => {
    expect(filesWith(/\b(sandbox|live)\.[a-z_]+\b|\bmode\b/, /queries\.ts$/)).toEqual([
      // The owner of the database, who is in no mode.
      'app/restored/open-queries.ts',
      'app/restored/restored-queries.ts',
      // Shows the mode of an app.
      'domain/merchants/accounts/app-queries.ts',
      'domain/merchants/accounts/queries.ts',
      'domain/merchants/keys/queries.ts',
      // Shows operators the mode of an app.
      'domain/notices/endpoints/queries.ts',
    ]);
  });
});

const read = (table: string) => `SELECT FROM ${table} LIMIT 1`;
const writes = [
  (table: string) => `INSERT INTO ${table} DEFAULT VALUES`,
  (table: string) => `DELETE FROM ${table}`,
  (table: string) => `TRUNCATE ${table}`,
  (table: string) => `LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`,
];

describe('a role of the database', () => {
  let database: TestDatabase;
  const clients = new Map<string, Client>();
  const tables = new Map<string, readonly string[]>();

  beforeAll(async () => {
    database = await cloneDatabase();
    for (const role of roles) {
      const { url, secretKey } = database;
      const client = new Client(clientOptions({ role, url, own: false, secretKey }));
      await client.connect();
      clients.set(role.schema, client);
      const rows = await database.asOwner(
        "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = $1 AND table_type = 'BASE TABLE' ORDER BY 1",
        [role.schema],
      );
      tables.set(
        role.schema,
        rows.map(({ name }) => String(name)),
      );
    }
  });

  afterAll(async () => {
    for (const client of clients.values()) await client.end();
    await database.close();
  });

  /** The SQLSTATE that a statement of the schema's role is refused with; `ok` when it is not. */
  async function tried(schema: string, text: string): Promise<string> {
    const client = clients.get(schema);
    if (client === undefined) throw new Error(`no role for ${schema}`);
    try {
      await client.query(`BEGIN; ${text}`);
      return 'ok';
    } catch (error) {
      return String(error instanceof Error ? Reflect.get(error, 'code') : error);
    } finally {
      await client.query('ROLLBACK');
    }
  }

  /** What the role may do to the tables of a schema, of these statements. */
  async function allowed(
    schema: string,
    other: string,
    statements: readonly ((table: string) => string)[],
  ): Promise<string[]> {
    const may: string[] = [];
    for (const table of tables.get(other) ?? []) {
      for (const statement of statements) {
        const text = statement(`${other}.${table}`);
        if ((await tried(schema, text)) !== '42501') may.push(text);
      }
    }
    return may;
  }

  it('finds the same tables in both modes', () => {
    expect(tables.get('live')).toEqual(tables.get('sandbox'));
    expect(tables.get('live')?.length).toBeGreaterThan(15);
  });

  it.each([
    ['sandbox', 'live'],
    ['live', 'sandbox'],
    ['platform', 'sandbox'],
    ['platform', 'live'],
  ])('of %s can neither read nor write a table of %s', async (schema, other) => {
    expect(await allowed(schema, other, [read, ...writes])).toEqual([]);
  });

  it.each(['sandbox', 'live'])(
    'of %s writes nothing of the platform, and reads no key, secret or seed',
    async (schema) => {
      const readable = await allowed(schema, 'platform', [read]);

      expect(await allowed(schema, 'platform', writes)).toEqual([]);
      expect(readable.filter((text) => /api_keys|two_factor|webhook_endpoints|jobs/.test(text))).toEqual([]);
    },
  );

  it('cannot become another one', async () => {
    const codes = [
      await tried('sandbox', 'SET ROLE mps_live'),
      await tried('live', 'SET SESSION AUTHORIZATION mps_sandbox'),
      await tried('sandbox', 'ALTER ROLE mps_live SUPERUSER'),
    ];

    expect(codes).toEqual(['42501', '42501', '42501']);
  });
});
