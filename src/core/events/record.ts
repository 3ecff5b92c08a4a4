import type { EventType } from '../../../generated/event-registry.ts';
import { functions } from '../../../generated/validators.events.js';
import validators from '../../../generated/validators.index.json' with { type: 'json' };
import type { webhooks } from '../../../generated/webhooks.d.ts';
import { newId, showId } from '../../platform/ids.ts';
import type { Act } from '../context.ts';
import { queueDeliveries } from '../webhooks/queue-deliveries.ts';
import { maxAttempts } from '../webhooks/retry-schedule.ts';
import { type NewEvent, type Place, takePlace, writeEvent, writeEventWithDeliveries } from './queries.ts';
import { type SubjectRow, subjects } from './subjects.ts';

/** `data` of an event, as its contract shows it. */
export type EventData<E extends EventType> =
  webhooks[E]['post']['requestBody']['content']['application/json']['data'];

/** What an event shows, and what else happens because of it in the same transaction, in this order. */
type Reaction<E extends EventType> = {
  readonly data: (row: SubjectRow<E>, act: Act) => EventData<E> | Promise<EventData<E>>;
  readonly also: readonly ((act: Act, row: SubjectRow<E>) => Promise<unknown>)[];
};

/** One for every event that something fires: an event without a data view does not compile. */
export type Reactions = { readonly [E in EventType]: Reaction<E> };

/**
 * Writes an event where it happens: takes the resource's next place, freezes the body in the version of everyone
 * who is told, queues their deliveries, then runs the reactions.
 *
 * @param row the finished fact: its data is never read again, whatever becomes of the resource
 *
 * Spec: "Events". Decision 0009.
 */
export async function recordEvent<E extends EventType>(act: Act, type: E, row: SubjectRow<E>): Promise<void> {
  const reaction: Reaction<E> = act.ctx.reactions[type];
  const { resourceId, checkoutId, paymentId, eventId } = subjects[type];
  const about = { type, resourceId: resourceId(row) };
  const place = await takePlace(act.tx, act.merchant.id, {
    ...about,
    checkoutId: checkoutId?.(row) ?? null,
    paymentId: paymentId?.(row) ?? null,
  });
  const happened = {
    ...about,
    eventId: eventId?.(row) ?? newId(),
    sequence: place.sequence,
    createdAt: act.ctx.now(act.merchant),
  };
  await write(act, place, happened, await reaction.data(row, act));
  for (const react of reaction.also) await react(act, row);
}

type Happened = Omit<NewEvent, 'data'> & { readonly type: EventType };
type Data = EventData<EventType>;

async function write(act: Act, place: Place, happened: Happened, data: Data): Promise<void> {
  const { ctx, tx, merchant } = act;
  const bodyIn = (version: string, shaped: unknown) => ({
    id: showId('evt', happened.eventId),
    object: 'event',
    type: happened.type,
    created: Math.floor(happened.createdAt.getTime() / 1000),
    data: shaped,
    api_version: version,
    livemode: ctx.mode === 'live',
    resource_id: data.id,
    sequence: Number(happened.sequence),
  });
  assertValid(happened.type, bodyIn(ctx.versions.current, data));
  const event = { ...happened, data: JSON.stringify(data) };
  const deliveries = queueDeliveries(merchant.id, place.destinations);
  if (deliveries.length === 0) return await writeEvent(tx, merchant.id, event);
  const bodies = new Map<string, string>();
  for (const version of new Set(deliveries.map(({ apiVersion }) => apiVersion))) {
    const shaped = ctx.versions.downEvent(version, happened.type, data);
    bodies.set(version, JSON.stringify(bodyIn(version, shaped)));
  }
  await writeEventWithDeliveries(tx, merchant.id, event, { bodies, deliveries, maxAttempts });
  tx.rings.add('deliveries');
}

/** An event that breaks its own contract is our bug: it does not leave, and its fact is undone. */
function assertValid(type: EventType, event: unknown): void {
  const validate = functions[validators.events[type]];
  if (validate?.(event) === true) return;
  const [first] = validate?.errors ?? [];
  throw new Error(`${type} breaks its contract at "${first?.instancePath}": ${first?.message}`);
}
