/**
 * Makes the Python package `merchant-payments` from the contract and src/sdk/python: a wheel and an sdist. Prints where the wheel is.
 * The first run installs the generator in .data/python/tools, from PyPI, by the versions that src/sdk/python/requirements.txt pins.
 *
 *   npm run python -- [--out .data/python/dist]
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { madeOnce } from '../fuzz/made-once.ts';

const root = resolve(import.meta.dirname, '../..');
const source = join(root, 'src/sdk/python');
const tools = join(root, '.data/python/tools');
const python = join(tools, 'bin/python');
const { out } = parseArgs({
  options: { out: { type: 'string', default: join(root, '.data/python/dist') } },
}).values;
const dist = resolve(out);
const built = `${dist}-source`;

const problem = await madeOnce({
  folder: tools,
  from: [readFileSync(join(source, 'requirements.txt'))],
  make: async () => {
    const pins = join(source, 'requirements.txt');
    const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--only-binary', ':all:'];
    return run(['python3', '-m', 'venv', tools]) ?? run([python, ...pip, '--requirement', pins]);
  },
});
if (problem !== undefined) throw new Error(problem);

rmSync(dist, { recursive: true, force: true });
rmSync(built, { recursive: true, force: true });
mkdirSync(dist, { recursive: true });
cpSync(source, built, { recursive: true });
const client = join(built, 'merchant_payments');
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
const wheel = readdirSync(dist).find((name) => name.endsWith('.whl')) ?? '';
process.stdout.write(`${join(dist, wheel)}\n`);

/** Returns what went wrong. */
function run([program = '', ...args]: readonly string[]): string | undefined {
  const { status, stdout, stderr, error } = spawnSync(program, args, { encoding: 'utf8' });
  return status === 0 ? undefined : `${program}\n${stdout ?? ''}${stderr ?? ''}${error?.message ?? ''}`;
}
