import { mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { alone } from '../../docs/alone.ts';
import { madeOnce } from '../made-once.ts';
import type { Tool, Wanted } from './find.ts';
import { run, type Shell } from './programs.ts';

const fits = 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))';
const strictly = '--disable-pip-version-check --require-hashes --only-binary :all: --requirement'.split(' ');

/** The environment is kept until the list of packages changes. Returns the tool, or the reason why there is none. */
export async function inPython(
  shell: Shell,
  { environment, requirements, version }: Wanted,
): Promise<Tool | string> {
  const python = await firstOf(shell, ['python3', 'python']);
  if (python === undefined) return 'Python: not installed, older than 3.11, or without its module venv';
  const bin = join(environment, shell.platform === 'win32' ? 'Scripts' : 'bin');
  const install = [join(bin, 'python'), '-m', 'pip', 'install', '--quiet', ...strictly, requirements];
  const make = async () => {
    const { problem } = await run(shell, [python, '-m', 'venv', environment]);
    return problem ?? (await run(shell, install)).problem;
  };
  // Another fuzzer may begin at the same time.
  mkdirSync(dirname(environment), { recursive: true });
  const problem = await alone(`${environment}-installing`, () =>
    madeOnce({ folder: environment, from: [readFileSync(requirements)], make }),
  );
  if (problem !== undefined) return `Python: ${problem}`;
  const name = `schemathesis ${version} in ${environment}`;
  return { name, command: [join(bin, 'st')], host: undefined };
}

async function firstOf(shell: Shell, names: readonly string[]): Promise<string | undefined> {
  for (const name of names) if ((await run(shell, [name, '-c', fits])).problem === undefined) return name;
  return undefined;
}
