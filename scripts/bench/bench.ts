import type { Figure } from './figures.ts';
import type { Place, Service } from './place.ts';

export type Bench = {
  readonly place: Place;
  readonly rounds: number;
  readonly seconds: number;
  readonly pgbench: string | undefined;
  /** Whether services leave CPU profiles. */
  readonly profile: boolean;
  readonly say: (words: string) => void;
};

export type Scenario = {
  readonly name: string;
  readonly run: (bench: Bench) => Promise<readonly Figure[]>;
};

type Side = () => Promise<number>;

/** One side after the other, round by round, so that what the machine does besides hits both; after a warm-up of both. */
export async function interleaved(
  { rounds, say }: Bench,
  what: string,
  [ours, limit]: readonly [Side, Side],
): Promise<readonly [readonly number[], readonly number[]]> {
  await ours();
  await limit();
  const rates: readonly [number[], number[]] = [[], []];
  for (let round = 1; round <= rounds; round += 1) {
    const [a, b] = [await ours(), await limit()];
    rates[0].push(a);
    rates[1].push(b);
    say(`${what}: round ${round} of ${rounds}: ${Math.round(a)}/s against ${Math.round(b)}/s`);
  }
  return rates;
}

export async function withService<T>({ place }: Bench, work: (service: Service) => Promise<T>): Promise<T> {
  const service = await place.startService();
  try {
    return await work(service);
  } finally {
    await service.stop();
  }
}
