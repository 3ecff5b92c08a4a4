/**
 * Fuzzes the contract: the real service on an empty database, the integrator's journeys, our own generator, Schemathesis.
 *
 *     npm run fuzz                            the same requests each time, minutes
 *     npm run fuzz -- --nightly               others each time, for most of an hour
 *     npm run fuzz -- --seed 7                those of that number
 *     npm run fuzz -- --without-schemathesis  a missing Schemathesis is only a warning
 */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { playFlows } from './fuzz/flows.ts';
import { type FuzzedService, startFuzzedService } from './fuzz/fuzzed-service.ts';
import { fuzz } from './fuzz/own.ts';
import { findSchemathesis, prepare, runSchemathesis } from './fuzz/schemathesis.ts';

type Verdict = { readonly name: string; readonly mark: 'ok' | 'warning' | 'FAILED'; readonly about: string };

const { values: wanted } = parseArgs({
  options: {
    nightly: { type: 'boolean', default: false },
    'without-schemathesis': { type: 'boolean', default: false },
    seed: { type: 'string' },
  },
});
const seed =
  wanted.seed ?? (wanted.nightly ? String(Math.floor(performance.timeOrigin % 2 ** 31)) : undefined);

const folder = resolve(import.meta.dirname, '../.data/fuzz');
const service = await startFuzzedService(folder);
// Else its database would go on without anybody.
process.once('SIGINT', () => void service.stop().finally(() => process.exit(130)));
try {
  const verdicts: Verdict[] = [];
  for (const fuzzer of [byJourneys, byOurOwn, bySchemathesis, behindTheAnswers])
    verdicts.push(await fuzzer(service));
  for (const { name, mark, about } of verdicts) console.log(`${mark.padEnd(8)}${name}: ${about}`);
  const passed = verdicts.every(({ mark }) => mark !== 'FAILED');
  if (!passed) console.log(`Again: npm run fuzz${again()}. What the service logged: ${service.log}`);
  process.exitCode = passed ? 0 : 1;
} finally {
  await service.stop();
}

async function byJourneys({ baseUrl, aMerchant }: FuzzedService): Promise<Verdict> {
  const { merchant } = await aMerchant();
  return verdictOf('journeys', await playFlows({ baseUrl, key: merchant.secretKey }, folder));
}

async function byOurOwn({ baseUrl, aMerchant }: FuzzedService): Promise<Verdict> {
  const { merchant, ids, spareKey } = await aMerchant();
  const options = { seed: Number(seed ?? 1), runs: wanted.nightly ? 5000 : 300 };
  const target = { baseUrl, key: merchant.secretKey, spareKey, ids };
  const { requests, findings, neverSucceeded } = await fuzz(target, options);
  const silent = neverSucceeded.map((operation) => `${operation}: never 2xx`);
  const said = findings.map(({ operation, what }) => `${operation}: ${what}`);
  return verdictOf(`our own generator (${requests} requests)`, [...said, ...silent]);
}

async function bySchemathesis({ baseUrl, aMerchant }: FuzzedService): Promise<Verdict> {
  const tool = findSchemathesis();
  if ('missing' in tool) {
    const mark = wanted['without-schemathesis'] ? 'warning' : 'FAILED';
    return { name: 'Schemathesis', mark, about: tool.missing };
  }
  prepare(tool, baseUrl, await aMerchant());
  const chosen = seed === undefined ? ['--generation-deterministic'] : ['--seed', seed];
  // Its `fuzz` command, made for long runs, breaks off with an error of its own; `run` repeats until the time is up.
  const length = wanted.nightly ? ['--max-examples', '500', '--max-time', '1800'] : ['--max-examples', '50'];
  const passed = await runSchemathesis(tool, [...length, ...chosen]);
  return { name: 'Schemathesis', mark: passed ? 'ok' : 'FAILED', about: tool.name };
}

async function behindTheAnswers({ damage }: FuzzedService): Promise<Verdict> {
  return verdictOf('books and log', await damage());
}

function verdictOf(name: string, findings: readonly string[]): Verdict {
  for (const finding of findings) console.log(`\n${finding}`);
  return { name, mark: findings.length === 0 ? 'ok' : 'FAILED', about: `${findings.length} findings` };
}

function again(): string {
  const options = [wanted.nightly ? ' --nightly' : '', seed === undefined ? '' : ` --seed ${seed}`].join('');
  return options === '' ? '' : ` --${options}`;
}
