import type { EventType } from '../../../generated/event-registry.ts';
import { functions } from '../../../generated/validators.events.js';
import validators from '../../../generated/validators.index.json' with { type: 'json' };
import { assert } from '../../platform/assert.ts';
import type { Tx } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids.ts';
import type { Act, EventData, Reaction } from '../context.ts';
import { type SubjectRow, subjects } from '../event-subjects.ts';
import { envelope, maxAttempts, planDeliveries } from './deliveries.ts';
import {
  hasEvents,
  type NewEvent,
  type Place,
  type Telling,
  writeDeliveries,
  writeEvents,
} from './queries.ts';

/** What is told of when the transaction ends, in the order in which it happened. */
type Recorded = { readonly event: NewEvent & { readonly type: EventType }; readonly data: Data };
type Data = EventData<EventType>;

const recordedIn = new WeakMap<Tx, Recorded[]>();

/**
 * Tells of a fact where it happens: freezes what is shown of it, then runs the reactions. The events of a transaction are
 * written together at its end, each at its resource's next place, with a body in the version of everyone who is told.
 *
 * @param row the finished fact: its data is never read again, whatever becomes of the resource
 *
 * Spec: "Events". Decision 0009.
 */
export async function recordEvent<E extends EventType>(act: Act, type: E, row: SubjectRow<E>): Promise<void> {
  const reaction: Reaction<E> = act.ctx.reactions[type];
  const { resourceId, checkoutId, paymentId, eventId } = subjects[type];
  const data = await reaction.data(row, act);
  const event = {
    eventId: eventId?.(row) ?? newId(),
    type,
    resourceId: resourceId(row),
    data: JSON.stringify(data),
    createdAt: act.ctx.now(act.merchant),
    checkoutId: checkoutId?.(row) ?? null,
    paymentId: paymentId?.(row) ?? null,
  };
  keep(act, { event, data });
  for (const react of reaction.also) await react(act, row);
}

/** The same, should nothing have been told of the resource before. Lock it: of two who ask, one tells. */
export async function recordFirstEvent<E extends EventType>(
  act: Act,
  type: E,
  row: SubjectRow<E>,
): Promise<void> {
  const resourceId = subjects[type].resourceId(row);
  if (recordedIn.get(act.tx)?.some(({ event }) => event.resourceId === resourceId)) return;
  if (await hasEvents(act.tx, act.merchant.id, resourceId)) return;
  await recordEvent(act, type, row);
}

/** At the end, when the transaction needs nothing more: whoever has taken a place keeps the next one waiting. */
function keep(act: Act, recorded: Recorded): void {
  const known = recordedIn.get(act.tx);
  if (known) {
    known.push(recorded);
    return;
  }
  const all = [recorded];
  recordedIn.set(act.tx, all);
  act.tx.lasts.push(() => write(act, all));
}

async function write(act: Act, recorded: readonly Recorded[]): Promise<void> {
  const { tx, merchant } = act;
  const places = await writeEvents(
    tx,
    merchant.id,
    recorded.map(({ event }) => event),
  );
  const tellings = recorded.flatMap((of, index) => tellingOf(act, of, places[index]));
  if (tellings.length === 0) return;
  await writeDeliveries(tx, merchant.id, tellings, maxAttempts);
  tx.rings.add('deliveries');
}

/** Of an event that nobody is told of there is none. */
function tellingOf({ ctx, merchant }: Act, { event, data }: Recorded, place: Place | undefined): Telling[] {
  assert(place, 'every event takes its place');
  const happened = { ...event, sequence: place.sequence };
  assertValid(event.type, envelope(ctx, happened, ctx.versions.current, data));
  const deliveries = planDeliveries(merchant.id, place.destinations);
  if (deliveries.length === 0) return [];
  const bodies = new Map<string, string>();
  for (const version of new Set(deliveries.map(({ apiVersion }) => apiVersion)))
    bodies.set(version, JSON.stringify(envelope(ctx, happened, version, data)));
  return [{ ...happened, bodies, deliveries }];
}

/** An event that breaks its own contract is our bug: it does not leave, and its fact is undone. */
function assertValid(type: EventType, event: unknown): void {
  const validate = functions[validators.events[type]];
  if (validate?.(event) === true) return;
  const [first] = validate?.errors ?? [];
  throw new Error(`${type} breaks its contract at "${first?.instancePath}": ${first?.message}`);
}
