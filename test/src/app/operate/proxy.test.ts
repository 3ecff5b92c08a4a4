import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { env } from 'node:process';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { errorCatalogue } from '../../../../generated/error-catalogue.ts';

const caddyfile = resolve(import.meta.dirname, '../../../../deploy/Caddyfile');
const said = spawnSync('caddy', ['version'], { encoding: 'utf8' });
/** An older one does not repeat a call with a body (decision 0112). One that is built from its sources may not know its version. */
const [, minor = '99', patch = '0'] = /^v?2\.(\d+)\.(\d+)/.exec(said.stdout ?? '') ?? [];
const caddy = said.error === undefined && Number(minor) * 100 + Number(patch) >= 1102;
const missing = caddy ? '' : ' (skipped: caddy 2.11.2 or later is missing)';

/** Stands for a process of the service: it says whether it is ready, and counts its calls. */
class Process {
  isReady = true;
  calls = 0;
  readonly server: Server = createServer((req, res) => {
    if (req.url !== '/readyz') this.calls += 1;
    res.statusCode = req.url === '/readyz' && !this.isReady ? 503 : 200;
    res.write(`${req.method} `);
    req.pipe(res);
  });

  async listen(): Promise<string> {
    await new Promise<void>((done) => this.server.listen(0, '127.0.0.1', done));
    return `127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.server.close();
    this.server.closeAllConnections();
  }
}

let folder: string;
let processes: readonly Process[];
let proxy: ChildProcess;
let url: string;

const freeAddress = async () => {
  const process = new Process();
  const address = await process.listen();
  process.close();
  return address;
};

beforeEach(async () => {
  if (!caddy) return;
  folder = mkdtempSync(join(tmpdir(), 'proxy-'));
  processes = [new Process(), new Process()];
  const addresses = await Promise.all(processes.map((one) => one.listen()));
  url = `http://${await freeAddress()}`;
  proxy = spawn('caddy', ['run', '--config', caddyfile, '--adapter', 'caddyfile'], {
    // With http, Caddy needs no certificate. It keeps its state in the folder.
    env: {
      ...env,
      SITE: url,
      API: addresses.join(' '),
      CADDY_ADMIN: await freeAddress(),
      HOME: folder,
      XDG_DATA_HOME: folder,
      XDG_CONFIG_HOME: folder,
    },
    stdio: 'ignore',
  });
  await vi.waitFor(() => fetch(url), { timeout: 15_000, interval: 100 });
});
afterEach(async () => {
  if (!caddy) return;
  proxy.kill('SIGKILL');
  for (const one of processes) one.close();
  rmSync(folder, { recursive: true });
});

const callsOfEach = async () => {
  for (const one of processes) one.calls = 0;
  const answers = await Promise.all(Array.from({ length: 20 }, () => fetch(url)));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  return processes.map(({ calls }) => calls);
};

describe.skipIf(!caddy)(`the proxy of the containers${missing}`, () => {
  it('sends no call to a process that is not ready, and calls again when it is', async () => {
    const [first = new Process()] = processes;

    first.isReady = false;
    await vi.waitFor(async () => expect(await callsOfEach()).toEqual([0, 20]), {
      timeout: 15_000,
      interval: 200,
    });

    first.isReady = true;
    await vi.waitFor(async () => expect(Math.min(...(await callsOfEach()))).toBeGreaterThan(0), {
      timeout: 15_000,
      interval: 200,
    });
  });

  it('asks another process when one has gone, and no client notices', async () => {
    processes[0]?.close();
    for (const one of processes) one.calls = 0;

    const answers = await Promise.all(
      Array.from({ length: 20 }, () => fetch(url, { method: 'POST', body: '{"amount":"12.50"}' })),
    );

    expect(await Promise.all(answers.map((one) => one.text()))).toEqual(
      answers.map(() => 'POST {"amount":"12.50"}'),
    );
    expect(processes.map(({ calls }) => calls)).toEqual([0, 20]);
  });

  it('answers as the service does when no process is ready', async () => {
    for (const one of processes) one.isReady = false;
    const [answer, page] = await vi.waitFor(
      async () => {
        const both = await Promise.all(['/v1/account/balance', '/c/chk_1'].map((path) => fetch(url + path)));
        expect(both.map(({ status }) => status)).toEqual([503, 503]);
        return both as [Response, Response];
      },
      { timeout: 20_000, interval: 200 },
    );
    const { message, retryable } = errorCatalogue.SERVICE_UNAVAILABLE;

    expect(answer.headers.get('Retry-After')).toBe('1');
    expect(answer.headers.get('Content-Type')).toBe('application/json');
    expect(await answer.json()).toEqual({
      success: false,
      code: 'SERVICE_UNAVAILABLE',
      message,
      request_id: expect.stringMatching(/^req_[\da-f-]{36}$/),
      retryable,
    });
    expect(await page.text()).toContain('Try again');
  });
});
