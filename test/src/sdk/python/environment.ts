import { execFile, spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { env, execPath } from 'node:process';
import { promisify } from 'node:util';

const root = resolve(import.meta.dirname, '../../../..');
const run = promisify(execFile);

/** Why the tests cannot run here; undefined if they can. */
export function whyNot(): string | undefined {
  const python = ['-c', 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 10))'];
  if (spawnSync('python3', python).status !== 0) return 'Python 3.10 with venv is not installed';
  const pip = ['-m', 'pip', 'download', '--quiet', '--no-deps', '--dest', join(root, '.data/python/probe')];
  const reached = spawnSync('python3', [...pip, '--retries', '0', 'h11==0.16.0'], {
    timeout: 20_000,
  });
  return reached.status === 0 ? undefined : 'PyPI cannot be reached';
}

/** A new virtual environment that has the packed client, and more packages of PyPI. Returns its folder of programs. */
export async function aVirtualEnvironment(folder: string, more: readonly string[]): Promise<string> {
  const own = [join(root, 'scripts/clients/python.ts'), '--out', join(folder, 'dist')];
  const { stdout } = await run(execPath, own, { env });
  await run('python3', ['-m', 'venv', join(folder, 'venv')]);
  const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', stdout.trim(), ...more];
  await run(join(folder, 'venv/bin/python'), pip);
  return join(folder, 'venv/bin');
}
