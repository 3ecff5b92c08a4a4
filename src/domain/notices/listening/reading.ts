import type { Context } from '../../../engine/context.ts';
import type { MerchantId } from '../../../engine/principal.ts';
import { now } from '../../../platform/clock.ts';
import { inNameOf } from '../../../platform/db/database.ts';
import type { AppSecrets } from '../signatures/queries.ts';
import type { Item } from './items.ts';
import { type Position, type SinceSnapshot, sinceTime } from './position.ts';
import {
  type Found,
  findAppSecretsAcrossMerchants,
  findLater,
  findNewAcrossMerchants,
  findSnapshotAcrossMerchants,
  type ItemRow,
} from './queries.ts';
import { isLater, type Snapshot, sees } from './snapshot.ts';

/** The most items of a page, which are in memory while its reader is slow. */
export const mostOfPage = 50;
/** A database that was restored may lack what was written shortly before. */
const marginMs = 5 * 60_000;

/** Someone who listens: whose events, and how to send them. */
export type Listener = {
  readonly merchantId: MerchantId;
  readonly appId: string;
  readonly apiVersion: string;
  /** Undefined: all types. */
  readonly types: ReadonlySet<string> | undefined;
  /** @returns false when the reader is slow: nothing more is sent before `resume` */
  readonly send: (item: Item, position: Position) => boolean;
  /** The stream is up to date for the first time: from here on nothing is missed. */
  readonly ready: (position: Position) => void;
  /** Ends the stream: its next event could not be sent. */
  readonly end: () => void;
};

export type Reader = {
  readonly listener: Listener;
  position: Position | undefined;
  /** It has all that its position says, and gets the rest from the loop. */
  caughtUp: boolean;
  isReady: boolean;
  isFull: boolean;
  isReading: boolean;
  /** Of which a part was sent. */
  page: Page | undefined;
};

export type Page = {
  readonly rows: readonly ItemRow[];
  readonly until: Snapshot;
  /** Nothing is left between these rows and `until`. */
  readonly isLast: boolean;
  readonly secrets: ReadonlyMap<string, AppSecrets>;
};

/** The position that the loop reads from: whoever is further leaves out what they have. */
export function earliestOf(ready: readonly Reader[]): SinceSnapshot | undefined {
  const positions = ready.flatMap(({ position }) => (position && 'seen' in position ? [position] : []));
  return positions.reduce<SinceSnapshot | undefined>(
    (least, each) => (least && !isLater(least.seen, each.seen) ? least : each),
    undefined,
  );
}

export function rowsFor({ listener, position }: Reader, { rows }: Found): readonly ItemRow[] {
  if (!position || !('seen' in position)) return [];
  const { seen } = position;
  return rows.filter((row) => row.merchant_id === listener.merchantId && !sees(seen, row.written_in ?? '0'));
}

export async function readPage(ctx: Context, reader: Reader): Promise<Page> {
  const { merchantId } = reader.listener;
  const db = inNameOf(ctx.db, merchantId);
  reader.position ??= after(await findSnapshotAcrossMerchants(db));
  const { position } = reader;
  const found =
    'seen' in position
      ? await findNewAcrossMerchants(db, [merchantId], position, mostOfPage)
      : await findLater(db, merchantId, position, mostOfPage);
  // No snapshot is later than the present one, unless it is of another database.
  if ('seen' in position && isLater(position.seen, found.now)) {
    reader.position = sinceTime(position.atMs - marginMs);
    return await readPage(ctx, reader);
  }
  const until = position.until ?? found.now;
  const isLast = found.rows.length < mostOfPage;
  return { rows: found.rows, until, isLast, secrets: await secretsFor(ctx, found, [reader]) };
}

/**
 * A position after everything that the snapshot sees.
 *
 * @param atMs when it was taken; earlier if that is not known
 */
export function after(seen: Snapshot, atMs = now().getTime()): SinceSnapshot {
  return { seen, atMs, skip: 0 };
}

export async function secretsFor(
  ctx: Context,
  { rows }: Found,
  readers: readonly Reader[],
): Promise<ReadonlyMap<string, AppSecrets>> {
  if (rows.length === 0) return new Map();
  const appIds = [...new Set(readers.map(({ listener }) => listener.appId))];
  const found = await findAppSecretsAcrossMerchants(ctx.db, appIds);
  return new Map(found.map((secrets) => [secrets.app_id, secrets]));
}
