import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { env } from 'node:process';
import { promisify } from 'node:util';
import { madeOnce } from '../../../../scripts/fuzz/made-once.ts';

const root = resolve(import.meta.dirname, '../../../..');
const folder = join(root, '.data/python/bank-files');
const run = promisify(execFile);

/** sepaxml has the schema of pain.001.001.09, mock-bank is a bank, and asyncssh serves SFTP. */
const packages = [
  'sepaxml==2.7.0',
  'xmlschema==4.3.2',
  'mock-bank==0.9.0',
  'asyncssh==2.24.1',
  'cryptography==50.0.2',
];

const python = join(folder, 'venv/bin/python');

/** Why programs of others cannot run here; undefined if they can. Makes their virtual environment once. */
export async function whyNoStrangers(): Promise<string | undefined> {
  const isThere = spawnSync('python3', [
    '-c',
    'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 10))',
  ]);
  if (isThere.status !== 0) return 'Python 3.10 with venv is not installed';
  return await madeOnce({ folder, from: packages, make });
}

async function make(): Promise<string | undefined> {
  try {
    await run('python3', ['-m', 'venv', join(folder, 'venv')]);
    const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...packages];
    await run(python, pip, { timeout: 150_000 });
    return undefined;
  } catch {
    return 'PyPI cannot be reached';
  }
}

/** The problems that the published schema finds in files, by name; empty for a good one. */
export async function judgeBySchema(
  paths: readonly string[],
): Promise<Readonly<Record<string, string | null>>> {
  const judged = await run(python, [join(import.meta.dirname, 'schema.py'), ...paths], {
    maxBuffer: 16 * 1024 * 1024,
  });
  return JSON.parse(judged.stdout);
}

/** A program that runs until it is stopped. */
type Running = { readonly port: number; readonly stop: () => Promise<void> };

async function untilPrinted(child: ChildProcess, what: RegExp): Promise<string> {
  let printed = '';
  return await new Promise((done, fail) => {
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (text: Buffer) => {
        printed += text.toString();
        const found = what.exec(printed)?.[1];
        if (found !== undefined) done(found);
      });
    child.on('exit', () => fail(new Error(`it ended: ${printed}`)));
  });
}

function stopOf(child: ChildProcess): () => Promise<void> {
  return async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGTERM');
    await once(child, 'exit');
  };
}

/** A bank that takes files from one folder and answers into another. Its clock stands at a time and is moved by requests. */
export async function startMockBank(
  folders: { readonly outgoing: string; readonly incoming: string },
  clock: string,
  port: number,
): Promise<Running & { readonly ask: (method: string, path: string, body?: object) => Promise<unknown> }> {
  const options = ['--port', String(port), '--clock', clock, '--drop-interval-ms', '3600000', '--quiet'];
  const drops = ['--drop-dir', folders.outgoing, '--pickup-dir', folders.incoming, '--drop-settle-ms', '0'];
  const child = spawn(python, ['-m', 'mockbank', ...options, ...drops], {
    env: { ...env, PYTHONUNBUFFERED: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const base = `http://127.0.0.1:${port}/_mock/`;
  await untilAnswers(`${base}health`, child);
  return {
    port,
    stop: stopOf(child),
    ask: async (method, path, body) => {
      const answer = await fetch(`${base}${path}`, {
        method,
        ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
      });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${method} ${path}: ${text}`);
      return JSON.parse(text) as unknown;
    },
  };
}

async function untilAnswers(url: string, child: ChildProcess): Promise<void> {
  const end = performance.now() + 60_000;
  while (performance.now() < end) {
    if (child.exitCode !== null) throw new Error('the program ended');
    const isUp = await fetch(url).then(
      (answer) => answer.ok,
      () => false,
    );
    if (isUp) return;
    await new Promise((done) => setTimeout(done, 50));
  }
  throw new Error(`${url} does not answer`);
}

type SftpServer = Running & { readonly fingerprint: string; readonly key: string };

/** As `sftp.py` describes them. */
type SftpKind = 'openssh' | 'plain' | 'dying' | 'closing' | 'dropbox' | 'bare';

/** An SFTP server of a folder, for the user `mps` with a password or a key, that both are new. */
export async function startSftp(
  home: string,
  password: string,
  kind: SftpKind = 'openssh',
): Promise<SftpServer> {
  const keyFile = join(home, '..', `${process.pid}-user-key`);
  const child = spawn(python, [join(import.meta.dirname, 'sftp.py'), home, password, keyFile, kind], {
    env: { ...env, PYTHONUNBUFFERED: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [port = '', fingerprint = ''] = (await untilPrinted(child, /^listening (\S+ \S+)$/m)).split(' ');
  return { port: Number(port), fingerprint, key: readFileSync(keyFile, 'utf8'), stop: stopOf(child) };
}
