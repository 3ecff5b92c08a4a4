import type { Context } from '../../../engine/context.ts';
import { showId } from '../../../platform/ids.ts';
import { type Item, inOrder, itemOf } from './items.ts';
import { beganMs, type Position } from './position.ts';
import type { ItemRow } from './queries.ts';
import { after, type Page, type Reader } from './reading.ts';
import { isLater, type Snapshot } from './snapshot.ts';

/**
 * Sends a page, until the reader is slow. The position then stands behind the last item that was sent.
 *
 * @throws an item cannot be made. The items before it were sent, and the position stands behind them
 */
export function give(ctx: Context, reader: Reader, page: Page): void {
  const { listener, position } = reader;
  if (!position) return;
  const { rows, until, isLast } = page;
  const ordered = inOrder(rows);
  const next = isLast ? laterOf(position, until) : pageAfter(position, rows.at(-1), until);
  for (const [at, row] of ordered.entries()) {
    if (at < position.skip) continue;
    const isEnd = at === ordered.length - 1;
    const behind = isEnd ? next : { ...position, until, skip: at + 1 };
    if (!listener.types || listener.types.has(row.type))
      reader.isFull = !listener.send(made(ctx, row, reader, page), behind);
    // Only now: an item that could not be sent is the next one for whoever connects again.
    reader.position = behind;
    if (!reader.isFull) continue;
    reader.caughtUp = false;
    reader.page = isEnd ? undefined : page;
    return;
  }
  reader.page = undefined;
  reader.position = next;
}

/** A later release may have recorded the event, or the app's secret may be sealed with another key. */
function made(ctx: Context, row: ItemRow, { listener }: Reader, { secrets }: Page): Item {
  const { apiVersion, appId } = listener;
  try {
    return itemOf(ctx, row, { apiVersion, secrets: secrets.get(appId) });
  } catch (error) {
    throw new Error(`${showId('evt', row.event_id)} could not be made`, { cause: error });
  }
}

function laterOf(position: Position, until: Snapshot): Position {
  // A client that comes back brings the end of its stretch along, which may be days old.
  if (position.until !== undefined) return after(until, beganMs(position));
  // Of two equal snapshots, the one that was taken here counts: the other may come from a client.
  const isBehind = !('seen' in position) || !isLater(position.seen, until);
  return isBehind ? after(until) : position;
}

function pageAfter(position: Position, last: ItemRow | undefined, until: Snapshot): Position {
  if (!last) return position;
  if (!('seen' in position)) return { above: last.event_id, until, skip: 0 };
  const place = { transaction: last.written_in ?? '0', eventId: last.event_id };
  return { ...position, after: place, until, skip: 0 };
}
