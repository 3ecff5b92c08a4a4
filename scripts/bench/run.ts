import { execFileSync } from 'node:child_process';
import { loadavg } from 'node:os';
import { findPgbench } from './baselines/pgbench.ts';
import { type Figure, isMet, lineOf, machine } from './measure/figures.ts';
import type { Bench, Scenario } from './measure/scenario.ts';
import { compare, lineOfComparison } from './report/compare.ts';
import { type Failure, type Run, readRuns, writeRuns } from './report/runs.ts';
import { output, stopServers } from './testbed/processes.ts';
import { openTestbed, stopTestbeds, type Testbed } from './testbed/testbed.ts';
import { asOwner } from './testbed/transactions.ts';

type Options = Pick<Bench, 'rounds' | 'seconds' | 'minutes' | 'rows' | 'profile'> & {
  /** The file to write the figures to. */
  readonly json: string | undefined;
  /** A file of an earlier run to compare with. */
  readonly against: string | undefined;
};

/** Runs scenarios one after the other, and prints their figures. */
export async function runScenarios(scenarios: readonly Scenario[], options: Options): Promise<void> {
  const earlier = options.against === undefined ? [] : readRuns(options.against);
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void interrupt());
  const { rounds, seconds, profile } = options;
  const [at, [loadBefore = Number.NaN]] = [new Date().toISOString(), loadavg()];
  const pgbench = findPgbench();
  console.log(machine());
  console.log(`${rounds} rounds of ${seconds} s; baseline of writes: ${pgbench ?? 'the bare driver'}\n`);
  const testbed = await openTestbed({ profile });
  const [figures, failed, ran]: [Figure[], Failure[], string[]] = [[], [], []];
  try {
    const versions = await versionsOf(testbed, pgbench);
    const bench: Bench = { ...options, testbed, pgbench, say };
    const runSoFar = (): Run => ({
      at,
      commit: commit(),
      machine: machine(),
      versions,
      rounds,
      seconds,
      loadBefore,
      figures,
      scenarios: [...ran],
      failed,
    });
    for (const scenario of scenarios) {
      await measured(scenario, bench, { figures, failed });
      ran.push(scenario.name);
      // After each scenario, so that a run that is interrupted leaves what it has measured.
      if (options.json !== undefined) writeRuns(options.json, [runSoFar()]);
    }
    tell(runSoFar(), earlier);
  } finally {
    // A scenario that failed may have left one.
    await stopServers();
    await testbed.stop();
  }
}

function say(words: string): void {
  console.error(`  ${words}`);
}

async function interrupt(): Promise<void> {
  await stopServers();
  await stopTestbeds();
  process.exit(130);
}

/** A scenario that throws is reported, and the others still run. */
async function measured(
  scenario: Scenario,
  bench: Bench,
  { figures, failed }: { figures: Figure[]; failed: Failure[] },
): Promise<void> {
  try {
    figures.push(...(await scenario.run(bench)));
  } catch (error) {
    console.error(`${scenario.name} failed: ${error instanceof Error ? error.stack : String(error)}`);
    const [firstLine = ''] = String(error instanceof Error ? error.message : error).split('\n');
    failed.push({ scenario: scenario.name, error: firstLine });
  }
}

function tell(run: Run, earlier: readonly Run[]): void {
  const { figures, failed } = run;
  const judged = figures.map(isMet).filter((met) => met !== undefined);
  console.log(`\n${figures.map(lineOf).join('\n')}`);
  console.log(`\n${judged.filter(Boolean).length} of ${judged.length} goals are met.`);
  if (failed.length > 0)
    console.log(`Failed: ${failed.map(({ scenario, error }) => `${scenario}: ${error}`).join('; ')}`);
  if (earlier.length === 0) return;
  console.log('\nAgainst the earlier run:');
  for (const comparison of compare(earlier, [run])) console.log(lineOfComparison(comparison));
}

async function versionsOf(testbed: Testbed, pgbench: string | undefined): Promise<readonly string[]> {
  const server = await asOwner(testbed, async (client) => {
    const { rows } = await client.query<{ server_version: string }>('SHOW server_version');
    return `PostgreSQL ${rows[0]?.server_version}`;
  });
  const words = pgbench === undefined ? '' : await output(pgbench, ['--version']);
  const [version] = /\d+\.\d+/.exec(words) ?? [];
  return version === undefined ? [server] : [server, `pgbench ${version}`];
}

/** `unknown` in a copy without git. */
function commit(): string {
  try {
    return `${git('rev-parse', '--short=10', 'HEAD')}${git('status', '--porcelain') === '' ? '' : '+'}`;
  } catch {
    return 'unknown';
  }
}

function git(...words: string[]): string {
  return execFileSync('git', words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
}
