import type { ServerProcess } from '../testbed/processes.ts';
import type { Testbed } from '../testbed/testbed.ts';
import { type Figure, median, type Side } from './figures.ts';

export type Bench = {
  readonly testbed: Testbed;
  readonly rounds: number;
  readonly seconds: number;
  /** How long a mix of calls runs. */
  readonly minutes: number;
  /** The most transactions that a scenario fills in; undefined: as many as its goal says. */
  readonly rows: number | undefined;
  /** The path of pgbench, if it is installed. */
  readonly pgbench: string | undefined;
  /** Whether services write CPU profiles. */
  readonly profile: boolean;
  /** Prints progress. */
  readonly say: (words: string) => void;
};

export type Scenario = {
  /** As it is given on the command line, such as `P1`. */
  readonly name: string;
  /** One line for `--help`. */
  readonly about: string;
  /** Whether it runs only when it is named, because it takes long or needs other programs. */
  readonly onlyByName?: boolean;
  readonly run: (bench: Bench) => Promise<readonly Figure[]>;
};

/** What is measured, and a function that measures it once and returns a rate. */
export type Measured = readonly [of: string, measure: () => Promise<number>];

/** Measures the service and its baseline in turn, so that other load on the machine slows both. A warm-up of each comes first. */
export async function interleaved(
  bench: Pick<Bench, 'rounds' | 'say'>,
  what: string,
  [service, baseline]: readonly [Measured, Measured],
): Promise<readonly [Side, Side]> {
  const [first, second] = await inTurn(bench, what, [service, baseline]);
  if (first === undefined || second === undefined) throw new Error('two sides were measured');
  return [first, second];
}

/** As `interleaved`, of any number of sides. */
export async function inTurn(
  { rounds, say }: Pick<Bench, 'rounds' | 'say'>,
  what: string,
  measured: readonly Measured[],
): Promise<readonly Side[]> {
  for (const [, measure] of measured) await measure();
  const sides = measured.map(([of]) => ({ of, values: [] as number[] }));
  for (let round = 1; round <= rounds; round += 1) {
    for (const [place, [, measure]] of measured.entries()) sides[place]?.values.push(await measure());
    const rates = sides.map(({ values }) => `${Math.round(median(values.slice(-1)))}/s`);
    say(`${what}: round ${round} of ${rounds}: ${rates.join(' against ')}`);
  }
  return sides;
}

export async function withService<T>(
  { testbed }: Bench,
  work: (service: ServerProcess) => Promise<T>,
): Promise<T> {
  const service = await testbed.startService();
  try {
    return await work(service);
  } finally {
    await service.stop();
  }
}
