import type { ServerProcess } from '../testbed/processes.ts';
import type { Testbed } from '../testbed/testbed.ts';
import type { Figure } from './figures.ts';

export type Bench = {
  readonly testbed: Testbed;
  readonly rounds: number;
  readonly seconds: number;
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
  readonly run: (bench: Bench) => Promise<readonly Figure[]>;
};

type Side = () => Promise<number>;

/**
 * Measures the rates of the service and of its baseline in turn, so that other load on the machine slows both. A warm-up of
 * each comes first.
 */
export async function interleaved(
  { rounds, say }: Bench,
  what: string,
  [service, baseline]: readonly [Side, Side],
): Promise<readonly [readonly number[], readonly number[]]> {
  await service();
  await baseline();
  const rates: readonly [number[], number[]] = [[], []];
  for (let round = 1; round <= rounds; round += 1) {
    const [a, b] = [await service(), await baseline()];
    rates[0].push(a);
    rates[1].push(b);
    say(`${what}: round ${round} of ${rounds}: ${Math.round(a)}/s against ${Math.round(b)}/s`);
  }
  return rates;
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
