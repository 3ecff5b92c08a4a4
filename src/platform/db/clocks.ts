import type { Ran } from './connect.ts';

/** The clock of a merchant has moved since this process cached it, so the transaction must run again. */
export class ClockTurned extends Error {
  override name = 'ClockTurned';
  readonly merchantIds: readonly string[];

  constructor(merchantIds: readonly string[]) {
    super('a clock has moved');
    this.merchantIds = merchantIds;
  }
}

/** The last opening statement of a sandbox transaction of several merchants. */
export const readClocks =
  'SELECT merchant_id, clock_offset_ms FROM merchant_states WHERE merchant_id = ANY($1::uuid[])';
/** The same of one merchant. PostgreSQL would plan the other one anew each time: it takes a list for longer than this one is. */
export const readClock = 'SELECT merchant_id, clock_offset_ms FROM merchant_states WHERE merchant_id = $1';

type Asked = {
  /** What this process knows. */
  readonly offsets: Map<string, number>;
  readonly merchantIds: readonly string[];
  readonly opened: Promise<readonly Ran[]>;
};

type OffsetOf = (merchantId: string) => number;

/**
 * Pipelines BEGIN with the first statement if the clocks are known, and rechecks them before COMMIT. Test clocks seldom move, so
 * this seldom fails.
 *
 * @throws ClockTurned
 */
export async function byKnownClocks<T>(
  { offsets, merchantIds, opened }: Asked,
  work: (offsetOf: OffsetOf) => Promise<T>,
): Promise<T> {
  const isKnown = merchantIds.every((id) => offsets.has(id));
  const used = new Map(
    isKnown ? merchantIds.map((id) => [id, offsets.get(id) ?? 0]) : offsetsIn(await opened),
  );
  const offsetOf: OffsetOf = (id) => used.get(id) ?? 0;
  const [ran] = await Promise.allSettled([work(offsetOf)]);
  const read = offsetsIn(await opened);
  for (const id of merchantIds) remember(offsets, id, read.get(id) ?? 0);
  const turned = merchantIds.filter((id) => offsetOf(id) !== (read.get(id) ?? 0));
  if (turned.length > 0) throw new ClockTurned(turned);
  if (ran.status === 'rejected') throw ran.reason;
  return ran.value;
}

const mostOffsets = 10_000;

/** Drops the whole cache when it is full: reading a clock again costs one round trip. */
function remember(offsets: Map<string, number>, merchantId: string, offset: number): void {
  if (offsets.size >= mostOffsets && !offsets.has(merchantId)) offsets.clear();
  offsets.set(merchantId, offset);
}

/** The clock offset of each merchant who has one, by one of these statements. */
export function offsetsIn(answers: readonly Ran[]): Map<string, number> {
  const rows: readonly { merchant_id: string; clock_offset_ms: bigint }[] = answers.at(-1)?.rows ?? [];
  return new Map(rows.map((row) => [row.merchant_id, Number(row.clock_offset_ms)]));
}
