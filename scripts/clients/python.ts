/**
 * Makes the Python package `merchant-payments` from the contract and src/sdk/python: a wheel and an sdist. Prints where the wheel is.
 * The first run installs the generator in .data/python/tools, from PyPI, by the versions and hashes of src/sdk/python/requirements.txt.
 * What is there from the same sources is not made again.
 *
 *   npm run python -- [--out .data/python/dist]
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { registryVersion } from '../../generated/event-registry.ts';
import { alone } from '../docs/alone.ts';
import { madeOnce } from '../fuzz/made-once.ts';
import { packOnce } from './pack-once.ts';

const root = resolve(import.meta.dirname, '../..');
const source = join(root, 'src/sdk/python');
const tools = join(root, '.data/python/tools');
const python = join(tools, 'bin/python');
const { out } = parseArgs({
  options: { out: { type: 'string', default: join(root, '.data/python/dist') } },
}).values;
const dist = resolve(out);
const built = `${dist}-source`;

const sources = ['LICENSE', 'openapi.yaml', 'scripts/clients/python.ts', 'src/sdk/python'];
const packed = await packOnce({ out: dist, sources: sources.map((path) => join(root, path)), make: pack });
process.stdout.write(`${packed}\n`);

async function pack(): Promise<string> {
  // Another process may pack into another folder at the same time, with the same tools.
  mkdirSync(dirname(tools), { recursive: true });
  await alone(`${tools}-installing`, installTools);
  for (const name of packagesIn(dist)) rmSync(join(dist, name));
  rmSync(built, { recursive: true, force: true });
  cpSync(source, built, { recursive: true });
  cpSync(join(root, 'LICENSE'), join(built, 'LICENSE'));
  const client = join(built, 'merchant_payments');
  writeFileSync(join(client, 'api_version.py'), `API_VERSION = "${registryVersion}"\n`);
  const generate = ['generate', '--path', join(root, 'openapi.yaml'), '--meta', 'none', '--fail-on-warning'];
  const given = ['--output-path', join(client, 'api'), '--config', join(built, 'config.yaml')];
  const steps = [
    [join(tools, 'bin/openapi-python-client'), ...generate, ...given],
    [python, join(built, 'methods.py'), client],
    [python, '-m', 'build', '--no-isolation', '--outdir', dist, built],
  ];
  for (const step of steps) {
    const wrong = run(step);
    if (wrong !== undefined) throw new Error(wrong);
  }
  return join(dist, packagesIn(dist).find((name) => name.endsWith('.whl')) ?? '');
}

async function installTools(): Promise<void> {
  const pins = join(source, 'requirements.txt');
  const problem = await madeOnce({
    folder: tools,
    from: [readFileSync(pins)],
    make: async () => {
      const pip = [
        '-m',
        'pip',
        'install',
        '--quiet',
        '--disable-pip-version-check',
        '--only-binary',
        ':all:',
      ];
      const pinned = ['--require-hashes', '--requirement', pins];
      return run(['python3', '-m', 'venv', tools]) ?? run([python, ...pip, ...pinned]);
    },
  });
  if (problem !== undefined) throw new Error(problem);
}

function packagesIn(folder: string): readonly string[] {
  return readdirSync(folder).filter((name) => /[.](whl|tar[.]gz)$/.test(name));
}

/** Returns what went wrong. */
function run([program = '', ...args]: readonly string[]): string | undefined {
  const { status, stdout, stderr, error } = spawnSync(program, args, { encoding: 'utf8' });
  return status === 0 ? undefined : `${program}\n${stdout ?? ''}${stderr ?? ''}${error?.message ?? ''}`;
}
