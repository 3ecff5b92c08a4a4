import { execFile } from 'node:child_process';
import { resolve } from 'node:path';

export type Ended = { readonly exitCode: number; readonly data: string; readonly words: string };

const root = resolve(import.meta.dirname, '../../..');

/** Runs a verb as a person would: in a process of its own, with this environment and no other, and with this on standard input. */
export function mps(
  verb: string,
  env: Readonly<Record<string, string>>,
  input: string | Uint8Array = '',
): Promise<Ended> {
  const { promise, resolve: done } = Promise.withResolvers<Ended>();
  const program = [resolve(root, 'src/cli/index.ts'), ...verb.split(' ').filter((word) => word !== '')];
  const options = { cwd: root, env: { PATH: '', NO_COLOR: '1', ...env } };
  const child = execFile(process.execPath, program, options, (_error, data, words) => {
    done({ exitCode: child.exitCode ?? -1, data, words });
  });
  // A verb that ends without reading it closes the pipe.
  child.stdin?.on('error', () => undefined).end(input);
  return promise;
}

export function jsonOf(ended: Ended): Record<string, unknown> {
  return JSON.parse(ended.data) as Record<string, unknown>;
}
