import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type FuzzedService, startFuzzedService } from './fuzz/fuzzed-service.ts';
import { journeys } from './fuzz/journeys.ts';
import type { FuzzTarget, Judge, JudgeOptions, Verdict } from './fuzz/judge.ts';
import { Misuse, type Options, optionsIn, usage } from './fuzz/options.ts';
import { own } from './fuzz/own/judge.ts';
import { reporterOf } from './fuzz/progress.ts';
import { harOf } from './fuzz/report/har.ts';
import { junitOf } from './fuzz/report/junit.ts';
import { pageOf } from './fuzz/report/page.ts';
import { schemathesis } from './fuzz/schemathesis/judge.ts';

const judges: readonly Judge[] = [journeys, own, schemathesis];
const folder = resolve(import.meta.dirname, '../.data/fuzz');

try {
  const options = optionsIn(process.argv.slice(2));
  if (options === 'help') console.log(usage);
  else process.exitCode = await run(options);
} catch (error) {
  if (!(error instanceof Misuse)) throw error;
  console.error(`${error.message}\n\n${usage}`);
  process.exitCode = 2;
}

/** Returns the exit code. */
async function run(wanted: Options): Promise<number> {
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  const verdicts: Verdict[] = [];
  const service = await begun(wanted, verdicts);
  try {
    if (service) verdicts.push(...(await verdictsOf(wanted, service, stop.signal)));
  } finally {
    await service?.own?.stop();
  }
  conclude(wanted, verdicts, stop.signal.aborted);
  if (stop.signal.aborted) return 130;
  return verdicts.every(({ mark }) => mark !== 'FAILED') ? 0 : 1;
}

function noMerchant(): Promise<never> {
  return Promise.reject(new Error('a service that runs already is given no objects'));
}

type Begun = { readonly target: FuzzTarget; readonly own: FuzzedService | undefined };

async function verdictsOf(
  wanted: Options,
  { target, own: ours }: Begun,
  signal: AbortSignal,
): Promise<Verdict[]> {
  const asked = { ...wanted, target, folder: wanted.report ?? folder, signal };
  const chosen = judges.filter(({ name }) => wanted.judges.includes(name));
  // All at once: each waits for the answers to its own calls, in the name of its own merchants.
  const verdicts = await Promise.all(chosen.map((judge) => heard(judge, asked)));
  return ours ? [...verdicts, await behindTheAnswers(ours)] : verdicts;
}

/** Undefined if the service did not start; the verdicts then say why. */
async function begun({ service }: Options, verdicts: Verdict[]): Promise<Begun | undefined> {
  if (service) {
    const { url: baseUrl, key, spareKey } = service;
    return {
      target: { baseUrl, key, spareKey, aMerchant: noMerchant, admission: undefined },
      own: undefined,
    };
  }
  try {
    const started = await startFuzzedService(folder);
    const { baseUrl, aMerchant, admission } = started;
    return { target: { baseUrl, key: undefined, spareKey: undefined, aMerchant, admission }, own: started };
  } catch (error) {
    verdicts.push(broken('service', error));
    return undefined;
  }
}

/** A judge that throws, also because it could not make what it needs, has failed; the others go on. */
async function heard(judge: Judge, asked: JudgeOptions): Promise<Verdict> {
  console.log(`${judge.name}: begins${asked.seed === undefined ? '' : `, seed ${asked.seed}`}`);
  const progress = reporterOf({
    judge: judge.name,
    seconds: asked.seconds,
    say: (line) => console.log(line),
  });
  try {
    return await judge.run(asked, progress);
  } catch (error) {
    return broken(judge.name, error);
  } finally {
    progress.stop();
  }
}

function broken(name: string, error: unknown): Verdict {
  const problem = error instanceof Error ? error.message : String(error);
  const what = `it broke: ${problem}`;
  const [about = what] = what.split('\n');
  return { name, mark: 'FAILED', about, findings: [{ operation: '', what }], untried: 'all' };
}

async function behindTheAnswers({ hiddenFaults }: FuzzedService): Promise<Verdict> {
  const name = 'ledger and log';
  try {
    const faults = await hiddenFaults();
    const findings = faults.map((what) => ({ operation: '', what }));
    const mark = faults.length === 0 ? 'ok' : 'FAILED';
    return { name, mark, about: `${faults.length} findings`, findings };
  } catch (error) {
    return broken(name, error);
  }
}

function conclude(wanted: Options, verdicts: readonly Verdict[], interrupted: boolean): void {
  for (const { operation, what, curl } of verdicts.flatMap(({ findings }) => findings)) {
    console.log(
      `\n${operation === '' ? '' : `${operation}: `}${what}${curl === undefined ? '' : `\n${curl}`}`,
    );
  }
  console.log(interrupted ? '\nInterrupted. Until then:' : '');
  for (const { name, mark, about } of verdicts) console.log(`${mark.padEnd(8)}${name}: ${about}`);
  if (wanted.report !== undefined) writeReport(wanted.report, verdicts, wanted);
  if (verdicts.every(({ mark }) => mark !== 'FAILED')) return;
  console.log(`To repeat: npm run fuzz${repeated(wanted)}`);
  if (!wanted.service) console.log(`Log of the service: ${join(folder, 'service.log')}`);
}

function writeReport(to: string, verdicts: readonly Verdict[], { operations }: Options): void {
  mkdirSync(to, { recursive: true });
  writeFileSync(join(to, 'index.html'), pageOf(verdicts, operations));
  writeFileSync(join(to, 'junit.xml'), junitOf(verdicts, operations));
  writeFileSync(join(to, 'exchanges.har'), harOf(verdicts.flatMap(({ exchanges = [] }) => exchanges)));
  console.log(`Report: ${join(to, 'index.html')}`);
}

/** With the seed, also if it was chosen by the run, and without keys. */
function repeated({ line: typed, seed }: Options): string {
  const line = typed.replaceAll(/(--(?:spare-)?key[ =])[^\s"]+/g, '$1…');
  const chosen = seed === undefined || line.includes('--seed') ? line : `${line} --seed ${seed}`.trim();
  return chosen === '' ? '' : ` -- ${chosen}`;
}
