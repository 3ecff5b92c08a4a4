import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type Embedded, startEmbedded } from '../../../../src/platform/db/embedded.ts';
import { copyForEveryone } from '../../../../src/platform/db/embedded-cluster.ts';
import { soon } from '../../../support/checks/soon.ts';

const secretKey = 'the secret key of this test';
const module = new URL('../../../../src/platform/db/embedded.ts', import.meta.url).pathname;
const prefix = join(tmpdir(), 'merchant-payments-embedded-');
let dataDir: string;
let started: Embedded[] = [];

beforeAll(async () => {
  dataDir = await mkdtemp(prefix);
});
afterEach(async () => {
  for (const server of started) await server.stop();
  started = [];
});
afterAll(() => rm(dataDir, { recursive: true }));

async function start(folder = dataDir): Promise<Embedded> {
  const server = await startEmbedded({ dataDir: folder, secretKey, durable: false });
  started.push(server);
  return server;
}

/** Starts the database in a process that is killed before it can stop it. */
async function startAndBeKilled(): Promise<void> {
  const script = `
    const { startEmbedded } = await import(${JSON.stringify(module)});
    await startEmbedded({ dataDir: ${JSON.stringify(dataDir)}, secretKey: ${JSON.stringify(secretKey)}, durable: false });
    process.kill(process.pid, 'SIGKILL');`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'ignore' });
  const [, signal] = await once(child, 'exit');
  expect(signal).toBe('SIGKILL');
}

async function ask(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, unknown>>(text);
    return rows;
  } finally {
    await client.end();
  }
}

const pidFile = () => join(dataDir, 'postgres', 'postmaster.pid');
const postmaster = () => Number(readFileSync(pidFile(), 'utf8').split('\n')[0]);

test('keeps its data between starts, and leaves no process running', async () => {
  const first = await start();
  await ask(first.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
  await first.stop();
  expect(existsSync(pidFile())).toBe(false);

  const second = await start();

  expect(await ask(second.tcpUrl, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
});

test('refuses connections without the password', async () => {
  const { tcpUrl } = await start();
  const stranger = new URL(tcpUrl);
  stranger.password = 'guessed';

  await expect(ask(stranger.href, 'SELECT 1')).rejects.toThrow('password authentication failed');
});

test('joins a server that a killed process left running, and stops it at the end', async () => {
  await startAndBeKilled();
  const orphan = postmaster();

  const server = await start();
  expect(postmaster()).toBe(orphan);
  expect(await ask(server.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  // PostgreSQL takes a moment to notice that the killed process is gone. Until then it counts as one that uses the server.
  const others = `SELECT count(*)::int AS n FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()`;
  await soon(async () => expect(await ask(server.url, others)).toEqual([{ n: 1 }]));
  await server.stop();

  expect(existsSync(pidFile())).toBe(false);
});

test('starts after both the process and its server were killed', async () => {
  await startAndBeKilled();
  process.kill(postmaster(), 'SIGKILL');

  const server = await start();

  expect(await ask(server.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

test('starts once for two processes, and stops when the last one leaves', async () => {
  const folder = await mkdtemp(prefix);
  const [one, two] = await Promise.all([start(folder), start(folder)]);
  await one.stop();

  expect(await ask(two.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  await two.stop();
  expect(existsSync(join(folder, 'postgres', 'postmaster.pid'))).toBe(false);
  await rm(folder, { recursive: true });
});

test('restarts at the same address after a crash', async () => {
  const server = await start();
  // A second time, too.
  for (let time = 0; time < 2; time += 1) {
    const crashed = postmaster();
    process.kill(crashed, 'SIGKILL');
    await soon(() => ask(server.url, 'SELECT 1'));
    expect(postmaster()).not.toBe(crashed);
  }

  await server.stop();
  expect(existsSync(pidFile())).toBe(false);
});

test('restarts after a crash although it could not start for more than a minute', async () => {
  const server = await start();
  const control = join(dataDir, 'postgres', 'global', 'pg_control');
  const failures = () =>
    readFileSync(join(dataDir, 'postgres.log'), 'utf8').split('could not find the database system').length;
  const now = performance.now.bind(performance);
  const before = failures();
  await rename(control, `${control}.away`);
  process.kill(postmaster(), 'SIGKILL');
  await soon(() => expect(failures()).toBeGreaterThan(before));

  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + 61_000);
  const sinceThen = failures();
  await soon(() => expect(failures()).toBeGreaterThan(sinceThen + 1));
  await rename(`${control}.away`, control);

  await soon(() => ask(server.url, 'SELECT 1'));
  clock.mockRestore();
});

test('reports that the cluster was made with another secret key', async () => {
  await start();

  await expect(startEmbedded({ dataDir, secretKey: 'another', durable: false })).rejects.toThrow(
    'another SECRET_KEY',
  );
});

test('has its programs copied for other users once for each release, whenever it is installed', async () => {
  vi.stubEnv('TMPDIR', await mkdtemp(prefix));
  const install = async (version: string) => {
    const home = await mkdtemp(prefix);
    const program = join(home, 'native/bin/postgres');
    await mkdir(join(home, 'native/bin'), { recursive: true });
    await writeFile(program, 'a program');
    await writeFile(join(home, 'package.json'), JSON.stringify({ version }));
    return { home, program };
  };
  const [one, again, newer] = [await install('18.4.0'), await install('18.4.0'), await install('18.5.0')];
  await utimes(again.program, 1, 1);

  const copies = [one, again, newer].map(({ home }) => copyForEveryone(join(home, 'native')));

  expect(copies[1]).toBe(copies[0]);
  expect(copies[2]).not.toBe(copies[0]);
  expect(readFileSync(join(copies[0] ?? '', 'bin/postgres'), 'utf8')).toBe('a program');
  vi.unstubAllEnvs();
});
