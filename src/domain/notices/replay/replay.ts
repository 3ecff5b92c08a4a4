import type { Act } from '../../../engine/context.ts';
import { envelope, planDeliveries } from '../../../engine/recording/deliveries.ts';
import { isEvent } from '../../../engine/recording/queries.ts';
import { ApiError } from '../../../platform/http/errors.ts';
import { notFound } from '../../../platform/ids.ts';
import {
  findDestinations,
  findStored,
  type Lost,
  type NewReplay,
  type StoredEvent,
  writeReplays,
} from './replay-queries.ts';

export type Replay = NewReplay & { readonly dueAt: Date };

/**
 * Sends events once more: one delivery of one attempt for each destination, in the order of the events. Who was told
 * before is sent the same bytes; the body for a version that nobody was told in is made of what was stored when the event
 * happened. An event without a destination is left out.
 *
 * @param eventIds of this merchant; others are left out
 * @param lost     of a recovery: only to destinations where the event was exhausted by then, each of them once; null: to everyone
 *
 * Spec: "Delivery and retry".
 */
export async function replayEvents(
  act: Act,
  eventIds: readonly string[],
  lost: Lost | null,
): Promise<readonly Replay[]> {
  const { tx, merchant } = act;
  const destinations = await findDestinations(tx, merchant.id, eventIds, lost);
  if (destinations.size === 0) return [];
  const events = await findStored(tx, merchant.id, [...destinations.keys()]);
  const replays = events.flatMap((event) =>
    planDeliveries(merchant.id, destinations.get(event.event_id) ?? []).map((delivery) => ({
      ...delivery,
      eventId: event.event_id,
      body: event.frozen?.[delivery.apiVersion] ?? bodyOf(act, event, delivery.apiVersion),
    })),
  );
  const dueAt = await writeReplays(tx, merchant.id, replays);
  return replays.flatMap((replay) => {
    const at = dueAt.get(replay.deliveryId);
    return at === undefined ? [] : [{ ...replay, dueAt: at }];
  });
}

function bodyOf({ ctx }: Act, event: StoredEvent, version: string): string {
  const { event_id: eventId, type, sequence, created_at: createdAt } = event;
  const data: { readonly id: string } = JSON.parse(event.data);
  return JSON.stringify(envelope(ctx, { eventId, type, sequence, createdAt }, version, data));
}

/**
 * Sends an event once more, to everyone who was told and everyone who would be today.
 *
 * @throws NOT_FOUND
 * @throws WEBHOOK_NOT_CONFIGURED there is nobody
 *
 * Spec: "Delivery and retry".
 */
export async function replayEvent(act: Act, eventId: string): Promise<readonly Replay[]> {
  if (!(await isEvent(act.tx, act.merchant.id, eventId))) throw notFound('evt');
  const replays = await replayEvents(act, [eventId], null);
  if (replays.length === 0) throw new ApiError('WEBHOOK_NOT_CONFIGURED');
  return replays;
}
