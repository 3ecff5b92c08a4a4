import type { Context } from '../../../engine/context.ts';
import type { MerchantId } from '../../../engine/principal.ts';
import { envelope } from '../../../engine/recording/deliveries.ts';
import type { KnownChange } from '../../../platform/contract/types.ts';
import { countDeliveries, type Deliveries } from '../../notices/events/delivered-queries.ts';
import { type EventRow, findEvent } from '../../notices/events/queries.ts';
import { type Difference, differences, type Move } from './touched-operations.ts';

export type TouchedEvent = Deliveries & {
  readonly type: string;
  readonly changes: readonly KnownChange[];
  /** The newest one, as the app reads it today, and as it reads it after the move. Personal data is masked. */
  readonly before: object;
  readonly after: object;
  /** Where the data of the two differ: the path, and the values as JSON. */
  readonly fields: readonly Difference<string>[];
};

type Ctx = Pick<Context, 'db' | 'versions' | 'mode'>;
type Delivered = { readonly merchantId: MerchantId; readonly appId: string; readonly since: Date };

/** The types of events that were sent to the app and that the changes touch. */
export async function touchedEvents(
  ctx: Ctx,
  app: Delivered,
  move: Move,
  changes: readonly KnownChange[],
): Promise<readonly TouchedEvent[]> {
  const touched: TouchedEvent[] = [];
  for (const type of new Set(changes.flatMap(({ touches }) => touches))) {
    const touching = changes.filter(({ touches, parts }) => touches.includes(type) && changesEvents(parts));
    // An operation has no events of its name.
    const sent = touching.length > 0 && (await countDeliveries(ctx.db, app.merchantId, { ...app, type }));
    const event = sent && (await findEvent(ctx.db, app.merchantId, sent.newestId));
    if (sent && event)
      touched.push({ type, changes: touching, ...sent, ...beforeAndAfter(ctx, move, event) });
  }
  return touched;
}

function changesEvents(parts: KnownChange['parts']): boolean {
  return parts.has('event') || parts.size === 0;
}

function beforeAndAfter(
  ctx: Ctx,
  { from, to }: Move,
  event: EventRow,
): Pick<TouchedEvent, 'before' | 'after' | 'fields'> {
  const {
    event_id: eventId,
    data_version: dataVersion,
    created_at: createdAt,
    type,
    sequence,
    synthetic,
  } = event;
  const data: { readonly id: string } = JSON.parse(event.data, masked);
  const shown = (version: string) => {
    const whole = envelope(
      ctx,
      { eventId, dataVersion, createdAt, type, sequence, synthetic },
      version,
      data,
    );
    // Again, since a change may give a personal field the name of another.
    const shownData: unknown = JSON.parse(JSON.stringify(whole.data), masked);
    return { ...whole, data: shownData };
  };
  const [before, after] = [shown(from), shown(to)];
  return { before, after, fields: differences(leavesOf('data', before.data), leavesOf('data', after.data)) };
}

const personal = /(^|_)(email|phone|name|address)(_|$)|Email|Phone|Name|Address|^(description|notes)$/;

/** Letters and digits of personal data become stars. Its form stays, so that a change that splits it still works. */
function masked(name: string, value: unknown): unknown {
  return typeof value === 'string' && personal.test(name) ? value.replaceAll(/[\p{L}\p{N}]/gu, '*') : value;
}

/** Path → value as JSON, of what is neither a list nor an object. */
function leavesOf(path: string, value: unknown): Record<string, string> {
  if (typeof value !== 'object' || value === null) return { [path]: JSON.stringify(value) };
  const children = Array.isArray(value)
    ? value.map((item, at) => leavesOf(`${path}[${at}]`, item))
    : Object.entries(value).map(([name, child]) => leavesOf(`${path}.${name}`, child));
  return Object.fromEntries(children.flatMap((child) => Object.entries(child)));
}
