import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import {
  aFreePort,
  type ServiceProcess,
  startInVain,
  startProcess,
  telling,
  toldIn,
} from '../../support/service/process.ts';

type Demo = Readonly<Record<'base_url' | 'secret_key' | 'merchant_id', string>>;

const root = resolve(import.meta.dirname, '../../..');
let dataDir: string;
let port: number;
let service: ServiceProcess;

/** What only gateways.yaml, a mail server and processes that count together need. */
const onlyIfConfigured =
  /\/node_modules\/(yaml|ssh2|saxes|cockatiel|nodemailer|@redis)\/|\/src\/(platform\/(iso8583|yaml)|domain\/money\/gateways\/(acquirer|bank-files\/transport))\//;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'payments-start-'));
  port = await aFreePort();
  service = await startProcess(dataDir, port, telling(onlyIfConfigured));
});

afterAll(async () => {
  await service.terminate();
  await rm(dataDir, { recursive: true, force: true });
});

function demo(): Demo {
  return JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8')) as Demo;
}

const answers = (host: string) =>
  fetch(`http://${host}:${port}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  );

describe('a service with its own data folder', () => {
  it('loads nothing that only a setting asks for', async () => {
    expect(toldIn(service.output())).toEqual([]);
    expect(service.output()).toContain('/dashboard');

    const GATEWAYS = join(dataDir, 'gateways.yaml');
    await writeFile(GATEWAYS, 'gateways: {}\n');
    const { words } = await startInVain({ GATEWAYS, ...telling(onlyIfConfigured) });

    expect(toldIn(words).join()).toMatch(/yaml.*iso8583|iso8583.*yaml/);
  });

  it('loads the dashboard after it has said that it is ready', async () => {
    const other = await mkdtemp(join(tmpdir(), 'payments-start-'));
    const dashboard = telling(/\/src\/pages\/dashboard\//, 'load', 'stdout');
    const started = await startProcess(other, await aFreePort(), dashboard);
    const { status } = await fetch(`${started.baseUrl}/dashboard`, { redirect: 'manual' });
    const words = started.output();
    await started.terminate();
    await rm(other, { recursive: true });

    expect(status).toBeLessThan(400);
    expect(toldIn(words).length).toBeGreaterThan(50);
    expect(words.indexOf('loads ')).toBeGreaterThan(words.indexOf('/v1'));
  });

  it('finds its sources without Node, which would look for links and packages of each', async () => {
    const { words } = await startInVain({ PORT: 'none', ...telling(/^\.{1,2}\/.*\.(ts|mjs)$/, 'resolve') });

    // What finds the others is found by Node.
    expect(toldIn(words)).toEqual(['resolves ../platform/sources.mjs']);
  });

  it('runs beside another one', async () => {
    const other = await mkdtemp(join(tmpdir(), 'payments-start-'));

    const neighbour = await startProcess(other, await aFreePort());

    expect((await fetch(`${neighbour.baseUrl}/readyz`)).status).toBe(200);
    expect(await neighbour.terminate()).toBe(0);
    await rm(other, { recursive: true });
  });

  it('listens at loopback only, by every name of it', async () => {
    const outside = Object.values(networkInterfaces())
      .flat()
      .find((address) => address?.family === 'IPv4' && !address.internal)?.address;
    expect(await Promise.all(['localhost', '127.0.0.1', '[::1]'].map(answers))).toEqual([true, true, true]);
    expect(await answers(outside ?? '192.0.2.1')).toBe(false);
  });

  it('stops with its database, and has all its data when it is started again', async () => {
    const before = demo();
    const headers = { authorization: `Bearer ${before.secret_key}` };
    const list = async () =>
      (await (await fetch(`${service.baseUrl}/v1/transactions`, { headers })).json()) as { success: boolean };

    expect(await service.terminate()).toBe(0);
    expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false);
    service = await startProcess(dataDir, port);

    expect(demo()).toEqual(before);
    expect(service.output()).not.toContain(before.secret_key);
    expect((await list()).success).toBe(true);
  });

  it('is forced to stop by a second signal, with its database', async () => {
    const other = await mkdtemp(join(tmpdir(), 'payments-start-'));
    const forced = await startProcess(other, await aFreePort(), { DRAIN_SECONDS: '60' });
    const postmaster = Number(readFileSync(join(other, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);

    process.kill(forced.pid, 'SIGTERM');
    await expect.poll(async () => (await fetch(`${forced.baseUrl}/readyz`)).status).toBe(503);

    expect(await forced.terminate()).toBe(1);
    expect(forced.output()).toContain('forced to stop');
    await expect.poll(() => isRunning(postmaster)).toBe(false);
    await rm(other, { recursive: true });
  });
});

describe('a service that waits for its database', () => {
  it('ends at once at a signal, also as the first process of a container, which gets none that nobody listens to', async () => {
    const silent = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port: at } = silent.address() as AddressInfo;
    const waiting = spawn(process.execPath, [join(root, 'src/app/start.mjs')], {
      env: {
        PORT: '0',
        DATABASE_URL: `postgres://payments@127.0.0.1:${at}/payments`,
        SECRET_KEY: 'x'.repeat(32),
      },
      stdio: 'ignore',
    });
    onTestFinished(() => {
      waiting.kill('SIGKILL');
      silent.close();
    });
    const ended = once(waiting, 'close');
    await once(silent, 'connection');

    waiting.kill('SIGTERM');

    // Without a listener it would be no code, and the signal.
    expect(await ended).toEqual([143, null]);
  });
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
