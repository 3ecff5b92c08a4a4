import { execFile } from 'node:child_process';

/** Where programs are looked for. An abort ends the one that runs. */
export type Shell = {
  readonly env: NodeJS.ProcessEnv;
  readonly platform: NodeJS.Platform;
  readonly signal: AbortSignal;
};

/** How a program ended. Undefined: well. */
export type Ended = { readonly problem: string | undefined };

const minuteMs = 60_000;

export function run(
  { env, signal }: Shell,
  [program = '', ...args]: readonly string[],
  limitMs = 10 * minuteMs,
): Promise<Ended> {
  const options = { encoding: 'utf8', env, signal, timeout: limitMs, killSignal: 'SIGKILL' } as const;
  return new Promise((done) => {
    execFile(program, args, options, (error, stdout, stderr) =>
      done({ problem: error === null ? undefined : problemOf(error, `${stderr}\n${stdout}`) }),
    );
  });
}

/** The line that says best why a program failed. */
function problemOf(error: Error, output: string): string {
  if (Reflect.get(error, 'code') === 'ENOENT') return 'not installed';
  if (Reflect.get(error, 'killed') === true) return 'it did not end in time';
  const lines = output.split('\n').map((line) => line.trim());
  return lines.find((line) => /error|cannot|not /i.test(line)) ?? lines.findLast(Boolean) ?? error.message;
}
