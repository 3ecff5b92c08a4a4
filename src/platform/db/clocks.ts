import type { Ran } from './connect.ts';

/** The merchant's clock was turned since it was last seen: what was done by the old one is done anew. */
export class ClockTurned extends Error {
  override name = 'ClockTurned';
}

type Known = {
  readonly offsets: Map<string, number>;
  readonly merchantId: string;
  readonly known: number;
  readonly opened: Promise<readonly Ran[]>;
};

/** Clocks are seldom turned: the first statement leaves together with the opening, whose answer is looked at before the commit. */
export async function byKnownClock<T>(
  { offsets, merchantId, known, opened }: Known,
  work: () => Promise<T>,
): Promise<T> {
  const [ran] = await Promise.allSettled([work()]);
  const offset = offsetIn(await opened);
  if (offset !== known) {
    remember(offsets, merchantId, offset);
    throw new ClockTurned();
  }
  if (ran.status === 'rejected') throw ran.reason;
  return ran.value;
}

const mostOffsets = 10_000;

/** Forgotten all at once when full: a clock costs one round trip to learn again. */
export function remember(offsets: Map<string, number>, merchantId: string, offset: number): void {
  if (offsets.size >= mostOffsets) offsets.clear();
  offsets.set(merchantId, offset);
}

/** What the last statement of a sandbox transaction's opening answered. */
export function offsetIn(answers: readonly Ran[]): number {
  const row: { clock_offset_ms: bigint } | undefined = answers.at(-1)?.rows[0];
  return Number(row?.clock_offset_ms ?? 0n);
}
