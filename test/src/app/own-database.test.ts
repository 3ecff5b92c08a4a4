import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aCardCheckout } from '../../support/builders/build.ts';
import { at } from '../../support/citus/servers.ts';
import { apiOf } from '../../support/service/api.ts';
import { cloneDatabase, type TestDatabase } from '../../support/service/database.ts';
import { payByCard } from '../../support/service/page.ts';
import { aFreePort, compileCache, type ServiceProcess, startProcess } from '../../support/service/process.ts';

// What a newcomer with a PostgreSQL of their own does: the commands of the README, on an empty database.

const root = resolve(import.meta.dirname, '../../..');
const readme = readFileSync(join(root, 'README.md'), 'utf8');
const databaseName = `own_${process.pid}`;
let server: TestDatabase;
let folder: string;
let env: Record<string, string>;

beforeAll(async () => {
  server = await cloneDatabase();
  await server.asOwner(`CREATE DATABASE ${databaseName}`);
  folder = mkdtempSync(join(tmpdir(), 'payments-own-'));
  env = {
    ...compileCache,
    PATH: `${dirname(process.execPath)}:/usr/bin:/bin`,
    DATA_DIR: join(folder, '.data'),
    DATABASE_URL: at(server.url, databaseName),
    // Roles belong to the whole server, and their passwords follow from the key.
    SECRET_KEY: server.secretKey,
  };
});
afterAll(async () => {
  await server.asOwner(`DROP DATABASE ${databaseName} WITH (FORCE)`);
  await server.close();
  rmSync(folder, { recursive: true });
});

/** The block of the README that has this text. */
function blockWith(text: string): string {
  const blocks = [...readme.matchAll(/```sh\n(.*?)```/gs)].map(([, block = '']) => block);
  return blocks.find((block) => block.includes(text)) ?? '';
}

async function shell(script: string): Promise<string> {
  const { stdout } = await promisify(execFile)('/bin/sh', ['-e', '-c', script], { cwd: folder, env });
  return stdout;
}

function start(more: Record<string, string> = {}): Promise<ServiceProcess> {
  return aFreePort().then((port) => startProcess(env['DATA_DIR'] ?? '', port, { ...env, ...more }));
}

function guide(name: string): string {
  return readFileSync(join(root, 'docs/guides', name), 'utf8');
}

/** Starts the receiver of the first guide on a free port, by the command of another guide. */
async function startReceiver(
  command: string,
  port: number,
): Promise<{ printed: () => string; stop: () => void }> {
  const [, program = ''] = /```js\n(.*?)```/s.exec(guide('accept-payments/take-a-payment.md')) ?? [];
  writeFileSync(join(folder, 'receiver.mjs'), program.replace('4000', String(port)));
  const child = spawn('/bin/sh', ['-c', `exec env ${command}`], { cwd: folder, env });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => (printed += text.toString()));
  await expect.poll(() => isThere(port)).toBe(true);
  return { printed: () => printed, stop: () => child.kill() };
}

const isThere = (port: number) =>
  fetch(`http://127.0.0.1:${port}/`).then(
    () => true,
    () => false,
  );

describe('with a PostgreSQL of its own', () => {
  it("the README's commands lead to its first payment", async () => {
    const setUp = blockWith('npx mps seed')
      .replaceAll(/^export (DATABASE_URL|SECRET_KEY)=.*$/gm, '')
      .replaceAll('npx mps', `node ${join(root, 'src/cli/index.mjs')}`)
      .replace('npm start', 'printf %s "$EGRESS_ALLOW"');
    const allowed = (await shell(setUp)).split('\n').at(-1) ?? '';
    const service = await start({ EGRESS_ALLOW: allowed });

    const call = blockWith('merchantTransactionId').replace('http://localhost:3000', service.baseUrl);
    const answer: unknown = JSON.parse(await shell(call));
    await service.terminate();

    expect(answer).toMatchObject({ success: true, data: { payment_url: expect.any(String) } });
  });

  it('a receiver on this machine is refused without EGRESS_ALLOW, and the refusal names it and the field', async () => {
    const service = await start();
    const demo = JSON.parse(readFileSync(join(folder, '.data/demo.json'), 'utf8')) as Record<string, string>;
    const api = apiOf(service.baseUrl, demo['secret_key'] ?? '');
    const here = 'http://localhost:4000/';
    const away = 'https://shop.example.com/';

    const answers = [
      await api('createCheckout', { body: { ...aCardCheckout(), returnUrl: away, notificationUrl: here } }),
      await api('createCheckout', { body: { ...aCardCheckout(), returnUrl: here, notificationUrl: away } }),
    ];
    await service.terminate();

    expect(answers.map(({ status }) => status)).toEqual([409, 409]);
    expect(answers.map(({ body }) => body)).toMatchObject(
      ['notificationUrl', 'returnUrl'].map((field) => ({
        code: 'ADDRESS_NOT_ALLOWED',
        details: { field, setting: 'EGRESS_ALLOW' },
      })),
    );
  });

  it('the guide to held amounts works, with a customer who pays in between', async () => {
    const service = await start({ EGRESS_ALLOW: '127.0.0.0/8' });
    const blocks = [...guide('accept-payments/hold-and-capture.md').matchAll(/```sh\n(.*?)```/gs)].map(
      ([, block = '']) =>
        block
          .replaceAll('http://localhost:3000', service.baseUrl)
          .replaceAll('https://shop.example', 'https://shop.example.com'),
    );
    const [variables = ''] = blocks;
    const answers: string[] = [];
    for (const block of blocks.slice(1)) {
      const id =
        answers
          .findLast((answer) => answer.startsWith('http'))
          ?.split('/')
          .at(-1) ?? '';
      const answer = await shell(`${variables}\nCHECKOUT=${id}\n${block}`);
      if (answer.startsWith('http')) await payByCard(answer.trim(), '4242424242424242');
      answers.push(answer.trim());
    }
    await service.terminate();

    const shown = answers
      .filter((answer) => answer.startsWith('{'))
      .map((answer): unknown => JSON.parse(answer));
    expect(shown).toMatchObject([
      { data: { status: 'authorized', authorization: { status: 'held', amount: '100.00' } } },
      { data: { status: 'captured', amount: '100.00', amount_captured: '80.00' } },
      { data: { status: 'voided', void_reason: 'requested' } },
    ]);
  });

  it('the guide to payouts works, and its receiver accepts the events of its merchant', async () => {
    const service = await start({ EGRESS_ALLOW: '127.0.0.0/8' });
    const port = await aFreePort();
    const blocks = [...guide('pay-out/pay-out.md').matchAll(/```sh\n(.*?)```/gs)].map(([, block = '']) =>
      block
        .replaceAll('http://localhost:3000', service.baseUrl)
        .replaceAll('localhost:4000', `localhost:${port}`)
        .replaceAll('npx mps', `node ${join(root, 'src/cli/index.mjs')}`)
        .replaceAll('curl -s', "curl -s -w '\\n'"),
    );
    const receiving = blocks.findIndex((block) => block.includes('receiver.mjs'));
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    await shell(['EGRESS_ALLOW=127.0.0.0/8; export EGRESS_ALLOW', ...blocks.slice(0, receiving)].join('\n'));
    const receiver = await startReceiver(blocks[receiving]?.trim() ?? 'false', port);

    // The merchant is there already; the shell needs its variables again.
    const again = blocks
      .toSpliced(receiving, 1)
      .join('\n')
      .replace(/^node .*merchant create.*$/m, '');
    const lines = (await shell(again)).split('\n').filter((line) => line !== '');

    expect(lines.map((line) => (JSON.parse(line) as { success: boolean }).success)).not.toContain(false);
    await expect
      .poll(receiver.printed)
      .toMatch(/payment\.payout-item\.succeeded evt_\w+ 20\.0000 USD completed/);
    receiver.stop();
    await service.terminate();
  });
});
