import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { testsOfHistory } from './modules.ts';
import type { Mutant } from './tree.ts';

export type Verdict = 'killed' | 'timed out' | 'survived' | 'not covered';

/** The test files that reach each mutant, the quickest first. */
export type Coverage = ReadonlyMap<string, readonly string[]>;

/** How many milliseconds each test file took without a mutant, while others ran beside it. */
export type Times = ReadonlyMap<string, number>;

type Ended = { readonly code: number | null; readonly output: string };

function vitest(
  folder: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  limitMs: number,
) {
  const program = join(folder, 'node_modules', '.bin', 'vitest');
  return new Promise<Ended>((resolve) => {
    const child = spawn(program, ['run', '--config', 'test/vitest.config.ts', '--mode', 'mutants', ...args], {
      cwd: folder,
      env: { ...process.env, ...env, NO_COLOR: '1' },
      detached: true,
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (output += String(part)));
    // The whole group: a mutant may loop in a worker of the test runner.
    const timer = setTimeout(() => process.kill(-(child.pid ?? 0), 'SIGKILL'), limitMs);
    child.on('close', (code) => {
      clearTimeout(timer);
      resolve({ code, output });
    });
  });
}

type Ran = { readonly testResults: readonly { name: string; startTime: number; endTime: number }[] };
type Covered = { readonly file: string; readonly reached: readonly string[] };

const dayMs = 86_400_000;

/** Runs these tests once, with every mutant off. */
export async function cover(
  folder: string,
  tests: readonly string[],
): Promise<{ readonly reaching: Coverage; readonly took: Times }> {
  const covered = join(folder, '.data', 'covered');
  const report = join(folder, '.data', 'covered.json');
  mkdirSync(covered, { recursive: true });
  const args = [
    ...tests,
    ...testsOfHistory.map((name) => `--exclude=${name}`),
    '--reporter=json',
    `--outputFile.json=${report}`,
  ];
  const { code, output } = await vitest(folder, args, { MUTANTS_COVERED: covered }, dayMs);
  if (code !== 0) throw new Error(`the tests fail without a mutant:\n${output.slice(-4000)}`);
  const took = new Map<string, number>();
  const { testResults }: Ran = JSON.parse(readFileSync(report, 'utf8'));
  for (const { name, startTime, endTime } of testResults)
    took.set(relative(folder, name), endTime - startTime);
  const reaching = new Map<string, Set<string>>();
  for (const name of readdirSync(covered)) {
    const { file, reached }: Covered = JSON.parse(readFileSync(join(covered, name), 'utf8'));
    for (const id of reached) reaching.set(id, (reaching.get(id) ?? new Set()).add(relative(folder, file)));
  }
  const quickest = (files: Iterable<string>) =>
    [...files].toSorted((a, b) => (took.get(a) ?? 0) - (took.get(b) ?? 0));
  return { reaching: new Map([...reaching].map(([id, files]) => [id, quickest(files)])), took };
}

/** What runs while a module is loaded is reached by no test in particular: those of the rest of its file may notice. */
export function withLoaded(coverage: Coverage, mutants: readonly Mutant[]): Coverage {
  const ofFile = new Map<string, Set<string>>();
  for (const { id, file } of mutants) {
    for (const test of coverage.get(id) ?? []) ofFile.set(file, (ofFile.get(file) ?? new Set()).add(test));
  }
  return new Map(mutants.map(({ id, file }) => [id, coverage.get(id) ?? [...(ofFile.get(file) ?? [])]]));
}

/** More test files than this are not asked: those near to the mutant's file and the quickest come first. */
const mostFiles = 24;

/** A machine that is busy with something else takes longer, and start and set-up take their time before the first test. */
const slower = 5;
const startMs = 60_000;

/** A mutant that does not end counts as noticed, so only what can be no slowness may end a run. */
export function limitFor(files: readonly string[], took: Times): number {
  return startMs + slower * files.reduce((sum, file) => sum + (took.get(file) ?? 0), 0);
}

export async function judge(
  { folder, took }: { readonly folder: string; readonly took: Times },
  mutant: Mutant,
  files: readonly string[],
): Promise<Verdict> {
  if (files.length === 0) return 'not covered';
  const near = mutant.file.split('/').slice(0, -1).join('/');
  const sorted = files.toSorted((a, b) => Number(b.includes(near)) - Number(a.includes(near)));
  const asked = sorted.slice(0, mostFiles);
  const env: Record<string, string> =
    mutant.text === undefined
      ? { __STRYKER_ACTIVE_MUTANT__: mutant.id }
      : { MUTANT_OF: join(folder, mutant.file), MUTANT_TEXT: mutant.text };
  const { code } = await vitest(folder, [...asked, '--bail=1'], env, limitFor(asked, took));
  if (code === null) return 'timed out';
  return code === 0 ? 'survived' : 'killed';
}
