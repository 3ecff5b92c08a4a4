import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';

/** A program on this machine that a test may kill and start again. */
export type Program = {
  readonly child: () => ChildProcess | undefined;
  readonly start: () => Promise<void>;
  readonly kill: () => Promise<void>;
  /** Asks it to end. */
  readonly terminate: () => Promise<void>;
};

/**
 * @param begin starts the program
 * @param isUp whether it answers
 * @param output what it has printed, for the error if it ends instead
 */
export function aProgram(
  begin: () => ChildProcess,
  isUp: () => Promise<boolean>,
  output: () => string = () => 'the program has ended',
): Program {
  let child: ChildProcess | undefined;
  return {
    child: () => child,
    start: async () => {
      child = begin();
      while (!(await isUp())) {
        if (child.exitCode !== null || child.signalCode !== null) throw new Error(output());
        await pause(20);
      }
    },
    kill: () => end('SIGKILL'),
    terminate: () => end('SIGTERM'),
  };

  async function end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    if (child === undefined) return;
    child.kill(signal);
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    child = undefined;
  }
}
