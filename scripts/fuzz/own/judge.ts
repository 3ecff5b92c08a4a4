import { resolve } from 'node:path';
import { contractIn } from '../contract.ts';
import { fuzz, type Outcome } from '../fuzzer.ts';
import { type Covered, type Finding, type Judge, type JudgeOptions, markOf, type Verdict } from '../judge.ts';
import { corpusIn } from './corpus.ts';
import { everythingOf } from './coverage.ts';
import { gaps, knownUnseen } from './gate.ts';

const root = resolve(import.meta.dirname, '../../..');

/** New findings go to the first folder; the second is under version control. */
const corpusFolders = [resolve(root, '.data/fuzz/corpus'), resolve(root, 'test/contract/fuzzer/corpus')];

/** How many random requests each profile sends, beside those that are the same in every run. */
const usual = { gate: 4_000, nightly: 200_000 };

/** Generates requests by the contract and judges every answer by it. Needs nothing but Node. */
export const own: Judge = {
  name: 'own',
  run: async (options, progress) => {
    const { target, signal, version, seconds, seed } = options;
    const admission = await target.admission?.();
    const { key, spareKey } = admission ?? target;
    const at = { baseUrl: target.baseUrl, version, signal };
    const outcome = await fuzz({
      contract: contractIn(options.contractFile),
      operations: options.operations,
      door: { ...at, key },
      spare: spareKey === undefined ? undefined : { ...at, key: spareKey },
      isOurs: admission !== undefined,
      ...admission,
      corpus: corpusIn(corpusFolders),
      progress,
      seed: seed ?? 1,
      cases: options.cases ?? usual[options.profile],
      seconds,
    });
    return verdictOf(outcome, options);
  },
};

function verdictOf(outcome: Outcome, options: JudgeOptions): Verdict {
  const { coverage, findings, samples, isPartial, leftOut } = outcome;
  // A run that was cut short, or that could not open every door, has not had the chance to see everything.
  const isGated =
    !isPartial && options.isWhole && options.target.admission !== undefined && options.version === undefined;
  const missing = isGated ? gaps(coverage, options.operations, knownUnseen()) : [];
  const never = isPartial ? [] : outcome.neverSucceeded.map((id) => `${id}: never answered 2xx`);
  const all: Finding[] = [
    ...findings.map(({ operation, what, curl }) => ({
      operation,
      what,
      ...(curl !== undefined && { curl }),
    })),
    ...[...never, ...missing].map((what) => ({ operation: what.split(/[ :]/)[0] ?? '', what })),
  ];
  const covered = coveredBy(outcome, options);
  const parts = [
    `${coverage.requests.toLocaleString('en')} requests`,
    `${all.length} findings`,
    ...covered.map(({ kind, seen, missed }) => `${seen.size} of ${seen.size + missed.length} ${kind}`),
    ...(isPartial ? ['not finished'] : []),
    ...(leftOut.length > 0 ? [`without ${leftOut.join(', ')}, which need --spare-key`] : []),
  ];
  const mark = markOf(all, isPartial || leftOut.length > 0);
  const exchanges = [...samples, ...findings.flatMap(({ exchange }) => exchange ?? [])];
  const answered = new Set([...coverage.answers.keys()].map((answer) => answer.split(' ')[0]));
  const untried = options.operations.map(({ id }) => id).filter((id) => !answered.has(id));
  return { name: 'own generator', mark, about: parts.join(', '), findings: all, covered, exchanges, untried };
}

function coveredBy({ coverage }: Outcome, { operations }: JudgeOptions): Covered[] {
  const all = everythingOf(operations);
  return (['answers', 'codes', 'parameters', 'links'] as const).map((kind) => {
    const [seen, names] = [coverage[kind], all[kind]];
    return {
      kind,
      seen: new Map(names.flatMap((name) => (seen.has(name) ? [[name, seen.get(name) ?? 0] as const] : []))),
      missed: names.filter((name) => !seen.has(name)),
    };
  });
}
