import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { findPgbench } from './bench/baselines/pgbench.ts';
import { type Figure, isMet, lineOf, machine, median } from './bench/measure/figures.ts';
import type { Bench, Scenario } from './bench/measure/scenario.ts';
import { audit } from './bench/scenarios/audit.ts';
import { overload } from './bench/scenarios/capacity/overload.ts';
import { sizing } from './bench/scenarios/capacity/sizing.ts';
import { createAtFew, createAtMany } from './bench/scenarios/create-checkout.ts';
import { deliveryThroughput } from './bench/scenarios/delivery-throughput.ts';
import { flood } from './bench/scenarios/flood.ts';
import { halfOpen } from './bench/scenarios/half-open.ts';
import { idleDeliveries } from './bench/scenarios/idle-deliveries.ts';
import { memory } from './bench/scenarios/memory.ts';
import { migration } from './bench/scenarios/migration.ts';
import { dashboard } from './bench/scenarios/million/dashboard.ts';
import { search } from './bench/scenarios/million/search.ts';
import { outage } from './bench/scenarios/outage.ts';
import { payments } from './bench/scenarios/payments.ts';
import { list, reads } from './bench/scenarios/reads.ts';
import { restarts } from './bench/scenarios/restarts.ts';
import { starts } from './bench/scenarios/starts.ts';
import { straightforwardService } from './bench/scenarios/straightforward-service.ts';
import { stopServers } from './bench/testbed/processes.ts';
import { openTestbed, stopTestbeds } from './bench/testbed/testbed.ts';

const scenarios: readonly Scenario[] = [
  createAtMany,
  createAtFew,
  reads,
  payments,
  idleDeliveries,
  deliveryThroughput,
  outage,
  starts,
  memory,
  migration,
  flood,
  overload,
  straightforwardService,
  halfOpen,
  restarts,
  sizing,
  // Last: each leaves a million rows behind.
  list,
  search,
  dashboard,
  audit,
];

const usage = `Measures the service and compares it with baselines that are measured in the same run.

  npm run bench -- [scenario …] [--rounds 3] [--seconds 5] [--json FILE] [--profile]

Without a scenario, all of them run:

${scenarios.map(({ name, about }) => `  ${name.padEnd(9)} ${about}`).join('\n')}

  --rounds N   how often the service and its baseline are measured in turn
  --seconds N  how long each measurement takes
  --json FILE  also write the figures to a file
  --profile    write CPU profiles of the service to .data/profiles

A figure that misses its goal does not fail the run.`;

const { values: options, positionals } = parsed();
const chosen = scenarios.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
const unknown = positionals.filter((name) => !scenarios.some((scenario) => scenario.name === name));
const [rounds, seconds] = [Number(options.rounds), Number(options.seconds)];
if (unknown.length > 0) misused(`Unknown scenario: ${unknown.join(', ')}.`);
if (![rounds, seconds].every((number) => Number.isInteger(number) && number > 0))
  misused('--rounds and --seconds take a whole number above 0.');
if (options.help) console.log(usage);
else await run();

function parsed() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        rounds: { type: 'string', default: '3' },
        seconds: { type: 'string', default: '5' },
        json: { type: 'string' },
        profile: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
  } catch (error) {
    return misused(error instanceof Error ? error.message : String(error));
  }
}

function misused(problem: string): never {
  console.error(`${problem}\n\n${usage}`);
  process.exit(2);
}

async function run(): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void interrupt());
  const pgbench = findPgbench();
  console.log(machine());
  console.log(`${rounds} rounds of ${seconds} s; baseline of writes: ${pgbench ?? 'the bare driver'}\n`);
  const figures: Figure[] = [];
  const { profile } = options;
  const testbed = await openTestbed({ profile });
  const bench: Bench = { testbed, rounds, seconds, pgbench, profile, say };
  try {
    for (const scenario of chosen) figures.push(...(await measured(scenario, bench)));
  } finally {
    await testbed.stop();
  }
  console.log(`\n${figures.map(lineOf).join('\n')}`);
  console.log(`\n${figures.filter(isMet).length} of ${figures.length} goals are met.`);
  if (options.json !== undefined) writeFileSync(options.json, asJson(figures));
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
async function measured(scenario: Scenario, bench: Bench): Promise<readonly Figure[]> {
  try {
    return await scenario.run(bench);
  } catch (error) {
    console.error(`${scenario.name} failed: ${error instanceof Error ? error.stack : String(error)}`);
    return [];
  }
}

function asJson(figures: readonly Figure[]): string {
  const shown = figures.map((figure) => ({ ...figure, median: median(figure.values), met: isMet(figure) }));
  return `${JSON.stringify({ machine: machine(), figures: shown }, undefined, 2)}\n`;
}
