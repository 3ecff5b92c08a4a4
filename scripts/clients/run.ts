import { spawn } from 'node:child_process';

type Where = { readonly cwd: string; readonly env: NodeJS.ProcessEnv };
/** `output` is what it printed on both streams, `stdout` on the first only. */
export type Ran = { readonly code: number; readonly stdout: string; readonly output: string };

const longest = 600_000;

/** Runs a line of the shell. It never throws: a command that cannot be run has a code too. */
export function run(line: string, { cwd, env }: Where): Promise<Ran> {
  return new Promise((done) => {
    // A group of its own, so that a command that takes too long ends with everything that it started.
    const child = spawn('/bin/sh', ['-c', line], {
      cwd,
      env,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let [stdout, output] = ['', ''];
    child.stdout.on('data', (text: Buffer) => {
      stdout += text.toString();
      output += text.toString();
    });
    child.stderr.on('data', (text: Buffer) => (output += text.toString()));
    const kill = () => {
      if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL');
    };
    const late = setTimeout(() => {
      output += `\nended after ${longest / 1000} s`;
      kill();
    }, longest);
    // Otherwise it would outlive an interrupted run.
    process.once('exit', kill);
    const end = (code: number) => {
      clearTimeout(late);
      process.off('exit', kill);
      done({ code, stdout, output });
    };
    child.once('error', (error) => {
      output += error.message;
      end(127);
    });
    child.once('close', (code) => end(code ?? 1));
  });
}
