import { execFile, spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { env, execPath } from 'node:process';
import { promisify } from 'node:util';
import { packOnce } from '../../../../scripts/clients/pack-once.ts';

const root = resolve(import.meta.dirname, '../../../..');
const run = promisify(execFile);
const requirements = join(root, 'docs/examples/python-shop/requirements.txt');
let reason: { readonly text: string | undefined } | undefined;

/** Why the tests cannot run here; undefined if they can. */
export function whyNot(): string | undefined {
  reason ??= { text: findReason() };
  return reason.text;
}

function findReason(): string | undefined {
  const python = ['-c', 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))'];
  if (spawnSync('python3', python).status !== 0) return 'Python 3.11 with venv is not installed';
  const pip = ['-m', 'pip', 'download', '--quiet', '--no-deps', '--dest', join(root, '.data/python/probe')];
  const reached = spawnSync('python3', [...pip, '--retries', '0', 'h11==0.16.0'], {
    timeout: 60_000,
  });
  return reached.status === 0 ? undefined : 'PyPI cannot be reached';
}

/** Packs the client, and returns the path of the wheel. */
export async function theWheel(): Promise<string> {
  const { stdout } = await run(execPath, [join(root, 'scripts/clients/python.ts')], { env });
  return stdout.trim();
}

/**
 * A virtual environment that has the packed client, Flask, and what these need: by their hashes, and nothing else. The tests of a
 * run share it. Returns its folder of programs.
 */
export async function theVirtualEnvironment(): Promise<string> {
  const wheel = await theWheel();
  const out = join(root, '.data/python/tests');
  const bin = join(out, 'venv/bin');
  const make = async () => {
    await run('python3', ['-m', 'venv', '--clear', join(out, 'venv')]);
    const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check'];
    await run(join(bin, 'python'), [...pip, '--require-hashes', '--requirement', requirements]);
    // Fails if the wheel needs anything that is not there.
    await run(join(bin, 'python'), [...pip, '--no-index', wheel]);
    return bin;
  };
  return await packOnce({ out, sources: [wheel, requirements], make });
}

/** The type checker among the tools that pack the client. */
export const mypy = join(root, '.data/python/tools/bin/mypy');
