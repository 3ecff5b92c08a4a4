import { spawn, spawnSync } from 'node:child_process';
import { createInterface } from 'node:readline';

/** A program of another house that answers each line with a line. */
export type LineProgram = {
  readonly ask: (line: string) => Promise<string>;
  readonly end: () => void;
};

export function startLineProgram(command: string, args: readonly string[]): LineProgram {
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const waiting: ((line: string) => void)[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => waiting.shift()?.(line));
  return {
    ask: async (line) => {
      const { promise, resolve } = Promise.withResolvers<string>();
      waiting.push(resolve);
      if (line !== '') child.stdin.write(`${line}\n`);
      return await promise;
    },
    end: () => void child.kill(),
  };
}

/** Why programs of this kind cannot be run here; undefined if they can. */
export function missing(
  programs: readonly (readonly [name: string, ...args: string[]])[],
): string | undefined {
  const absent = programs.filter(
    ([name, ...args]) => spawnSync(name, args, { stdio: 'ignore' }).status !== 0,
  );
  return absent.length === 0 ? undefined : `${absent.map(([name]) => name).join(' and ')} is missing`;
}
