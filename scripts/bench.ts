/**
 * Measures the service against limits that are measured in the same run.
 *
 *     npm run bench -- [scenario …] [--rounds 3] [--seconds 5] [--json FILE] [--profile]
 *
 * `--profile` leaves CPU profiles of the service in .data/profiles. Figures that miss their goal are no failure.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { against } from './bench/against.ts';
import type { Bench, Scenario } from './bench/bench.ts';
import { stopChildren } from './bench/children.ts';
import { createAtFew, createAtMany } from './bench/create.ts';
import { deliveries } from './bench/deliveries.ts';
import { type Figure, isMet, lineOf, machine, median } from './bench/figures.ts';
import { memory } from './bench/memory.ts';
import { payments } from './bench/payments.ts';
import { findPgbench } from './bench/pgbench.ts';
import { openPlace, stopPlaces } from './bench/place.ts';
import { list, reads } from './bench/reads.ts';
import { starts } from './bench/starts.ts';
import { throughput } from './bench/throughput.ts';

const scenarios: readonly Scenario[] = [
  createAtMany,
  createAtFew,
  reads,
  payments,
  deliveries,
  throughput,
  starts,
  memory,
  against,
  // Last, as it leaves a million rows behind.
  list,
];

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '5' },
    json: { type: 'string' },
    profile: { type: 'boolean', default: false },
  },
});

const chosen = scenarios.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
const unknown = positionals.filter((name) => !scenarios.some((scenario) => scenario.name === name));
if (unknown.length > 0) {
  const names = scenarios.map(({ name }) => name).join(', ');
  console.error(`There is no scenario ${unknown.join(', ')}. There are: ${names}.`);
  process.exitCode = 2;
} else {
  await run();
}

async function run(): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void giveUp());
  const pgbench = findPgbench();
  console.log(machine());
  console.log(
    `${options.rounds} rounds of ${options.seconds} s; limit of writes: ${pgbench ?? 'the bare driver'}\n`,
  );
  const figures: Figure[] = [];
  const place = await openPlace(options.profile);
  const rounds = Number(options.rounds);
  const bench: Bench = {
    place,
    rounds,
    seconds: Number(options.seconds),
    pgbench,
    profile: options.profile,
    say: (words) => console.error(`  ${words}`),
  };
  try {
    for (const scenario of chosen) figures.push(...(await measured(scenario, bench)));
  } finally {
    await place.stop();
  }
  console.log(`\n${figures.map(lineOf).join('\n')}`);
  console.log(`\n${figures.filter(isMet).length} of ${figures.length} goals are met.`);
  if (options.json !== undefined) writeFileSync(options.json, asJson(figures));
}

async function giveUp(): Promise<void> {
  await stopChildren();
  await stopPlaces();
  process.exit(130);
}

/** A scenario that breaks takes no other with it. */
async function measured(scenario: Scenario, bench: Bench): Promise<readonly Figure[]> {
  try {
    return await scenario.run(bench);
  } catch (error) {
    console.error(`${scenario.name} broke: ${error instanceof Error ? error.stack : String(error)}`);
    return [];
  }
}

function asJson(figures: readonly Figure[]): string {
  const shown = figures.map((figure) => ({ ...figure, median: median(figure.values), met: isMet(figure) }));
  return `${JSON.stringify({ machine: machine(), figures: shown }, undefined, 2)}\n`;
}
