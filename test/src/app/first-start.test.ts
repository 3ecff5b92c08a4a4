import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { soon } from '../../support/checks/soon.ts';
import { compileCache } from '../../support/service/process.ts';

// What a newcomer does: start the service, paste what the banner shows, follow the guide.

const root = resolve(import.meta.dirname, '../../..');
const compiled = join(root, 'node_modules/.cache/compiled');
const guide = readFileSync(join(root, 'docs/guides/accept-payments/take-a-payment.md'), 'utf8');

let folder = '';
let service: ChildProcess;
let banner = '';

function ofNewcomer(): Record<string, string> {
  const path = `${dirname(process.execPath)}:/usr/bin:/bin`;
  return { PATH: path, DATA_DIR: join(folder, '.data'), PORT: '0' };
}

const environment = () => ({ ...compileCache, ...ofNewcomer() });

/** Waits until the output matches. Fails if the process exits before. */
function outputUntil(child: ChildProcess, until: RegExp): Promise<string> {
  const { promise, resolve: done, reject } = Promise.withResolvers<string>();
  let text = '';
  const read = (chunk: Buffer) => {
    text += chunk.toString();
    if (until.test(text)) done(text);
  };
  child.stdout?.on('data', read);
  child.stderr?.on('data', read);
  child.once('exit', (code) => reject(new Error(`exited with ${code}: ${text}`)));
  return promise;
}

async function shell(script: string): Promise<string> {
  const { stdout } = await promisify(execFile)('/bin/sh', ['-e', '-c', script], {
    cwd: folder,
    env: environment(),
  });
  return stdout;
}

function blocks(language: string): string[] {
  return [...guide.matchAll(new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 'gs'))].map(
    (match) => match[1] ?? '',
  );
}

/** Starts the receiver of the guide on a free port. */
async function startReceiver(secret: string): Promise<{ process: ChildProcess; url: string }> {
  const listening = ".listen(0, '127.0.0.1', function () { console.log('port', this.address().port, '.'); })";
  writeFileSync(
    join(folder, 'receiver.mjs'),
    blocks('js')[0]?.replace(".listen(4000, '127.0.0.1')", listening) ?? '',
  );
  const child = spawn(process.execPath, ['receiver.mjs'], { cwd: folder, env: { WEBHOOK_SECRET: secret } });
  const port = /port (\d+)/.exec(await outputUntil(child, /port \d+ \./))?.[1];
  return { process: child, url: `http://localhost:${port}` };
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'merchant-payments-start-'));
  rmSync(compiled, { recursive: true, force: true });
  service = spawn(process.execPath, [join(root, 'src/app/start.mjs')], { cwd: folder, env: ofNewcomer() });
  banner = await outputUntil(service, /-d '.*'\n/);
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('the first start', () => {
  it('shows a call that opens a checkout when it is pasted', async () => {
    const call = /curl[\s\S]*?-d '.*'/.exec(banner)?.[0] ?? '';

    const answer = JSON.parse(await shell(call)) as { success: boolean; data: { payment_url: string } };

    expect(answer).toMatchObject({
      success: true,
      data: { gateway_name: 'sandbox_card', requires_polling: false },
    });
    expect((await fetch(answer.data.payment_url)).status).toBe(200);
  });

  it('is followed by a guide whose commands work', async () => {
    const baseUrl = /(http:\S+)\/v1/.exec(banner)?.[1] ?? '';
    const demo = JSON.parse(readFileSync(join(folder, '.data/demo.json'), 'utf8')) as Record<string, string>;
    const receiver = await startReceiver(demo['webhook_secret'] ?? '');
    const received = outputUntil(
      receiver.process,
      /payment\.capture\.completed evt_\w+ 5\.0000 USD completed/,
    );

    const steps = blocks('sh').filter((step) => !step.includes('receiver.mjs'));
    const script = steps.join('\n').replaceAll('curl -s', "curl -s -w '\\n'");
    const here = script
      .replaceAll('http://localhost:3000', baseUrl)
      .replaceAll('http://localhost:4000', receiver.url);
    const lines = (await shell(here)).split('\n').filter((line) => line !== '');
    await received;
    receiver.process.kill();

    expect(lines.map((line): unknown => JSON.parse(line))).toEqual(
      Array.from({ length: 6 }, () => expect.objectContaining({ success: true })),
    );
  });

  it('is followed by a guide whose receiver refuses forged events', async () => {
    const receiver = await startReceiver('whsec_of_another_app');
    const signatures = ['t=1,v1=00', 't=x,v1=', `t=${Math.trunc(Date.now() / 1000)},v1=00`];

    const answers = await Promise.all(
      signatures.map((signature) =>
        fetch(receiver.url, { method: 'POST', body: '{}', headers: { 'Service-Signature': signature } }),
      ),
    );
    receiver.process.kill();

    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400]);
  });

  it('stops cleanly, with its database, on SIGTERM', async () => {
    service.kill('SIGTERM');
    const [code] = (await once(service, 'exit')) as [number | null];

    expect(code).toBe(0);
    expect(hasDatabase()).toBe(false);
  });

  it('keeps its compiled sources for the next one', () => {
    const kept = readdirSync(compiled, { recursive: true });

    expect(kept.length).toBeGreaterThan(500);
  });

  it('stops with its database when the shell that npm started it in has ended', async () => {
    const start = join(root, 'src/app/start.mjs');
    const env = { ...environment(), npm_lifecycle_event: 'start' };
    const npmShell = spawn('/bin/sh', ['-c', `node ${start}; true`], { cwd: folder, env });
    await outputUntil(npmShell, /"msg":"listening"|\/v1/);
    expect(hasDatabase()).toBe(true);

    npmShell.kill('SIGTERM');

    await soon(() => expect(hasDatabase()).toBe(false));
  });

  it('stops with its database when the signal comes while it starts', async () => {
    const starting = spawn(process.execPath, [join(root, 'src/app/start.mjs')], {
      cwd: folder,
      env: environment(),
    });
    await soon(() => expect(hasDatabase()).toBe(true));

    starting.kill('SIGTERM');
    const [code] = (await once(starting, 'exit')) as [number | null];

    expect(code).toBe(0);
    expect(hasDatabase()).toBe(false);
  });
});

function hasDatabase(): boolean {
  return existsSync(join(folder, '.data/postgres/postmaster.pid'));
}
