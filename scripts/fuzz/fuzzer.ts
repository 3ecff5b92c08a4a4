import { type Contract, newest, type Operation } from './contract.ts';
import { destructive, type Progress } from './judge.ts';
import type { Door, Exchange } from './own/client.ts';
import { type Corpus, noCorpus } from './own/corpus.ts';
import { type Coverage, neverSucceeded } from './own/coverage.ts';
import type { BusyKey, Doors } from './own/failures.ts';
import { sendRandomly } from './own/random.ts';
import { createTester, type Found, Interrupted, type Tester } from './own/tester.ts';
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
  /** Only the ways to succeed of each operation: a hundredth of the requests. */
  readonly onlyWays?: boolean;
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

/** About how many requests of an operation are the same in every run. */
const casesOfWalk = 105;

const silent: Progress = { at: () => undefined };

/**
 * Checks that a valid request is never answered 400 or 5xx, that one broken rule is always answered 400, that every answer
 * conforms to the contract, and that every link leads somewhere. First what is the same in every run, then at random.
 */
export async function fuzz(fuzzing: Fuzzing): Promise<Outcome> {
  const { spare, corpus = noCorpus, isOurs = true } = fuzzing;
  const { contract = newest, operations: wanted = contract.operations } = fuzzing;
  const tried = wanted.filter(({ id }) => spare !== undefined || !destructive.includes(id));
  const progress = paced(fuzzing, tried.length * casesOfWalk + fuzzing.cases);
  const tester = createTester({ contract, door: fuzzing.door, isOurs, corpus, progress });
  const both = tried.map((operation) => ({
    operation,
    tester: destructive.includes(operation.id) ? through(tester, spare) : tester,
  }));
  const isPartial = await isInterrupted(() => send(both, { ...fuzzing, contract, corpus }));
  return {
    coverage: tester.coverage,
    findings: tester.findings,
    samples: tester.samples,
    neverSucceeded: neverSucceeded(tester.coverage, tried),
    leftOut: wanted.filter((operation) => !tried.includes(operation)).map(({ id }) => id),
    isPartial,
  };
}

type Both = readonly { readonly operation: Operation; readonly tester: Tester }[];
type Ready = Fuzzing & Required<Pick<Fuzzing, 'contract' | 'corpus'>>;

async function send(both: Both, fuzzing: Ready): Promise<void> {
  const { contract, seconds = Number.POSITIVE_INFINITY, seed = 1, cases } = fuzzing;
  const from = performance.now();
  const isOver = () => performance.now() - from > seconds * 1000;
  for (const { operation, tester } of both) {
    if (isOver()) throw new Interrupted();
    await walk(tester, operation, fuzzing);
  }
  await sendRandomly(both, contract, { seed, cases, isOver });
}

async function isInterrupted(work: () => Promise<void>): Promise<boolean> {
  try {
    await work();
    return false;
  } catch (error) {
    if (error instanceof Interrupted) return true;
    throw error;
  }
}

function paced({ progress = silent }: Fuzzing, expected: number): Progress {
  return { at: (now) => progress.at({ ...now, done: Math.min((now.cases ?? 0) / expected, 0.99) }) };
}

/** The same tester, which sends every case that has no door of its own through this one. */
function through(tester: Tester, door: Door | undefined): Tester {
  if (!door) return tester;
  return {
    ...tester,
    door,
    try: (tried) => tester.try({ door, ...tried }),
    ask: (tried) => tester.ask({ door, ...tried }),
  };
}
