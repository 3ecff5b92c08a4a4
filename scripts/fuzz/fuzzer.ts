import { type Contract, operations as all, contractFile, contractIn, type Operation } from './contract.ts';
import type { Progress } from './judge.ts';
import type { Door, Exchange } from './own/client.ts';
import { type Corpus, noCorpus } from './own/corpus.ts';
import { type Coverage, neverSucceeded } from './own/coverage.ts';
import type { BusyKey, Doors } from './own/failures.ts';
import { sendRandomly } from './own/random.ts';
import { createTester, type Found, Interrupted } from './own/tester.ts';
import { walk } from './own/walk.ts';

export type Fuzzing = {
  readonly contract?: Contract;
  readonly operations?: readonly Operation[];
  readonly door: Door;
  /** Another merchant's, for operations that would delete the objects of the first; undefined: they are left out. */
  readonly spare: Door | undefined;
  /** True if the service was started for this run, without limits of the rate. */
  readonly isOurs?: boolean;
  readonly doors?: Doors | undefined;
  readonly busy?: BusyKey | undefined;
  readonly corpus?: Corpus;
  readonly progress?: Progress;
  readonly seed?: number;
  /** How many requests are generated at random. */
  readonly cases: number;
  readonly seconds?: number | undefined;
};

export type Outcome = {
  readonly coverage: Coverage;
  readonly findings: readonly Found[];
  readonly samples: readonly Exchange[];
  readonly neverSucceeded: readonly string[];
  /** Left out, since they need another merchant's key. */
  readonly leftOut: readonly string[];
  /** Interrupted, or out of time before everything was tried once. */
  readonly isPartial: boolean;
};

/** They delete the merchant's objects, or change their clock or KYC tier. */
const destructive: readonly string[] = ['resetSandbox', 'setTestKyc', 'advanceTestClock'];

/** About how many requests of an operation are the same in every run. */
const casesOfWalk = 105;

const silent: Progress = { at: () => undefined };

/**
 * Checks that a valid request is never answered 400 or 5xx, that one broken rule is always answered 400, that every answer
 * conforms to the contract, and that every link leads somewhere. First what is the same in every run, then at random.
 */
export async function fuzz(fuzzing: Fuzzing): Promise<Outcome> {
  const { door, spare, corpus = noCorpus, progress = silent, isOurs = true, seconds } = fuzzing;
  const contract = fuzzing.contract ?? contractIn(contractFile);
  const from = performance.now();
  const isOver = () => seconds !== undefined && performance.now() - from > seconds * 1000;
  const wanted = fuzzing.operations ?? all;
  const tried = wanted.filter(({ id }) => spare !== undefined || !destructive.includes(id));
  const expected = tried.length * casesOfWalk + fuzzing.cases;
  const paced: Progress = {
    at: (now) => progress.at({ ...now, done: Math.min((now.cases ?? 0) / expected, 0.99) }),
  };
  const tester = createTester({ contract, door, isOurs, corpus, progress: paced });
  // The other merchant's door is another one for the same tester.
  const testerFor = ({ id }: Operation) =>
    spare && destructive.includes(id) ? { ...tester, ...through(tester, spare) } : tester;
  let isPartial = false;
  try {
    for (const operation of tried) {
      if (isOver()) throw new Interrupted();
      await walk(testerFor(operation), operation, { contract, corpus, doors: fuzzing.doors, busy: fuzzing.busy });
    }
    const both = tried.map((operation) => ({ operation, tester: testerFor(operation) }));
    await sendRandomly(both, contract, { seed: fuzzing.seed ?? 1, cases: fuzzing.cases, isOver });
  } catch (error) {
    if (!(error instanceof Interrupted)) throw error;
    isPartial = true;
  }
  return {
    coverage: tester.coverage,
    findings: tester.findings,
    samples: tester.samples,
    neverSucceeded: neverSucceeded(tester.coverage, tried),
    leftOut: wanted.filter((operation) => !tried.includes(operation)).map(({ id }) => id),
    isPartial,
  };
}

type OfTester = ReturnType<typeof createTester>;

/** Sends every case through this door that has none of its own. */
function through(tester: OfTester, door: Door): Pick<OfTester, 'door' | 'try' | 'ask'> {
  return {
    door,
    try: (tried) => tester.try({ door, ...tried }),
    ask: (tried) => tester.ask({ door, ...tried }),
  };
}
