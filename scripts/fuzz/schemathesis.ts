import { type SpawnSyncReturns, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Seeded } from '../../test/contract/schemathesis/seed.ts';
import { contractFile } from './contract.ts';

/** How to start Schemathesis. */
type Tool = {
  readonly name: string;
  /** The program and whatever comes before the arguments of Schemathesis. */
  readonly command: readonly string[];
  /** The host name under which it reaches the service. */
  readonly host: string;
};

type Found = Tool | { readonly missing: string };

const root = resolve(import.meta.dirname, '../..');
const home = join(root, 'test/contract/schemathesis');
/** It runs here; the folder holds its configuration, dictionaries, reports and a copy of the contract. */
const workDir = join(root, '.data/fuzz/schemathesis');
const environment = join(root, '.data/schemathesis');
const image = 'schemathesis/schemathesis';

/** In Docker, or else in a Python environment of its own. */
export function findSchemathesis(): Found {
  const docker = run('docker', ['info']);
  const byDocker = docker.status === 0 ? inDocker() : `docker: ${firstLine(docker)}`;
  if (typeof byDocker !== 'string') return byDocker;
  const byPython = inPython();
  if (typeof byPython !== 'string') return byPython;
  return {
    missing:
      `Schemathesis did not run. ${byDocker}; ${byPython}. ` +
      'Install Docker, or Python 3.11 or later with access to a package index.',
  };
}

/** Returns the tool, or the reason why there is none. */
function inDocker(): Tool | string {
  const named = `${image}:${pinnedVersion()}`;
  if (run('docker', ['image', 'inspect', named]).status !== 0) {
    const pulled = run('docker', ['pull', '--quiet', named]);
    if (pulled.status !== 0) return `docker: ${firstLine(pulled)}`;
  }
  const user = process.getuid && process.getgid ? ['--user', `${process.getuid()}:${process.getgid()}`] : [];
  const flags = [
    'run',
    '--rm',
    '--network',
    'host',
    '--volume',
    `${workDir}:/fuzz`,
    '--workdir',
    '/fuzz',
    ...user,
  ];
  return {
    name: named,
    command: ['docker', ...flags, named],
    host: process.platform === 'linux' ? 'localhost' : 'host.docker.internal',
  };
}

/** The environment is kept until the list of packages changes. Returns the tool, or the reason why there is none. */
function inPython(): Tool | string {
  const python = ['python3', 'python'].find((name) => run(name, ['-c', atLeast311]).status === 0);
  if (python === undefined) return 'Python: not installed, or older than 3.11';
  const requirements = join(home, 'requirements.txt');
  const made = join(environment, 'made-from');
  const fingerprint = createHash('sha256').update(readFileSync(requirements)).digest('hex');
  const bin = join(environment, process.platform === 'win32' ? 'Scripts' : 'bin');
  if (!existsSync(made) || readFileSync(made, 'utf8') !== fingerprint) {
    rmSync(environment, { recursive: true, force: true });
    const steps = [
      run(python, ['-m', 'venv', environment]),
      run(join(bin, 'python'), [
        '-m',
        'pip',
        'install',
        '--quiet',
        '--disable-pip-version-check',
        '--require-hashes',
        '--only-binary',
        ':all:',
        '--requirement',
        requirements,
      ]),
    ];
    const failed = steps.find(({ status }) => status !== 0);
    if (failed) return `Python: ${firstLine(failed)}`;
    writeFileSync(made, fingerprint);
  }
  return {
    name: `schemathesis ${pinnedVersion()} in ${environment}`,
    command: [join(bin, 'st')],
    host: 'localhost',
  };
}

const atLeast311 = 'import sys, venv; sys.exit(sys.version_info < (3, 11))';

function pinnedVersion(): string {
  const pinned = /^schemathesis==(\S+)/m.exec(readFileSync(join(home, 'requirements.txt'), 'utf8'))?.[1];
  if (pinned === undefined) throw new Error('requirements.txt does not pin schemathesis');
  return pinned;
}

/** Fills the folder in which it runs. */
export function prepare({ host }: Tool, baseUrl: string, { merchant, dictionaries, spareKey }: Seeded): void {
  rmSync(workDir, { recursive: true, force: true });
  mkdirSync(join(workDir, 'seeds'), { recursive: true });
  cpSync(join(home, 'hooks.py'), join(workDir, 'hooks.py'));
  cpSync(contractFile, join(workDir, 'openapi.json'));
  for (const [name, values] of Object.entries(dictionaries)) {
    writeFileSync(
      join(workDir, 'seeds', `${name}.dict`),
      values.map((value) => `${JSON.stringify(value)}\n`).join(''),
    );
  }
  const url = new URL(baseUrl);
  url.hostname = host;
  const configuration = readFileSync(join(home, 'schemathesis.toml'), 'utf8');
  const filled = configuration
    .replace('${BASE_URL}', url.origin)
    .replace('${FUZZ_KEY}', merchant.secretKey)
    .replace('${SPARE_KEY}', spareKey);
  writeFileSync(join(workDir, 'schemathesis.toml'), filled);
}

/** Runs it with its report on the terminal. True if it found nothing. */
export function runSchemathesis({ command }: Tool, options: readonly string[]): Promise<boolean> {
  const [program = '', ...flags] = command;
  const line = [...flags, '--no-color', 'run', 'openapi.json', ...options];
  return new Promise((done, failed) => {
    const child = spawn(program, line, { cwd: workDir, stdio: ['ignore', 'inherit', 'inherit'] });
    child.once('error', failed);
    child.once('exit', (code) => done(code === 0));
  });
}

function run(program: string, args: readonly string[]): SpawnSyncReturns<string> {
  return spawnSync(program, args, { encoding: 'utf8' });
}

function firstLine({ error, stderr, stdout }: SpawnSyncReturns<string>): string {
  const lines = `${stderr ?? ''}\n${stdout ?? ''}`.split('\n').map((line) => line.trim());
  return (
    lines.find((line) => /error|cannot|not /i.test(line)) ??
    error?.message ??
    lines.find(Boolean) ??
    'it printed nothing'
  );
}
