import { type SpawnSyncReturns, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Seeded } from '../../test/contract/schemathesis/seed.ts';
import { contractFile } from './contract.ts';

/** How to start the tool: everything before its own arguments. */
type Tool = {
  readonly name: string;
  readonly command: readonly string[];
  /** Where it finds the service. */
  readonly host: string;
};

type Found = Tool | { readonly missing: string };

const root = resolve(import.meta.dirname, '../..');
const home = join(root, 'test/contract/schemathesis');
/** Where it runs: the configuration, the dictionaries, the contract and its reports. */
const place = join(root, '.data/fuzz/schemathesis');
const environment = join(root, '.data/schemathesis');
const image = 'schemathesis/schemathesis';

/** By docker, else in a Python environment of its own. */
export function findSchemathesis(): Found {
  const docker = run('docker', ['info']);
  const byDocker = docker.status === 0 ? inDocker() : `docker: ${firstLine(docker)}`;
  if (typeof byDocker !== 'string') return byDocker;
  const byPython = inPython();
  if (typeof byPython !== 'string') return byPython;
  return {
    missing:
      `Schemathesis did not run. ${byDocker}; ${byPython}. ` +
      'Install Docker, or Python 3.11 with a package index in reach.',
  };
}

/** The answer is a reason when it is text. */
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
    `${place}:/fuzz`,
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

/** Kept until the list of packages changes. */
function inPython(): Tool | string {
  const python = ['python3', 'python'].find((name) => run(name, ['-c', atLeast311]).status === 0);
  if (python === undefined) return 'Python: there is none, or it is older than 3.11';
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

/** Lays out the folder where it runs. */
export function prepare({ host }: Tool, baseUrl: string, { merchant, dictionaries, spareKey }: Seeded): void {
  rmSync(place, { recursive: true, force: true });
  mkdirSync(join(place, 'seeds'), { recursive: true });
  cpSync(join(home, 'hooks.py'), join(place, 'hooks.py'));
  cpSync(contractFile, join(place, 'openapi.json'));
  for (const [name, values] of Object.entries(dictionaries)) {
    writeFileSync(
      join(place, 'seeds', `${name}.dict`),
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
  writeFileSync(join(place, 'schemathesis.toml'), filled);
}

/** Runs it; it reports to the terminal. True: nothing was found. */
export function runSchemathesis({ command }: Tool, options: readonly string[]): Promise<boolean> {
  const [program = '', ...flags] = command;
  const line = [...flags, '--no-color', 'run', 'openapi.json', ...options];
  return new Promise((done, failed) => {
    const child = spawn(program, line, { cwd: place, stdio: ['ignore', 'inherit', 'inherit'] });
    child.once('error', failed);
    child.once('exit', (code) => done(code === 0));
  });
}

function run(program: string, args: readonly string[]): SpawnSyncReturns<string> {
  return spawnSync(program, args, { encoding: 'utf8' });
}

function firstLine({ error, stderr, stdout }: SpawnSyncReturns<string>): string {
  const said = `${stderr ?? ''}\n${stdout ?? ''}`.split('\n').map((line) => line.trim());
  return (
    said.find((line) => /error|cannot|not /i.test(line)) ??
    error?.message ??
    said.find(Boolean) ??
    'it said nothing'
  );
}
