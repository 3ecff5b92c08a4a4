import type { Context } from '../../../engine/context.ts';
import { inOrder, itemOf } from './items.ts';
import type { Position } from './position.ts';
import type { ItemRow } from './queries.ts';
import { after, type Page, type Reader } from './reading.ts';
import { isLater, type Snapshot } from './snapshot.ts';

/** Sends a page, until the reader is slow. The position then stands behind the last item that was sent. */
export function give(ctx: Context, reader: Reader, page: Page): void {
  const { listener, position } = reader;
  if (!position) return;
  const { rows, until, isLast, secrets } = page;
  const { apiVersion, appId, types } = listener;
  const ordered = inOrder(rows);
  const next = isLast ? laterOf(position, until) : pageAfter(position, rows.at(-1), until);
  for (const [at, row] of ordered.entries()) {
    if (at < position.skip) continue;
    const isEnd = at === ordered.length - 1;
    reader.position = isEnd ? next : { ...position, until, skip: at + 1 };
    if (types && !types.has(row.type)) continue;
    const item = itemOf(ctx, row, { apiVersion, secrets: secrets.get(appId) });
    reader.isFull = !listener.send(item, reader.position);
    if (!reader.isFull) continue;
    reader.caughtUp = false;
    reader.page = isEnd ? undefined : page;
    return;
  }
  reader.page = undefined;
  reader.position = next;
}

function laterOf(position: Position, until: Snapshot): Position {
  const isBehind = !('seen' in position) || position.until !== undefined || isLater(until, position.seen);
  return isBehind ? after(until) : position;
}

function pageAfter(position: Position, last: ItemRow | undefined, until: Snapshot): Position {
  if (!last) return position;
  if (!('seen' in position)) return { above: last.event_id, until, skip: 0 };
  const place = { transaction: last.written_in ?? '0', eventId: last.event_id };
  return { ...position, after: place, until, skip: 0 };
}
