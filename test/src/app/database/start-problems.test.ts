import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, DatabaseError } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DatabaseAway, startProblem } from '../../../../src/app/database/start-problems.ts';
import { DatabaseUnavailable } from '../../../../src/platform/db/driver/violations.ts';
import { needing } from '../../../../src/platform/db/migrations/rights.ts';
import { at } from '../../../support/citus/servers.ts';
import { cloneDatabase, type TestDatabase } from '../../../support/service/database.ts';
import { aFreePort, startInVain } from '../../../support/service/process.ts';
import { mps } from '../../cli/mps.ts';

// Each text names the cause, the setting and the next step, and none shows a stack.

let database: TestDatabase;
let dataDir: string;
let env: Record<string, string>;
const user = `newcomer_${process.pid}`;

beforeAll(async () => {
  database = await cloneDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'payments-problems-'));
  env = { DATABASE_URL: database.url, SECRET_KEY: database.secretKey, DATA_DIR: dataDir };
  await database.asOwner(`CREATE ROLE ${user} LOGIN PASSWORD 'secret'`);
});
afterAll(async () => {
  await database.asOwner(`DROP OWNED BY ${user}; DROP ROLE ${user}`);
  await database.close();
  await rm(dataDir, { recursive: true });
});

/** The address of the database with another login. */
function address(change: Partial<Record<'username' | 'password', string>>): string {
  return Object.assign(new URL(database.url), change).href;
}

/** What the start and a command say; they must agree. */
async function wordsOf(changed: Record<string, string>, verb = 'seed'): Promise<readonly string[]> {
  const started = await startInVain({ ...env, ...changed });
  const ended = await mps(verb, { ...env, ...changed });
  expect(started.exitCode).toBe(1);
  expect(ended.exitCode).toBeGreaterThan(1);
  return [started.words, ended.words];
}

/** What the texts lack, and what they should not have: a stack, or a secret. */
function faultsOf(all: readonly string[], parts: readonly string[]): readonly string[] {
  return all.flatMap((words) => [
    ...parts.filter((part) => !words.includes(part)),
    ...(/^ +at .*$/m.exec(words) ?? []),
    ...(words.includes(database.secretKey) ? ['the secret key is shown'] : []),
  ]);
}

describe('a start in vain ends and', () => {
  it('names DATABASE_URL when the password is wrong', async () => {
    const all = await wordsOf({ DATABASE_URL: address({ password: 'guessed' }) });

    expect(
      faultsOf(all, ['password authentication failed', 'Check user and password of DATABASE_URL']),
    ).toEqual([]);
    expect(faultsOf(all, ['SECRET_KEY: npx mps migrate sets them again'])).toEqual([]);
    expect(all.join()).not.toContain('guessed');
  });

  it('says how to make a database that does not exist', async () => {
    const all = await wordsOf({ DATABASE_URL: at(database.url, 'not_there') });

    expect(faultsOf(all, ['database "not_there" does not exist', 'CREATE DATABASE', 'DATABASE_URL'])).toEqual(
      [],
    );
  });

  it('says who to ask when the folder of DATA_DIR cannot be used', async () => {
    const file = join(dataDir, 'a-file');
    await writeFile(file, '');
    const all = await wordsOf({ DATABASE_URL: '', SECRET_KEY: '', DATA_DIR: join(file, 'data') });

    expect(faultsOf(all, [join(file, 'data'), 'ENOTDIR', 'Set DATA_DIR to a folder'])).toEqual([]);
  });

  it('names PORT in production when the port is taken', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as { port: number };
    const production = {
      NODE_ENV: 'production',
      CHECKOUT_URL: 'https://pay.example.com',
      PAY_URL: 'https://pay.example.com',
      TRUST_PROXY: 'none',
      HOST: '127.0.0.1',
    };

    const { exitCode, words } = await startInVain({ ...env, ...production, PORT: String(port) });
    taken.close();

    expect(exitCode).toBe(1);
    expect(faultsOf([words], [`Port ${port} (PORT) is taken.`, 'set PORT to another port'])).toEqual([]);
    expect(words).not.toContain('PostgreSQL');
  });

  it('ends when the port of metrics is taken, and serves nobody before', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as { port: number };

    const { exitCode, words } = await startInVain({ ...env, PORT: '0', ADMIN_PORT: String(port) });
    taken.close();

    expect(exitCode).toBe(1);
    expect(faultsOf([words], [`Port ${port} (ADMIN_PORT) is taken.`, 'set ADMIN_PORT to another'])).toEqual(
      [],
    );
  });

  it('names HOST when nothing can listen there', async () => {
    const { words } = await startInVain({ ...env, HOST: 'nowhere.invalid' });

    expect(faultsOf([words], ['"nowhere.invalid" (HOST)', 'Correct HOST, or unset it.'])).toEqual([]);
    expect(words).not.toContain('PostgreSQL');
  });

  it('ends the database that it has started when the demo merchant cannot be written', async () => {
    const ownDir = await mkdtemp(join(tmpdir(), 'payments-demo-'));
    await mkdir(join(ownDir, 'demo.json'));

    const { exitCode, words } = await startInVain({ DATA_DIR: ownDir, NODE_ENV: 'development' });

    expect(exitCode).toBe(1);
    expect(faultsOf([words], [join(ownDir, 'demo.json'), 'EISDIR', 'Set DATA_DIR'])).toEqual([]);
    expect(existsSync(join(ownDir, 'postgres', 'postmaster.pid'))).toBe(false);
    await rm(ownDir, { recursive: true });
  });
});

describe('mps migrate', () => {
  it('says when no server answers, and what to do', async () => {
    const nobody = `postgres://owner@127.0.0.1:${await aFreePort()}/payments`;
    const ended = await mps('migrate', { ...env, DATABASE_URL: nobody });

    expect(ended.exitCode).toBe(7);
    expect(faultsOf([ended.words], ['ECONNREFUSED', 'DATABASE_URL', 'Start it'])).toEqual([]);
  });

  it('says how to let its login make schemas, and what else uses the roles of another key', async () => {
    const name = `empty_${process.pid}`;
    await database.asOwner(`CREATE DATABASE ${name}`);
    const url = at(address({ username: user, password: 'secret' }), name);

    const roles = await mps('migrate', { ...env, DATABASE_URL: url, SECRET_KEY: `not ${env['SECRET_KEY']}` });
    const schemas = await mps('migrate', { ...env, DATABASE_URL: url });
    await database.asOwner(`DROP DATABASE ${name}`);

    expect([roles.exitCode, schemas.exitCode]).toEqual([5, 5]);
    expect(faultsOf([roles.words], ['another SECRET_KEY', 'These use the roles:', 'another server'])).toEqual(
      [],
    );
    expect(faultsOf([schemas.words], [`GRANT CREATE ON DATABASE "${name}" TO "${user}";`])).toEqual([]);
  });

  it('says how to let its login make roles', async () => {
    const client = new Client({ connectionString: address({ username: user, password: 'secret' }) });
    await client.connect();
    const refused: unknown = await needing('roles', client, () => client.query('CREATE ROLE somebody')).catch(
      (error: unknown) => error,
    );
    await client.end();

    expect(startProblem(refused)?.kind).toBe('refused');
    const said = ['permission denied', 'DATABASE_URL', `ALTER ROLE "${user}" CREATEROLE;`];
    expect(faultsOf([startProblem(refused)?.words ?? ''], said)).toEqual([]);
  });
});

describe('a verb of operators', () => {
  it('names the addresses of a pooler that does not answer', async () => {
    const pooler = `postgres://127.0.0.1:${await aFreePort()}/payments`;
    const roles = { DATABASE_URL_SANDBOX: pooler, DATABASE_URL_LIVE: pooler, DATABASE_URL_PLATFORM: pooler };

    const ended = await mps('ledger audit', { ...env, ...roles });

    expect(ended.exitCode).toBe(7);
    expect(faultsOf([ended.words], ['ECONNREFUSED', 'or its pooler', 'DATABASE_URL_SANDBOX'])).toEqual([]);
  });

  it('says whose login it needs, not that of anybody who may connect', async () => {
    const url = address({ username: user, password: 'secret' });

    const ended = await mps('app list', { ...env, DATABASE_URL: url });

    expect(ended.exitCode).toBe(5);
    expect(
      faultsOf([ended.words], ['permission denied', 'Set DATABASE_URL to the login of the database’s owner']),
    ).toEqual([]);
  });

  it('reads a server that takes no writes, and says that it needs the primary when it has to write', async () => {
    const url = new URL(database.url);
    url.searchParams.set('options', '-c default_transaction_read_only=on');
    const readOnly = { ...env, DATABASE_URL: url.href };

    const [read, ended] = [
      await mps('app list', readOnly),
      await mps('platform-plan set x --price 1.00', readOnly),
    ];

    expect([read.exitCode, ended.exitCode]).toEqual([0, 5]);
    expect(faultsOf([ended.words], ['read-only transaction', 'Set DATABASE_URL to the primary'])).toEqual([]);
  });
});

it.each(['55P03', '53300', '57014'])(
  'a server that is busy (%s) has answered, and the migration is named',
  (code) => {
    const cause = Object.assign(new DatabaseError('canceling statement', 0, 'error'), { code });
    const problem = startProblem(
      new Error('migration sandbox/0017-new.sql failed: canceling statement', { cause }),
    );

    expect(problem).toMatchObject({
      kind: 'refused',
      words: expect.stringContaining('sandbox/0017-new.sql'),
    });
    expect(problem?.words).not.toContain('does not answer');
  },
);

it.each([
  ['25006', 'takes no writes: refused'],
  ['53300', 'is busy: refused'],
])('a server that was waited for in vain, but has answered (%s), is not called away', (code, words) => {
  const cause = Object.assign(new DatabaseError('refused', 0, 'error'), { code });

  const problem = startProblem(new DatabaseAway('db:5432. Waited 30 seconds', cause));

  expect(problem).toMatchObject({ kind: 'refused', words: expect.stringContaining(`PostgreSQL ${words}.`) });
});

it.each([
  ['a certificate that is not trusted', Object.assign(new Error('expired'), { code: 'CERT_HAS_EXPIRED' })],
  [
    'an entry of pg_hba.conf that is missing',
    Object.assign(new DatabaseError('no pg_hba.conf entry, no encryption', 0, 'error'), { code: '28000' }),
  ],
])('says how an address asks for TLS: %s', (_what, cause) => {
  const problem = startProblem(new DatabaseUnavailable(cause));

  expect(problem).toMatchObject({
    kind: 'authentication',
    words: expect.stringMatching(/end DATABASE_URL with \?sslmode=verify-full&sslrootcert=/i),
  });
});

it('a file that no setting is about is not taken for the database', () => {
  const missing = Object.assign(new Error('no such file'), { code: 'ENOENT', syscall: 'open', path: '/x' });

  expect(startProblem(missing)).toBeUndefined();
  expect(startProblem(new Error('a bug'))).toBeUndefined();
});
