import { parseArgs } from 'node:util';
import type { Scenario } from './bench/measure/scenario.ts';
import { runScenarios } from './bench/run.ts';
import { fastifyService } from './bench/scenarios/against/fastify-service.ts';
import { peers } from './bench/scenarios/against/peers.ts';
import { release } from './bench/scenarios/against/release.ts';
import { straightforwardService } from './bench/scenarios/against/straightforward-service.ts';
import { audit } from './bench/scenarios/audit.ts';
import { citus } from './bench/scenarios/capacity/citus.ts';
import { metrics } from './bench/scenarios/capacity/metrics.ts';
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
import { sizes } from './bench/scenarios/million/sizes.ts';
import { outage } from './bench/scenarios/outage.ts';
import { mix } from './bench/scenarios/payments/mix.ts';
import { hotMerchant, payments } from './bench/scenarios/payments/payments.ts';
import { refunds } from './bench/scenarios/payments/refunds.ts';
import { ways } from './bench/scenarios/payments/ways.ts';
import { list, reads } from './bench/scenarios/reads.ts';
import { restarts } from './bench/scenarios/restarts.ts';
import { starts } from './bench/scenarios/starts.ts';
import { twoProcesses } from './bench/scenarios/two-processes.ts';

const scenarios: readonly Scenario[] = [
  createAtMany,
  createAtFew,
  reads,
  payments,
  hotMerchant,
  ways,
  refunds,
  idleDeliveries,
  deliveryThroughput,
  twoProcesses,
  outage,
  starts,
  memory,
  migration,
  flood,
  overload,
  metrics,
  straightforwardService,
  fastifyService,
  halfOpen,
  restarts,
  sizing,
  citus,
  // Last: each leaves a million rows behind.
  list,
  search,
  dashboard,
  audit,
  sizes,
  mix,
  peers,
  release,
];

const usage = `Measures the service and compares it with baselines that are measured in the same run.

  npm run bench -- [scenario …] [--rounds 3] [--seconds 5] [--json FILE] [--against FILE] [--profile]

Without a scenario, all of them run, except those marked with *:

${scenarios.map(({ name, about, onlyByName }) => `  ${`${name}${onlyByName ? '*' : ''}`.padEnd(9)} ${about}`).join('\n')}

  --rounds N      how often the service and its baseline are measured in turn
  --seconds N     how long each measurement takes
  --minutes N     how long the mix runs: 60
  --rows N        the most transactions that P5, search and sizing fill in: 10000000, 1000000 and ten times their own
  --json FILE     also write the figures to a file, from which \`npm run bench:report\` makes pages
  --against FILE  compare with the figures of an earlier run
  --profile       write CPU profiles of the service to .data/profiles

A figure that misses its goal does not fail the run.`;

const { values: options, positionals } = parsed();
const unknown = positionals.filter((name) => !scenarios.some((scenario) => scenario.name === name));
if (unknown.length > 0) misused(`Unknown scenario: ${unknown.join(', ')}.`);
const chosen = scenarios.filter(({ name, onlyByName }) =>
  positionals.length === 0 ? !onlyByName : positionals.includes(name),
);
if (options.help) console.log(usage);
else {
  await runScenarios(chosen, {
    rounds: numberOf('rounds'),
    seconds: numberOf('seconds'),
    minutes: numberOf('minutes'),
    rows: options.rows === undefined ? undefined : numberOf('rows'),
    profile: options.profile,
    json: options.json,
    against: options.against,
  });
}

function parsed() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        rounds: { type: 'string', default: '3' },
        seconds: { type: 'string', default: '5' },
        minutes: { type: 'string', default: '60' },
        rows: { type: 'string' },
        json: { type: 'string' },
        against: { type: 'string' },
        profile: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
  } catch (error) {
    return misused(error instanceof Error ? error.message : String(error));
  }
}

function numberOf(name: 'rounds' | 'seconds' | 'minutes' | 'rows'): number {
  const number = Number(options[name]);
  if (!Number.isInteger(number) || number <= 0) return misused(`--${name} takes a whole number above 0.`);
  return number;
}

function misused(problem: string): never {
  console.error(`${problem}\n\n${usage}`);
  process.exit(2);
}
