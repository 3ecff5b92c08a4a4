/**
 * A `pg_snapshot` in its text form, `xmin:xmax:xip,xip`: which transactions had ended when it was taken. What a transaction of
 * `xip`, or from `xmax` on, wrote was not visible.
 */
export type Snapshot = string;

type Parts = { readonly first: bigint; readonly end: bigint; readonly open: ReadonlySet<bigint> };

const form = /^(\d{1,19}):(\d{1,19}):((?:\d{1,19}(?:,\d{1,19})*)?)$/;
/** More transactions are never open at once. */
const mostOpen = 1000;
const greatest = 2n ** 63n - 1n;

/** Whether PostgreSQL would take the text for a snapshot: a position comes from the network. */
export function isSnapshot(text: string): boolean {
  const [, from = '0', to = '0', list = ''] = form.exec(text) ?? [];
  const [first, end, ids] = [BigInt(from), BigInt(to), idsIn(list)];
  const inOrder = ids.every((id, at) => id >= first && id < end && (at === 0 || id > (ids[at - 1] ?? 0n)));
  return first > 0n && first <= end && end <= greatest && ids.length <= mostOpen && inOrder;
}

/** The first transaction that had not ended. */
export function firstOpenIn(snapshot: Snapshot): string {
  return partsOf(snapshot).first.toString();
}

/** Whether the transaction had committed when the snapshot was taken. */
export function sees(snapshot: Snapshot, transaction: string): boolean {
  const { first, end, open } = partsOf(snapshot);
  const id = BigInt(transaction);
  return id < first || (id < end && !open.has(id));
}

/**
 * The snapshot as if these transactions had not ended.
 *
 * @param numbers the last 32 bits of each, as locks show them. Those that began after the snapshot are not in it anyway
 */
export function withOpen(snapshot: Snapshot, numbers: readonly string[]): Snapshot {
  const { first, end, open } = partsOf(snapshot);
  const whole = numbers.map((number) => end + BigInt.asIntN(32, BigInt(number) - end));
  const before = whole.filter((number) => number < end);
  if (before.length === 0) return snapshot;
  const all = [...new Set([...open, ...before])].toSorted((a, b) => (a < b ? -1 : 1));
  const [least = first] = all;
  return `${least < first ? least : first}:${end}:${all.join(',')}`;
}

/** Snapshots of one server are in order: the later one sees all that the earlier one sees, and more. */
export function isLater(one: Snapshot, other: Snapshot): boolean {
  const [a, b] = [partsOf(one), partsOf(other)];
  return a.end === b.end ? a.open.size < b.open.size : a.end > b.end;
}

function partsOf(snapshot: Snapshot): Parts {
  const [, first = '0', end = '0', open = ''] = form.exec(snapshot) ?? [];
  return { first: BigInt(first), end: BigInt(end), open: new Set(idsIn(open)) };
}

function idsIn(list: string): readonly bigint[] {
  return list === '' ? [] : list.split(',').map(BigInt);
}
