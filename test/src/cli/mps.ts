import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { vi } from 'vitest';
import { commandLine } from '../../../src/cli/command-line.ts';
import { explain } from '../../../src/cli/run.ts';
import { compileCache } from '../../support/service/process.ts';

/** `data` is standard output, `words` is standard error. */
export type Ended = { readonly exitCode: number; readonly data: string; readonly words: string };

const root = resolve(import.meta.dirname, '../../..');

/** Runs a command in a process of its own, with only this environment and with `input` on standard input. */
export function mps(
  verb: string,
  env: Readonly<Record<string, string>>,
  input: string | Uint8Array = '',
): Promise<Ended> {
  const { promise, resolve: done } = Promise.withResolvers<Ended>();
  const program = [resolve(root, 'src/cli/index.mjs'), ...verb.split(' ').filter((word) => word !== '')];
  const options = { cwd: root, env: { PATH: '', NO_COLOR: '1', ...compileCache, ...env } };
  const child = execFile(process.execPath, program, options, (_error, data, words) => {
    done({ exitCode: child.exitCode ?? -1, data, words });
  });
  // A command that exits without reading its input closes the pipe.
  child.stdin?.on('error', () => undefined).end(input);
  return promise;
}

export function jsonOf(ended: Ended): Record<string, unknown> {
  return JSON.parse(ended.data) as Record<string, unknown>;
}

/** Runs a command in this process, for a test to which the process is not the point. One at a time. */
export async function mpsHere(verb: string, env: Readonly<Record<string, string>>): Promise<Ended> {
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  let data = '';
  let words = '';
  const out = vi.spyOn(process.stdout, 'write').mockImplementation((text) => ((data += String(text)), true));
  const err = vi.spyOn(process.stderr, 'write').mockImplementation((text) => ((words += String(text)), true));
  try {
    await commandLine().parseAsync(
      verb.split(' ').filter((word) => word !== ''),
      { from: 'user' },
    );
    return { exitCode: Number(process.exitCode ?? 0), data, words };
  } catch (error) {
    return { exitCode: await explain(error), data, words };
  } finally {
    out.mockRestore();
    err.mockRestore();
    vi.unstubAllEnvs();
    process.exitCode = undefined;
  }
}
