import type { Ran } from './connect.ts';

/** The merchant's clock has moved since this process cached it, so the transaction must run again. */
export class ClockTurned extends Error {
  override name = 'ClockTurned';
}

type Known = {
  readonly offsets: Map<string, number>;
  readonly merchantId: string;
  readonly known: number;
  readonly opened: Promise<readonly Ran[]>;
};

/** Pipelines BEGIN with the first statement; rechecks the clock before COMMIT. Test clocks seldom move, so this seldom fails. */
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

/** Drops the whole cache when it is full: reading a clock again costs one round trip. */
export function remember(offsets: Map<string, number>, merchantId: string, offset: number): void {
  if (offsets.size >= mostOffsets) offsets.clear();
  offsets.set(merchantId, offset);
}

/** The clock offset, which the last opening statement of a sandbox transaction reads. */
export function offsetIn(answers: readonly Ran[]): number {
  const row: { clock_offset_ms: bigint } | undefined = answers.at(-1)?.rows[0];
  return Number(row?.clock_offset_ms ?? 0n);
}
