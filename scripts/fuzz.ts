import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { playFlows } from './fuzz/flows.ts';
import { type FuzzedService, startFuzzedService } from './fuzz/fuzzed-service.ts';
import { fuzz } from './fuzz/fuzzer.ts';
import { findSchemathesis, prepare, runSchemathesis } from './fuzz/schemathesis.ts';

type Verdict = { readonly name: string; readonly mark: 'ok' | 'warning' | 'FAILED'; readonly about: string };

const usage = `Fuzzes the service on an empty database: the flows of an integrator, a generator of valid and
invalid requests, then Schemathesis. At the end it looks at the ledger and the log.

  npm run fuzz                            the same requests every time; takes minutes
  npm run fuzz -- --nightly               more requests, other ones every time; takes most of an hour
  npm run fuzz -- --seed 7                the requests of that seed
  npm run fuzz -- --without-schemathesis  only warn if Schemathesis cannot be started`;

const wanted = parsed();
const seed =
  wanted.seed ?? (wanted.nightly ? String(Math.floor(performance.timeOrigin % 2 ** 31)) : undefined);
if (seed !== undefined && !/^\d+$/.test(seed)) misused('--seed takes a whole number.');

const folder = resolve(import.meta.dirname, '../.data/fuzz');
if (wanted.help) console.log(usage);
else await run();

function parsed() {
  try {
    const { values } = parseArgs({
      options: {
        nightly: { type: 'boolean', default: false },
        'without-schemathesis': { type: 'boolean', default: false },
        seed: { type: 'string' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
    return values;
  } catch (error) {
    return misused(error instanceof Error ? error.message : String(error));
  }
}

function misused(problem: string): never {
  console.error(`${problem}\n\n${usage}`);
  process.exit(2);
}

async function run(): Promise<void> {
  const service = await startFuzzedService(folder);
  // Otherwise its database would keep running.
  process.once('SIGINT', () => void service.stop().finally(() => process.exit(130)));
  try {
    const verdicts: Verdict[] = [];
    for (const check of [byFlows, byGenerator, bySchemathesis, behindTheAnswers])
      verdicts.push(await check(service));
    for (const { name, mark, about } of verdicts) console.log(`${mark.padEnd(8)}${name}: ${about}`);
    const passed = verdicts.every(({ mark }) => mark !== 'FAILED');
    if (!passed) console.log(`To repeat: npm run fuzz${sameOptions()}. Log of the service: ${service.log}`);
    process.exitCode = passed ? 0 : 1;
  } finally {
    await service.stop();
  }
}

async function byFlows({ baseUrl, aMerchant }: FuzzedService): Promise<Verdict> {
  const { merchant } = await aMerchant();
  return verdictOf('flows', await playFlows({ baseUrl, key: merchant.secretKey }, folder));
}

async function byGenerator({ baseUrl, aMerchant }: FuzzedService): Promise<Verdict> {
  const { merchant, ids, spareKey } = await aMerchant();
  const options = { seed: Number(seed ?? 1), runs: wanted.nightly ? 5000 : 300 };
  const target = { baseUrl, key: merchant.secretKey, spareKey, ids };
  const { requests, findings, neverSucceeded } = await fuzz(target, options);
  const untested = neverSucceeded.map((operation) => `${operation}: never answered 2xx`);
  const wrong = findings.map(({ operation, what }) => `${operation}: ${what}`);
  return verdictOf(`generator (${requests} requests)`, [...wrong, ...untested]);
}

async function bySchemathesis({ baseUrl, aMerchant }: FuzzedService): Promise<Verdict> {
  const tool = findSchemathesis();
  if ('missing' in tool) {
    const mark = wanted['without-schemathesis'] ? 'warning' : 'FAILED';
    return { name: 'Schemathesis', mark, about: tool.missing };
  }
  prepare(tool, baseUrl, await aMerchant());
  const chosen = seed === undefined ? ['--generation-deterministic'] : ['--seed', seed];
  // Not `st fuzz`, which is made for long runs but stops with an internal error; `st run` repeats until the time is up.
  const length = wanted.nightly ? ['--max-examples', '500', '--max-time', '1800'] : ['--max-examples', '50'];
  const passed = await runSchemathesis(tool, [...length, ...chosen]);
  return { name: 'Schemathesis', mark: passed ? 'ok' : 'FAILED', about: tool.name };
}

async function behindTheAnswers({ hiddenFaults }: FuzzedService): Promise<Verdict> {
  return verdictOf('ledger and log', await hiddenFaults());
}

function verdictOf(name: string, findings: readonly string[]): Verdict {
  for (const finding of findings) console.log(`\n${finding}`);
  return { name, mark: findings.length === 0 ? 'ok' : 'FAILED', about: `${findings.length} findings` };
}

function sameOptions(): string {
  const options = [wanted.nightly ? ' --nightly' : '', seed === undefined ? '' : ` --seed ${seed}`].join('');
  return options === '' ? '' : ` --${options}`;
}
