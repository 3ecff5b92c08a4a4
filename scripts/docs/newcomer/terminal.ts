import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

/** A shell into which somebody types. It keeps its folder and its variables, as a terminal does. */
export type Terminal = {
  /** Types commands, waits until they have ended, and returns what they printed. @throws what they printed, if one failed */
  readonly type: (commands: string) => Promise<string>;
  /** Types a command that does not end, and waits until it has printed something. Returns all that it prints. */
  readonly leaveRunning: (command: string, until: RegExp) => Promise<() => string>;
  /** Types what others should not see counted: where a file goes, say. */
  readonly folder: () => Promise<string>;
  /** Presses Ctrl-C and closes the window. */
  readonly close: () => Promise<void>;
};

type Place = { readonly cwd: string; readonly env: NodeJS.ProcessEnv };

/** An installation from a registry, on a machine that does other things too. */
const longestMs = 600_000;

export function openTerminal({ cwd, env }: Place): Terminal {
  const shell = spawn('/bin/sh', ['-e'], { cwd, env, stdio: 'pipe', detached: true });
  let printed = '';
  let typed = 0;
  for (const stream of [shell.stdout, shell.stderr])
    stream.on('data', (text: Buffer) => (printed += text.toString()));

  const waitFor = async (until: RegExp, from: number): Promise<string> => {
    const end = performance.now() + longestMs;
    while (!until.test(printed.slice(from))) {
      const why = shell.exitCode === null ? performance.now() > end && 'took too long' : 'failed';
      if (why) throw new Error(`${why}:\n${printed.slice(from).slice(-4000)}`);
      await new Promise((done) => setTimeout(done, 50));
    }
    return printed.slice(from);
  };
  const type = async (commands: string): Promise<string> => {
    typed += 1;
    const [from, mark] = [printed.length, `typed ${typed} of ${shell.pid}`];
    shell.stdin.write(`${commands.trimEnd()}\necho "${mark}"\n`);
    const text = await waitFor(new RegExp(`^${mark}$`, 'm'), from);
    return text.slice(0, text.lastIndexOf(mark));
  };
  return {
    type,
    folder: async () => (await type('pwd')).trim(),
    leaveRunning: async (command, until) => {
      const from = printed.length;
      shell.stdin.write(`${command.trimEnd()}\n`);
      await waitFor(until, from);
      return () => printed.slice(from);
    },
    close: () => close(shell),
  };
}

/** A group of its own: what runs in the shell ends with it, and a service ends in order. */
async function close(shell: ChildProcess): Promise<void> {
  if (shell.pid === undefined || shell.exitCode !== null || shell.signalCode !== null) return;
  const gone = once(shell, 'exit');
  shell.stdin?.end();
  process.kill(-shell.pid, 'SIGINT');
  // Programs such as the shop end at once; a shell may wait for one that does not.
  const late = setTimeout(() => shell.pid !== undefined && process.kill(-shell.pid, 'SIGKILL'), 30_000);
  await gone;
  clearTimeout(late);
}
