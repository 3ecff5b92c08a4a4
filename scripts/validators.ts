/**
 * Validates both documents and both bundles with Spectral and openapi-spec-validator, by their stock rules. The first run installs
 * them in .data/validators, by the versions that test/contract/stock/ pins. A third validator runs with the tests (readers.test.ts).
 */
import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { madeOnce } from './fuzz/made-once.ts';

type Validator = { readonly name: string; readonly line: readonly string[] };

const root = resolve(import.meta.dirname, '..');
const pins = join(root, 'test/contract/stock');
const home = join(root, '.data/validators');
const documents = ['openapi.yaml', 'webhooks.yaml', 'generated/openapi.json', 'generated/webhooks.json'];

const spectral = join(home, 'node_modules/.bin/spectral');
const validators: readonly Validator[] = [
  { name: 'Spectral', line: [spectral, 'lint', '--quiet', '--ruleset', join(pins, 'spectral.yaml')] },
  { name: 'openapi-spec-validator', line: [join(home, 'python/bin/openapi-spec-validator')] },
];

const problem = await madeOnce({ folder: home, from: pinned(), make: async () => install() });
if (problem !== undefined) throw new Error(problem);
const refusals = validators.flatMap(({ name, line }) =>
  documents.filter((path) => !accepts(name, line, path)),
);
process.exitCode = refusals.length === 0 ? 0 : 1;

function accepts(name: string, line: readonly string[], path: string): boolean {
  const { status, output } = run([...line, path], root);
  console.log(`${status === 0 ? 'ok    ' : 'FAILED'}  ${name}: ${path}`);
  if (status !== 0) console.log(output);
  return status === 0;
}

function pinned(): readonly Buffer[] {
  return ['package.json', 'package-lock.json', 'requirements.txt'].map((name) =>
    readFileSync(join(pins, name)),
  );
}

function install(): string | undefined {
  cpSync(pins, home, { recursive: true });
  const pip = ['python/bin/python', '-m', 'pip', 'install', '--quiet', '--disable-pip-version-check'];
  const steps = [
    ['npm', 'ci', '--ignore-scripts', '--no-audit', '--no-fund'],
    ['python3', '-m', 'venv', 'python'],
    [...pip, '--require-hashes', '--only-binary', ':all:', '--requirement', 'requirements.txt'],
  ];
  for (const step of steps) {
    const { status, output } = run(step, home);
    if (status !== 0) return `${step.join(' ')}\n${output}`;
  }
  return undefined;
}

function run([program = '', ...args]: readonly string[], cwd: string) {
  const { status, stdout, stderr, error } = spawnSync(program, args, { cwd, encoding: 'utf8' });
  return { status, output: `${stdout ?? ''}${stderr ?? ''}${error?.message ?? ''}` };
}
