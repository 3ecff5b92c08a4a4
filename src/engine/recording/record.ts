import type { EventType } from '../../../generated/event-registry.ts';
import type { Contract } from '../../../generated/versions.ts';
import { assert } from '../../platform/assert.ts';
import { newest } from '../../platform/contract/contract.ts';
import type { Tx } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids.ts';
import { traceparentNow } from '../../platform/telemetry/trace.ts';
import type { Act, Reaction } from '../context.ts';
import { type SubjectRow, subjectOf } from '../event-subjects.ts';
import { envelope, maxAttempts, planDeliveries } from './deliveries.ts';
import {
  type EventDeliveries,
  hasEvents,
  type NewEvent,
  type WrittenEvent,
  writeDeliveries,
  writeEvents,
} from './queries.ts';

/** An event that is written when its transaction ends. */
type Recorded = { readonly event: NewEvent; readonly data: Data };
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

/** Numbering an event locks its resource's sequence, so this is done last: other transactions wait for the shortest time. */
function writeBeforeCommit(act: Act, recorded: Recorded): void {
  const known = recordedIn.get(act.tx);
  if (known) {
    known.push(recorded);
    return;
  }
  const all = [recorded];
  recordedIn.set(act.tx, all);
  act.tx.beforeCommit.push(() => write(act, all));
}

async function write(act: Act, recorded: readonly Recorded[]): Promise<void> {
  const { tx, merchant } = act;
  const written = await writeEvents(
    tx,
    merchant.id,
    recorded.map(({ event }) => event),
  );
  const ofEvents = recorded.flatMap((each, index) => prepareDeliveries(act, each, written[index]));
  if (ofEvents.length === 0) return;
  await writeDeliveries(tx, merchant.id, ofEvents, maxAttempts);
  tx.notifications.add('deliveries');
}

/** The deliveries of an event and their bodies; empty without subscribers. */
function prepareDeliveries(
  { ctx, merchant }: Act,
  { event, data }: Recorded,
  written: WrittenEvent | undefined,
): EventDeliveries[] {
  assert(written, 'every event was written');
  const numbered = { ...event, sequence: written.sequence };
  const { current, contracts } = ctx.versions;
  const contract = contracts.get(current) ?? newest;
  // A type that nothing sends yet has no validator; only a made-up event can be of such a type.
  if (!event.synthetic || event.type in contract.index.events)
    assertValid(contract, event.type, envelope(ctx, numbered, current, data));
  const deliveries = planDeliveries(ctx, merchant.id, written.destinations);
  if (deliveries.length === 0) return [];
  const bodies = new Map<string, string>();
  for (const version of new Set(deliveries.map(({ apiVersion }) => apiVersion)))
    bodies.set(version, JSON.stringify(envelope(ctx, numbered, version, data)));
  return [{ ...numbered, bodies, deliveries }];
}

/** An event that breaks its own contract is a bug of ours: it is not sent, and its transaction is rolled back. */
function assertValid({ index, functions }: Contract, type: string, event: unknown): void {
  const validate = functions.events[index.events[type] ?? ''];
  if (validate?.(event) === true) return;
  const [first] = validate?.errors ?? [];
  throw new Error(`${type} breaks its contract at "${first?.instancePath}": ${first?.message}`);
}
