import { now } from '../../../platform/clock.ts';
import { firstIdOf, isUuid, timeOf } from '../../../platform/ids.ts';
import { isSnapshot, type Snapshot } from './snapshot.ts';

/** In the middle of a stretch that is read page by page: its end, and how many items of the next page were sent already. */
type Within = { readonly until?: Snapshot | undefined; readonly skip: number };

/** After all that a snapshot saw. */
export type SinceSnapshot = Within & {
  readonly seen: Snapshot;
  /** When it was taken, for the day when the database is another one. */
  readonly atMs: number;
  /** The last item of the pages that were sent. */
  readonly after?: { readonly transaction: string; readonly eventId: string } | undefined;
};

/** After an id, for a stream that begins in the past: from there on it follows snapshots. */
export type SinceTime = Within & { readonly above: string };

/**
 * Where a stream is. Neither ids nor times say what a reader has missed: a transaction that began earlier may commit later. So a
 * position is a snapshot of the database. Decision 0099.
 */
export type Position = SinceSnapshot | SinceTime;

export function sinceTime(ms: number): SinceTime {
  return { above: firstIdOf(Math.max(0, ms)), skip: 0 };
}

/** When the stretch of a position began: no later than its end, for which a snapshot gives no time. */
export function beganMs(position: Position): number {
  return 'seen' in position ? position.atMs : Math.min(timeOf(position.above).getTime(), now().getTime());
}

/** As the `id:` of a server-sent event, which must be one line. */
export function writePosition(position: Position): string {
  const { until = '', skip } = position;
  const parts =
    'seen' in position
      ? ['s', position.seen, position.atMs, position.after?.transaction ?? '', position.after?.eventId ?? '']
      : ['t', position.above];
  return [...parts, until, skip].join('~');
}

/** Undefined: it is no position of ours. */
export function readPosition(text: string): Position | undefined {
  const [kind, ...rest] = text.split('~');
  const position = kind === 's' ? readSnapshot(rest) : kind === 't' ? readTime(rest) : undefined;
  if (!position) return undefined;
  const { until, skip } = position;
  const isWhole = Number.isSafeInteger(skip) && skip >= 0 && skip <= 100_000;
  return isWhole && (until === undefined || isSnapshot(until)) ? position : undefined;
}

function readSnapshot([seen = '', at, transaction, eventId, until = '', skip]: string[]) {
  const after = placeIn(transaction, eventId);
  const atMs = Number(at);
  const fits = isSnapshot(seen) && after !== false && Number.isSafeInteger(atMs);
  return fits ? { seen, atMs, after, until: until || undefined, skip: Number(skip) } : undefined;
}

/** False: it is no place. */
function placeIn(transaction = '', eventId = ''): SinceSnapshot['after'] | false {
  if (transaction === '' && eventId === '') return undefined;
  return /^\d{1,18}$/.test(transaction) && isUuid(eventId) && { transaction, eventId };
}

function readTime([above = '', until = '', skip]: string[]): SinceTime | undefined {
  return isUuid(above) ? { above, until: until || undefined, skip: Number(skip) } : undefined;
}
