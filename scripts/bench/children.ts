import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Load, LoadResult } from './load.ts';

const root = join(import.meta.dirname, '..', '..');

const running = new Set<ChildProcess>();

export type Child = { readonly pid: number; readonly stop: () => Promise<void> };

/** Runs a program to its end and answers what it wrote. */
export async function output(
  program: string,
  words: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  const child = spawn(program, words, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...environment(), ...env },
  });
  const ended = once(child, 'close');
  const [out, err] = await Promise.all([textOf(child.stdout), textOf(child.stderr)]);
  await ended;
  if (child.exitCode !== 0) throw new Error(`${program} ended with ${child.exitCode}: ${err.slice(-2000)}`);
  return out;
}

/** Load from a process of its own, so that making it takes no time of the process that is measured. */
export async function fire(load: Load): Promise<LoadResult> {
  const answer = await output(process.execPath, [join(import.meta.dirname, 'load.ts'), JSON.stringify(load)]);
  const result: LoadResult = JSON.parse(answer);
  return result;
}

type Server = {
  readonly words: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Where it writes to. */
  readonly log: string;
  /** What answers 2xx once it serves. */
  readonly ready: string;
};

/** A server of ours as a child, from the moment it answers. */
export async function serve({ words, env = {}, log, ready }: Server): Promise<Child> {
  const file = openSync(log, 'a');
  const child = spawn(process.execPath, words, {
    cwd: root,
    stdio: ['ignore', file, file],
    env: { ...environment(), ...env },
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  while (child.exitCode === null) {
    if (await answers(ready)) return { pid: child.pid ?? 0, stop: () => stop(child) };
    await delay(5);
  }
  throw new Error(`${words.join(' ')} ended with ${child.exitCode}; see ${log}`);
}

/** For a bench that is interrupted: nothing of it stays behind. */
export async function stopChildren(): Promise<void> {
  await Promise.all([...running].map(stop));
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

async function answers(url: string): Promise<boolean> {
  try {
    const answer = await fetch(url);
    await answer.body?.cancel();
    return answer.ok;
  } catch {
    return false;
  }
}

async function textOf(stream: NodeJS.ReadableStream): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(Buffer.from(part));
  return Buffer.concat(parts).toString('utf8');
}

/** Without settings of ours that happen to be set outside. */
function environment(): Record<string, string | undefined> {
  // oxlint-disable-next-line node/no-process-env
  const { PATH, HOME, TMPDIR } = process.env;
  return { PATH, HOME, TMPDIR };
}
