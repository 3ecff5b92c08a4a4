import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { registryVersion } from '../../../generated/event-registry.ts';
import { explain } from '../../../src/cli/run.ts';
import { exitCodes, exitCodeWords } from '../../../src/cli/support/print.ts';
import { isPassword } from '../../../src/domain/people/users/passwords.ts';
import { findUserAcrossMerchants } from '../../../src/domain/people/users/queries.ts';
import { rolePassword } from '../../../src/platform/db/roles.ts';
import { at } from '../../support/citus/servers.ts';
import { cloneDatabase, type TestDatabase } from '../../support/service/database.ts';
import { startInVain } from '../../support/service/process.ts';
import { jsonOf, mps, mpsHere } from './mps.ts';

let database: TestDatabase;
let env: Record<string, string>;
let dataDir = '';

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'merchant-payments-cli-'));
  database = await cloneDatabase();
  env = { DATABASE_URL: database.url, SECRET_KEY: database.secretKey, DATA_DIR: dataDir };
});
afterAll(async () => {
  await database.close();
  rmSync(dataDir, { recursive: true });
});

describe('mps ledger audit', () => {
  it('finds nothing in a ledger that balances', async () => {
    const ended = await mpsHere('ledger audit --json', env);

    expect(ended.exitCode).toBe(0);
    expect(jsonOf(ended)).toEqual({ rows: [] });
  });

  it('exits with 8 and prints a row for each fault', async () => {
    const merchant = '01990000-0000-7000-8000-000000000001';
    await database.asOwner(
      `INSERT INTO sandbox.ledger_balances (merchant_id, code, currency, balance) VALUES ('${merchant}', 'available', 'USD', 10000)`,
    );

    const ended = await mpsHere('ledger audit --json', env);
    await database.asOwner(`DELETE FROM sandbox.ledger_balances WHERE merchant_id = '${merchant}'`);

    expect(ended.exitCode).toBe(8);
    expect(jsonOf(ended)['rows']).toContainEqual(
      expect.objectContaining({ mode: 'sandbox', merchant_id: 'mer_01990000000070008000000000000001' }),
    );
  });
});

describe('mps ledger audit that cannot read everything', () => {
  it('exits with 9, and says how far it came and what it found', async () => {
    const merchant = '01990000-0000-7000-8000-000000000001';
    await database.asOwner(
      `INSERT INTO sandbox.ledger_balances (merchant_id, code, currency, balance) VALUES ('${merchant}', 'available', 'USD', 10000)`,
    );
    const locking = new Client({ connectionString: database.url });
    await locking.connect();
    await locking.query('BEGIN; LOCK TABLE sandbox.event_sequences');

    const ended = await mpsHere('ledger audit --json', env);
    await locking.end();
    await database.asOwner(`DELETE FROM sandbox.ledger_balances WHERE merchant_id = '${merchant}'`);

    expect(ended).toMatchObject({
      exitCode: 9,
      words: expect.stringMatching(/did not finish.*sandbox: 0 resources with events .* found 1 problems/s),
    });
    expect(ended.words).not.toContain('adds up');
    expect(jsonOf(ended)).toMatchObject({
      rows: [{ mode: 'sandbox', audit: 'A2' }],
      unfinished: expect.stringContaining('lock timeout'),
    });
  });
});

describe('mps migrate', () => {
  it('--status finds nothing to do on a migrated database', async () => {
    expect(await mpsHere('migrate --status', env)).toMatchObject({ exitCode: 0, data: '' });
  });

  it('--status lists the migrations that an empty database lacks, and without it they run', async () => {
    const { url: server, secretKey } = inject('database');
    const name = `test_${process.pid}_empty`;
    await database.asOwner(`CREATE DATABASE ${name}`);
    const empty = { DATABASE_URL: at(server, name), SECRET_KEY: secretKey };

    const before = await mpsHere('migrate --status --json', empty);
    const early = await mpsHere('merchant create', empty);
    const ran = await mpsHere('migrate --json', empty);
    const after = await mpsHere('migrate --status --json', empty);
    await database.asOwner(`DROP DATABASE ${name} WITH (FORCE)`);

    const lacking = jsonOf(before)['differences'] as { migration: string }[];
    expect(before.exitCode).toBe(8);
    expect(early).toMatchObject({ exitCode: 5, words: expect.stringContaining('npx mps migrate') });
    expect(jsonOf(ran)).toEqual({ ran: lacking.map(({ migration }) => migration) });
    expect(after).toMatchObject({ exitCode: 0 });
  });
});

describe('a migration that needs an extension', () => {
  const file = resolve('src/platform/db/migrations/mode/0011-search.sql');

  it('says what an administrator has to do when its user may not create it', async () => {
    const own = await cloneDatabase();
    await own.asOwner('DROP EXTENSION pg_trgm CASCADE');
    const plain = new URL(own.url);
    plain.username = 'mps_sandbox';
    plain.password = rolePassword(own.secretKey, 'mps_sandbox');
    const client = new Client({ connectionString: plain.href });
    await client.connect();

    const failed: unknown = await client.query(readFileSync(file, 'utf8')).catch((error: unknown) => error);
    await client.end();
    await own.close();

    expect(failed).toMatchObject({
      code: 'MPS01',
      message: expect.stringContaining('CREATE EXTENSION pg_trgm'),
    });
    expect(await explain(new Error('migration sandbox/0011-search.sql failed', { cause: failed }))).toBe(
      exitCodes.refused,
    );
  });
});

describe('mps seed', () => {
  it('makes the demo merchant once', async () => {
    const first = await mps('seed --json', env);
    const second = await mps('seed --json', { ...env, PORT: '3999' });

    expect(first).toMatchObject({ exitCode: 0, words: expect.stringContaining('is made') });
    expect(second).toMatchObject({
      exitCode: 0,
      data: first.data,
      words: expect.stringContaining('already'),
    });
    expect(JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8'))).toEqual(jsonOf(first));
    const [, password = ''] = /Dashboard: owner@example\.test \/ (\w{16}) /.exec(first.words) ?? [];
    const owner = await findUserAcrossMerchants(database.databases.platform, 'owner@example.test');
    expect(await isPassword(password, owner?.password_hash)).toBe(true);
    expect(second.words).not.toContain('Dashboard');
  });
});

describe('mps config check', () => {
  it('exits with 8 and says what production lacks, as the start does', async () => {
    const ended = await mps('config check', { ...env, NODE_ENV: 'production' });

    expect(ended.exitCode).toBe(8);
    for (const name of ['CHECKOUT_URL', 'PAY_URL', 'TRUST_PROXY'])
      expect(ended.words).toContain(`${name} is missing.`);
    expect(await startInVain({ ...env, NODE_ENV: 'production' })).toEqual({
      exitCode: 1,
      words: ended.words,
    });
  });

  it('prints every setting and no secret', async () => {
    const ended = await mps('config check', env);

    expect(ended.exitCode).toBe(0);
    expect(ended.data).toMatch(/^PORT +3000 +default$/m);
    expect(ended.data).toMatch(/^SECRET_KEY +\(hidden\) +environment$/m);
  });

  it('exits with 8 and prints every problem', async () => {
    const ended = await mps('config check --json', { ...env, PORT: 'x', ROLE: 'boss' });

    expect(ended.exitCode).toBe(8);
    expect(jsonOf(ended)['problems']).toHaveLength(2);
  });
});

describe('a command', () => {
  it('exits with 7 when the database does not answer', async () => {
    const ended = await mps('ledger audit', {
      ...env,
      DATABASE_URL: 'postgres://owner:hush@127.0.0.1:1/payments',
    });

    expect(ended).toMatchObject({ exitCode: 7, data: '', words: expect.stringContaining('DATABASE_URL') });
    expect(ended.words).not.toContain('hush');
  });

  it('exits with 2 and names a wrong setting', async () => {
    const ended = await mps('seed', { ...env, PORT: 'x' });

    expect(ended).toMatchObject({ exitCode: 2, words: expect.stringContaining('PORT has "x"') });
  });

  it('that is unknown exits with 2 and suggests another', async () => {
    expect(await mps('merchants', env)).toMatchObject({
      exitCode: 2,
      words: expect.stringContaining('merchant'),
    });
  });

  it('has examples in its help', async () => {
    expect(await mps('--help', env)).toMatchObject({
      exitCode: 0,
      data: expect.stringMatching(/^Examples:/),
    });
  });

  it('--version prints the versions of the release and of its API', async () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

    expect(await mpsHere('--version', env)).toEqual({
      exitCode: 0,
      data: `merchant-payments ${version}, API version ${registryVersion}\n`,
      words: '',
    });
  });

  it('explains every exit code', async () => {
    const { data } = await mps('--help', env);

    for (const code of Object.values(exitCodes)) expect(data).toMatch(new RegExp(`(: |, )${code} [a-z]`));
    expect(data).toContain(`Exit codes: ${exitCodeWords()}.`);
  });

  it('starts and stops the embedded database when no other is set', async () => {
    const own = join(dataDir, 'own');

    const ended = await mps('seed --json', { DATA_DIR: own });

    expect(ended).toMatchObject({ exitCode: 0 });
    expect(statSync(join(own, 'demo.json')).mode & 0o777).toBe(0o600);
    expect(statSync(join(own, 'secret.key')).mode & 0o777).toBe(0o600);
    expect(existsSync(join(own, 'postgres', 'postmaster.pid'))).toBe(false);
  });
});
