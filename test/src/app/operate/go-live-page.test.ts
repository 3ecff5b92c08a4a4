import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { at } from '../../../support/citus/servers.ts';
import { cloneDatabase, type TestDatabase } from '../../../support/service/database.ts';
import { aFreePort, type ServiceProcess, startProcess } from '../../../support/service/process.ts';

// What an operator does who takes real money for the first time: every command of the page, on an empty database.

const root = resolve(import.meta.dirname, '../../../..');
const text = readFileSync(join(root, 'docs/operate/go-live.md'), 'utf8');
const databaseName = `live_${process.pid}`;
let server: TestDatabase;
let folder: string;
let env: Record<string, string>;
let operator: ReturnType<typeof spawn>;
let operatorPort: number;
let service: ServiceProcess | undefined;

beforeAll(async () => {
  server = await cloneDatabase();
  await server.asOwner(`CREATE DATABASE ${databaseName}`);
  folder = mkdtempSync(join(tmpdir(), 'payments-live-'));
  operatorPort = await aFreePort();
  env = {
    PATH: `${dirname(process.execPath)}:/usr/bin:/bin`,
    DATA_DIR: join(folder, '.data'),
    DATABASE_URL: at(server.url, databaseName),
    // Roles belong to the whole server, and their passwords follow from the key.
    SECRET_KEY: server.secretKey,
  };
  const [start = ''] = blocks();
  const [, program = ''] = /npx node (\S+)/.exec(start) ?? [];
  operator = spawn(process.execPath, [join(root, program), String(operatorPort)]);
  await once(operator.stdout ?? operator, 'data');
});
afterAll(async () => {
  await service?.terminate();
  operator.kill();
  await server.asOwner(`DROP DATABASE ${databaseName} WITH (FORCE)`);
  await server.close();
  rmSync(folder, { recursive: true });
});

/** The commands of the page. The database and its key are those of the test. */
function blocks(): readonly string[] {
  return [...text.matchAll(/```sh\n(.*?)```/gs)].map(([, block = '']) =>
    block
      .replaceAll(/^export (DATABASE_URL|SECRET_KEY)=.*\n/gm, '')
      .replaceAll('127.0.0.1:4010', `127.0.0.1:${operatorPort}`)
      .replaceAll('http://localhost:3000', service?.baseUrl ?? '')
      .replaceAll('npx mps', `node ${join(root, 'src/cli/index.mjs')}`)
      .replaceAll('curl -s', "curl -s -w '\\n'"),
  );
}

const starts = (block: string) => block.startsWith('npm start');

async function shell(script: string) {
  return await promisify(execFile)('/bin/sh', ['-e', '-c', script], { cwd: folder, env });
}

/** What a shell keeps from one block to the next. */
function kept(): string {
  const lines = blocks().flatMap((block) => block.split('\n'));
  return lines
    .filter((line) => /^(export|[A-Z]+=\$\(node)/.test(line) && !line.startsWith('CHECKOUT'))
    .join('\n');
}

describe('the page about real money', () => {
  it('leads from an empty database to a gateway that answers and a merchant who lacks only what it says', async () => {
    const all = blocks();
    const before = all.slice(1, all.findIndex(starts));

    const { stdout, stderr } = await shell(before.join('\n'));

    expect(stdout).toContain('operator_a  gsma  live');
    expect(stdout).toMatch(/operator_a +sign-on +yes/);
    expect(stderr).toContain('The gateway answers as it should be.');
    expect(stdout).toContain('not ready yet');
    expect(stdout).toMatch(/second factor +ok/);
    expect(stdout).toMatch(/gateway operator_a +ok/);
    expect(stderr).toContain('Not ready: webhook, payout destination.');
  });

  it('ends with a live payment, booked with the fee of its gateway', async () => {
    const settings = { GATEWAYS: join(folder, 'gateways.yaml'), EGRESS_ALLOW: '127.0.0.0/8' };
    const secrets = { OPERATOR_SECRET: 'hush-hush', OPERATOR_KEY: 'key-of-the-shop' };
    const { DATA_DIR: dataDir = '', ...rest } = env;
    service = await startProcess(dataDir, await aFreePort(), { ...rest, ...settings, ...secrets });
    const all = blocks();
    const after = all.slice(all.findIndex(starts) + 1);

    const { stdout } = await shell([kept(), ...after].join('\n'));

    type Answer = { readonly data: Readonly<Record<string, unknown>> };
    const [status, listed, balance] = stdout
      .split('\n')
      .filter((line) => line.startsWith('{"'))
      .map((line): Answer => JSON.parse(line));
    expect(status?.data).toMatchObject({ status: 'completed', amount: '20.00' });
    expect(listed?.data).toMatchObject({
      items: [{ gateway: 'operator_a', fee: '0.30', status: 'completed', livemode: true }],
    });
    expect(balance?.data).toMatchObject({ pending: { USD: '18.70' }, reserve: { USD: '1.00' } });
    expect(stdout).not.toContain('hush-hush');
    expect(service.output()).not.toContain('hush-hush');
  });
});
