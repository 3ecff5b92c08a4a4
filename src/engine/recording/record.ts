import type { EventType } from '../../../generated/event-registry.ts';
import type { Contract } from '../../../generated/versions.ts';
import { newest } from '../../platform/contract/contract.ts';
import type { Tx } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids.ts';
import { traceparentNow } from '../../platform/telemetry/trace.ts';
import type { Act, Reaction } from '../context.ts';
import { type SubjectRow, subjectOf } from '../event-subjects.ts';
import { envelope, maxAttempts, planDeliveries } from './deliveries.ts';
import { destinationsOf } from './destinations.ts';
import { hasEvents } from './known-queries.ts';
import { type Destination, eventsWritten, type NewEvent, type RecordedEvent } from './queries.ts';

/** An event that is written when its transaction ends. */
type Recorded = {
  readonly event: NewEvent;
  readonly data: Data;
  readonly destinations: Promise<readonly Destination[]>;
};
type Data = { readonly id: string };

/** The events of each open transaction, in the order in which they happened. */
const recordedIn = new WeakMap<Tx, Recorded[]>();

/**
 * Records that something happened: builds the data that the event shows, then runs the reactions.
 *
 * All events of a transaction are written just before its commit, with their deliveries and a body for each API version that a
 * subscriber has.
 *
 * @param row the fact when all its columns are final: the event keeps showing it, whatever happens to the resource later
 *
 * Spec: "Events". Decision 0009.
 */
export async function recordEvent<E extends EventType>(act: Act, type: E, row: SubjectRow<E>): Promise<void> {
  const reaction: Reaction<E> = act.ctx.reactions[type];
  const { resourceId, checkoutId, paymentId, eventId } = subjectOf(type);
  const data = await reaction.data(row, act);
  const event = {
    eventId: eventId?.(row) ?? newId(),
    type,
    resourceId: resourceId(row),
    data: JSON.stringify(data),
    dataVersion: act.ctx.versions.current,
    createdAt: act.ctx.now(act.merchant),
    checkoutId: checkoutId?.(row) ?? null,
    paymentId: paymentId?.(row) ?? null,
    synthetic: false,
    traceparent: traceparentNow(),
  };
  writeBeforeCommit(act, { event, data });
  for (const react of reaction.also) await react(act, row);
}

/**
 * Records the event unless its resource has events already. The caller locks the resource, so that two transactions do not
 * both record a first event.
 *
 * Spec: "Events". Decision 0009.
 */
export async function recordFirstEvent<E extends EventType>(
  act: Act,
  type: E,
  row: SubjectRow<E>,
): Promise<void> {
  const resourceId = subjectOf(type).resourceId(row);
  if (recordedIn.get(act.tx)?.some(({ event }) => event.resourceId === resourceId)) return;
  if (await hasEvents(act.tx, act.merchant.id, resourceId)) return;
  await recordEvent(act, type, row);
}

/** An event that was made up: nothing has happened, so no reaction runs. */
type MadeUp = { readonly type: string; readonly resourceId: string; readonly data: Data };

/**
 * Records an event of any registered type that shows made-up data. It is marked as `synthetic`, and otherwise stored and delivered
 * as every event is.
 *
 * @returns the id of the event
 *
 * Decision 0081.
 */
export function recordSynthetic(act: Act, { type, resourceId, data }: MadeUp): string {
  const eventId = newId();
  const event = {
    eventId,
    type,
    resourceId,
    data: JSON.stringify(data),
    dataVersion: act.ctx.versions.current,
    createdAt: act.ctx.now(act.merchant),
    checkoutId: null,
    paymentId: null,
    synthetic: true,
    traceparent: traceparentNow(),
  };
  writeBeforeCommit(act, { event, data });
  return eventId;
}

/**
 * Numbering an event locks its resource's sequence, so this is done last: other transactions wait for the shortest time. Where the
 * event goes is asked now, so that the last statement can be sent together with COMMIT.
 */
function writeBeforeCommit(act: Act, { event, data }: { event: NewEvent; data: Data }): void {
  const destinations = destinationsOf(act, event);
  destinations.catch(() => undefined);
  const recorded = { event, data, destinations };
  const known = recordedIn.get(act.tx);
  if (known) {
    known.push(recorded);
    return;
  }
  const all = [recorded];
  recordedIn.set(act.tx, all);
  act.tx.beforeCommit.push(() => write(act, all));
}

async function write(act: Act, recorded: readonly Recorded[]) {
  const events: RecordedEvent[] = [];
  for (const each of recorded) events.push(prepareDeliveries(act, each, await each.destinations));
  if (events.some(({ deliveries }) => deliveries.length > 0)) act.tx.notifications.add('deliveries');
  return eventsWritten(act.merchant.id, events, maxAttempts);
}

/** An event with its deliveries and their bodies; none without subscribers. Its number is known when it is written. */
function prepareDeliveries(
  { ctx, merchant }: Act,
  { event, data }: Recorded,
  destinations: readonly Destination[],
): RecordedEvent {
  const numbered = { ...event, sequence: 1n };
  const { current, contracts } = ctx.versions;
  const contract = contracts.get(current) ?? newest;
  // A type that nothing sends yet has no validator; only a made-up event can be of such a type.
  if (!event.synthetic || event.type in contract.index.events)
    assertValid(contract, event.type, envelope(ctx, numbered, current, data));
  const deliveries = planDeliveries(ctx, merchant.id, destinations);
  const bodies = new Map<string, readonly [string, string]>();
  for (const version of new Set(deliveries.map(({ apiVersion }) => apiVersion)))
    bodies.set(version, aroundNumber(JSON.stringify(envelope(ctx, numbered, version, data))));
  return { ...event, bodies, deliveries };
}

const numberKey = '"sequence":';

/** What stands before and after the number of an event. After its key the envelope has no text that could look like it. */
function aroundNumber(body: string): readonly [string, string] {
  const end = body.lastIndexOf(numberKey) + numberKey.length;
  return [body.slice(0, end), body.slice(end).replace(/^1/, '')];
}

/** An event that breaks its own contract is a bug of ours: it is not sent, and its transaction is rolled back. */
function assertValid({ index, functions }: Contract, type: string, event: unknown): void {
  const validate = functions.events[index.events[type] ?? ''];
  if (validate?.(event) === true) return;
  const [first] = validate?.errors ?? [];
  throw new Error(`${type} breaks its contract at "${first?.instancePath}": ${first?.message}`);
}
