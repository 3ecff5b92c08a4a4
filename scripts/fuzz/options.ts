import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { contractFile, contractIn, type Operation } from './contract.ts';
import type { JudgeName } from './judge.ts';

export type Options = {
  readonly profile: 'gate' | 'nightly';
  readonly judges: readonly JudgeName[];
  readonly operations: readonly Operation[];
  readonly isWhole: boolean;
  readonly version: string | undefined;
  readonly contractFile: string;
  readonly seconds: number | undefined;
  readonly cases: number | undefined;
  readonly seed: number | undefined;
  readonly service:
    | { readonly url: string; readonly key: string; readonly spareKey: string | undefined }
    | undefined;
  readonly report: string | undefined;
  readonly mayBeMissing: boolean;
  /** As on the command line, to repeat the run. */
  readonly line: string;
};

/** What is wrong with the command line, in one sentence. */
export class Misuse extends Error {}

export const usage = `Fuzzes the service: the journeys of an integrator, the own generator, Schemathesis; then it looks at the
ledger and the log. It starts the service on an empty database, or fuzzes one that runs (--url).

  npm run fuzz                      the same requests every time; takes minutes
  npm run fuzz -- --nightly         200,000 more requests, other ones every time; takes most of an hour

  --judge NAME                      own, schemathesis or journeys; may be repeated
  --operation ID                    only this operation; may be repeated
  --tag NAME                        only the operations of this tag; may be repeated
  --version DATE                    by the contract of a released version, as an app pinned to it
  --seed N                          the random requests of that seed
  --cases N                         how many requests the own generator makes at random, and Schemathesis of each kind
                                    for each operation
  --seconds N                       how long each judge may take
  --url URL --key KEY               a service that runs already; the key is a sandbox key of a merchant for tests
  --spare-key KEY                   another merchant's key there, for operations that delete objects or turn the clock
  --report DIR                      writes a page, JUnit and HAR into the folder
  --schemathesis-may-be-missing     only warn if Schemathesis cannot be started
  --help

What a request found is kept in .data/fuzz/corpus/ and tried first in every later run. Move an entry to
test/contract/fuzzer/corpus/ together with the mend. Exit code: 0 nothing found, 1 something found, 2 wrong options,
130 interrupted.`;

const names: readonly JudgeName[] = ['journeys', 'own', 'schemathesis'];

/** @throws Misuse */
export function optionsIn(args: readonly string[]): Options | 'help' {
  const values = parsed(args);
  if (values.help) return 'help';
  const file = fileOf(values.version);
  const all = contractIn(file).operations;
  const operations = chosen(all, values.operation ?? [], values.tag ?? []);
  const isForeign = values.url !== undefined;
  const profile = values.nightly ? 'nightly' : 'gate';
  const isWhole = operations.length === all.length;
  return {
    profile,
    judges: judgesOf(values.judge ?? [], { isWhole, isForeign, isNewest: values.version === undefined }),
    operations,
    isWhole,
    version: values.version,
    contractFile: file,
    seconds: atLeastOne('--seconds', values.seconds),
    cases: wholeNumber('--cases', values.cases),
    seed: wholeNumber('--seed', values.seed) ?? (values.nightly ? fresh() : undefined),
    service: serviceOf(values),
    report: values.report === undefined ? undefined : resolve(values.report),
    mayBeMissing: values['schemathesis-may-be-missing'],
    line: args.map((arg) => (/^[\w./:-]+$/.test(arg) ? arg : JSON.stringify(arg))).join(' '),
  };
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        nightly: { type: 'boolean', default: false },
        judge: { type: 'string', multiple: true },
        operation: { type: 'string', multiple: true },
        tag: { type: 'string', multiple: true },
        version: { type: 'string' },
        seed: { type: 'string' },
        cases: { type: 'string' },
        seconds: { type: 'string' },
        url: { type: 'string' },
        key: { type: 'string' },
        'spare-key': { type: 'string' },
        report: { type: 'string' },
        'schemathesis-may-be-missing': { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    }).values;
  } catch (error) {
    throw new Misuse(error instanceof Error ? error.message : String(error));
  }
}

function chosen(
  all: readonly Operation[],
  ids: readonly string[],
  tags: readonly string[],
): readonly Operation[] {
  const unknownId = ids.find((id) => !all.some((operation) => operation.id === id));
  if (unknownId !== undefined) throw new Misuse(`The contract has no operation ${unknownId}.`);
  const known = [...new Set(all.map(({ tag }) => tag))];
  const unknownTag = tags.find((tag) => !known.includes(tag));
  if (unknownTag !== undefined)
    throw new Misuse(`The contract has no tag "${unknownTag}". It has: ${known.join(', ')}.`);
  if (ids.length + tags.length === 0) return all;
  return all.filter(({ id, tag }) => ids.includes(id) || tags.includes(tag));
}

/**
 * Journeys lead through all operations, so a narrowed run leaves them out unless they are asked for. They are written for the newest
 * version.
 */
type About = { readonly isWhole: boolean; readonly isForeign: boolean; readonly isNewest: boolean };

function judgesOf(wanted: readonly string[], { isWhole, isForeign, isNewest }: About): readonly JudgeName[] {
  const unknown = wanted.find((name) => !names.some((known) => known === name));
  if (unknown !== undefined) throw new Misuse(`There is no judge "${unknown}": choose ${names.join(', ')}.`);
  if (!isNewest && wanted.includes('journeys'))
    throw new Misuse(
      'The journeys are those of the newest version: --judge journeys goes without --version.',
    );
  if (wanted.length > 0) return names.filter((name) => wanted.includes(name));
  if (isForeign) return ['own'];
  return isWhole && isNewest ? names : names.filter((name) => name !== 'journeys');
}

function fileOf(version: string | undefined): string {
  if (version === undefined) return contractFile;
  if (!/^\d{4}-\d{2}-\d{2}$/.test(version)) throw new Misuse('--version takes a date: 2026-01-01.');
  const frozen = resolve(import.meta.dirname, `../../src/versions/${version}/openapi.yaml`);
  if (!existsSync(frozen)) throw new Misuse(`No version ${version} is released: there is no ${frozen}.`);
  return frozen;
}

function wholeNumber(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,10}$/.test(text)) throw new Misuse(`${name} takes a whole number.`);
  return Number(text);
}

function atLeastOne(name: string, text: string | undefined): number | undefined {
  const number = wholeNumber(name, text);
  if (number === 0) throw new Misuse(`${name} takes a number of at least 1.`);
  return number;
}

/** Printed, so that the run can be repeated. */
function fresh(): number {
  return Math.floor(performance.timeOrigin % 2 ** 31);
}

type Service = { readonly url?: string; readonly key?: string; readonly 'spare-key'?: string };

function serviceOf({ url, key, 'spare-key': spareKey }: Service): Options['service'] {
  if (url === undefined && key === undefined && spareKey === undefined) return undefined;
  if (url === undefined || key === undefined) throw new Misuse('--url and --key belong together.');
  if (!URL.canParse(url) || !/^https?:/.test(url))
    throw new Misuse('--url takes an address: http://localhost:3000.');
  const live = Object.entries({ key, 'spare-key': spareKey }).find(([, given]) => given?.includes('_live_'));
  if (live) throw new Misuse(`--${live[0]} takes a sandbox key: the fuzzer would move real money.`);
  if (key === spareKey)
    throw new Misuse('--spare-key takes the key of another merchant: what it calls deletes their objects.');
  return { url: url.replace(/\/+$/, ''), key, spareKey };
}
