import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join, relative } from 'node:path';
import { env } from 'node:process';
import type { Reporter, TestCase, TestModule } from 'vitest/node';
import { type FaultRow, faultRows } from './rows.ts';

type Told = {
  readonly file: string;
  readonly name: string;
  readonly state: 'passed' | 'failed' | 'skipped' | 'pending';
  readonly seconds: number;
  readonly figures: Readonly<Record<string, unknown>>;
};

type Outcome = 'passed' | 'failed' | 'could not run' | 'partly' | 'not run';

/** What became of a row: of the tests that inject it. */
export type RowResult = Omit<FaultRow, 'files'> & {
  readonly outcome: Outcome;
  readonly tests: number;
  /** Why tests were skipped, in their own words. */
  readonly missing: readonly string[];
  readonly figures: readonly { readonly test: string; readonly figures: Readonly<Record<string, unknown>> }[];
};

/** `npm run test:faults`: says of each fault whether it was injected and what it came to, and why it could not be. */
export class FaultReport implements Reporter {
  readonly #isWhole: boolean;

  constructor(isWhole: boolean) {
    this.#isWhole = isWhole;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const told = modules.flatMap((module) =>
      [...module.children.allTests()].map((test) => toldBy(module, test)),
    );
    const results = rowsOf(told, modules.filter((module) => !module.ok()).map(fileOf));
    const text = reportOf(results, this.#isWhole ? 'whole' : 'short');
    const folder = env['FAULTS_REPORT'];
    if (folder === undefined) {
      process.stdout.write(`\n${text}`);
      return;
    }
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'faults.md'), text);
    writeFileSync(join(folder, 'faults.json'), `${JSON.stringify(results, null, 2)}\n`);
  }
}

function fileOf({ moduleId }: TestModule): string {
  return relative(process.cwd(), moduleId);
}

function toldBy(module: TestModule, test: TestCase): Told {
  return {
    file: fileOf(module),
    name: test.fullName,
    state: test.result().state,
    seconds: (test.diagnostic()?.duration ?? 0) / 1000,
    figures: test.meta().figures ?? {},
  };
}

/** @param failed files of which something failed, perhaps before their tests */
export function rowsOf(told: readonly Told[], failed: readonly string[]): readonly RowResult[] {
  return faultRows.map(({ files, ...row }) => {
    const isOf = (file: string) => files.some((part) => file.includes(part));
    const own = told.filter(({ file }) => isOf(file));
    const skipped = own.filter(({ state }) => state === 'skipped');
    return {
      ...row,
      outcome: outcomeOf(own, skipped.length, failed.some(isOf)),
      tests: own.length - skipped.length,
      missing: [
        ...new Set(
          skipped.map(({ name }) => /\((?:skipped: )?([^()]*missing[^()]*)\)/.exec(name)?.[1] ?? name),
        ),
      ],
      figures: own
        .filter(({ figures }) => Object.keys(figures).length > 0)
        .map(({ name, figures }) => ({ test: name, figures })),
    };
  });
}

function outcomeOf(own: readonly Told[], skipped: number, isFailed: boolean): Outcome {
  if (isFailed || own.some(({ state }) => state === 'failed')) return 'failed';
  if (own.length === 0) return 'not run';
  if (skipped === own.length) return 'could not run';
  return skipped > 0 ? 'partly' : 'passed';
}

export function reportOf(results: readonly RowResult[], profile: 'whole' | 'short'): string {
  const [first] = cpus();
  const rows = results.map(
    ({ id, fault, outcome, tests, missing, beside }) =>
      `| ${id} | ${fault} | ${outcome} | ${tests} | ${[...missing, ...(beside === undefined ? [] : [beside])].join('; ')} |`,
  );
  const figures = results.flatMap(({ id, figures: of }) =>
    of.map(
      ({ test, figures: values }) =>
        `- ${id}, ${test}: ${Object.entries(values)
          .map(([name, value]) => `${name.replaceAll('_', ' ')} ${String(value)}`)
          .join(', ')}`,
    ),
  );
  return [
    '# Faults',
    '',
    `Profile: ${profile}. Machine: ${cpus().length} × ${first?.model.trim() ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GB.`,
    '',
    '| Row | Fault | Outcome | Tests | What is missing, or what else injects it |',
    '|---|---|---|---|---|',
    ...rows,
    '',
    '## Figures',
    '',
    ...figures,
    '',
  ].join('\n');
}
