import { stdout } from 'node:process';
import { expect } from 'vitest';

/** Runs all tasks, at most `workers` at a time. Results are in the order of the tasks. */
export async function atOnce<T>(workers: number, tasks: readonly (() => Promise<T>)[]): Promise<T[]> {
  const queue = tasks.entries();
  const done: T[] = [];
  const work = async () => {
    for (const [place, task] of queue) done[place] = await task();
  };
  await Promise.all(Array.from({ length: workers }, work));
  return done;
}

export function times<T>(count: number, one: (place: number) => T): T[] {
  return Array.from({ length: count }, (_, place) => one(place));
}

/** How often each answer was given. Prints it under the name of the test, so that the log of a run has the figures. */
export function counted(answers: readonly string[]): Record<string, number> {
  const figures = Object.fromEntries(
    [...Map.groupBy(answers, (what) => what)].map(([what, all]) => [what, all.length]),
  );
  stdout.write(`${expect.getState().currentTestName ?? ''}: ${JSON.stringify(figures)}\n`);
  return figures;
}
