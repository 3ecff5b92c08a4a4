import { readFileSync, writeFileSync } from 'node:fs';
import type { Figure } from '../measure/figures.ts';

/** What one run of the benchmark measured, and where. */
export type Run = {
  /** When it began, as ISO 8601. */
  readonly at: string;
  /** The commit of the checkout; followed by `+` if files were changed. */
  readonly commit: string;
  readonly machine: string;
  /** The versions of the programs that took part, such as `PostgreSQL 18.4`. */
  readonly versions: readonly string[];
  readonly rounds: number;
  readonly seconds: number;
  /** Processes that wanted a core, on average over a minute, before the run began. Above 0.5 the machine was not quiet. */
  readonly loadBefore: number;
  readonly figures: readonly Figure[];
  /** The names of those that ran. */
  readonly scenarios: readonly string[];
  readonly failed: readonly Failure[];
};

/** A scenario that threw, and the first line of its error. */
export type Failure = { readonly scenario: string; readonly error: string };

/** A file holds one run, or several in the order in which they were made. */
export function readRuns(file: string): readonly Run[] {
  const read: Run | readonly Run[] = JSON.parse(readFileSync(file, 'utf8'));
  return isList(read) ? read : [read];
}

function isList(read: Run | readonly Run[]): read is readonly Run[] {
  return Array.isArray(read);
}

export function writeRuns(file: string, runs: readonly Run[]): void {
  writeFileSync(file, `${JSON.stringify(runs, rounded, 1)}\n`);
}

/** More digits than these are noise. */
function rounded(_key: string, value: unknown): unknown {
  return typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(5)) : value;
}

/** A figure and the run that measured it. */
export type Placed = { readonly figure: Figure; readonly run: Run };

/** Every figure once, from the last run that measured it, in the order in which figures first appear. */
export function newestFigures(runs: readonly Run[]): readonly Placed[] {
  const placed = new Map<string, Placed>();
  for (const run of runs) for (const figure of run.figures) placed.set(keyOf(figure), { figure, run });
  return [...placed.values()];
}

export function keyOf({ id, what }: Pick<Figure, 'id' | 'what'>): string {
  return `${id}: ${what}`;
}

/** The failures of scenarios that no later run repeated. */
export function newestFailures(runs: readonly Run[]): readonly (Failure & { readonly run: Run })[] {
  return runs.flatMap((run, place) => {
    const later = new Set(runs.slice(place + 1).flatMap(({ scenarios }) => scenarios));
    return run.failed.filter(({ scenario }) => !later.has(scenario)).map((failure) => ({ ...failure, run }));
  });
}

/** The runs with a figure or a failure that is still the newest. */
export function usedRuns(runs: readonly Run[]): readonly Run[] {
  const used = new Set([...newestFigures(runs), ...newestFailures(runs)].map(({ run }) => run));
  return runs.filter((run) => used.has(run));
}
