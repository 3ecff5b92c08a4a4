import type { Act, Context } from '../../../engine/context.ts';
import { envelope, planDeliveries } from '../../../engine/recording/deliveries.ts';
import { eventExists } from '../../../engine/recording/known-queries.ts';
import { ApiError } from '../../../platform/errors.ts';
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
 * Sends an event again to every destination that it was sent to, and to every destination that it would have today.
 *
 * @throws NOT_FOUND
 * @throws WEBHOOK_NOT_CONFIGURED there is no such destination
 *
 * Spec: "Delivery and retry".
 */
export async function replayEvent(act: Act, eventId: string): Promise<readonly Replay[]> {
  if (!(await eventExists(act.tx, act.merchant.id, eventId))) throw notFound('evt');
  const replays = await replayEvents(act, [eventId]);
  if (replays.length === 0) throw new ApiError('WEBHOOK_NOT_CONFIGURED');
  return replays;
}

/**
 * Sends events again, in their order: each destination gets one new delivery with one attempt. Events without a destination are
 * left out.
 *
 * A body that was sent before is sent unchanged. For a version that was never sent, the body is made from the data that was
 * stored when the event happened.
 *
 * @param eventIds events of this merchant; others are left out
 * @param lost     for a recovery: only destinations where the event was exhausted by then; absent: all destinations
 *
 * Spec: "Delivery and retry".
 */
export async function replayEvents(
  act: Act,
  eventIds: readonly string[],
  lost?: Lost,
): Promise<readonly Replay[]> {
  const { tx, merchant } = act;
  const destinations = await findDestinations(tx, merchant.id, eventIds, lost);
  if (destinations.size === 0) return [];
  const events = await findStored(tx, merchant.id, [...destinations.keys()]);
  const replays = events.flatMap((event) =>
    planDeliveries(act.ctx, merchant.id, destinations.get(event.event_id) ?? []).map((delivery) => ({
      ...delivery,
      eventId: event.event_id,
      body: event.sentBodies?.[delivery.apiVersion] ?? bodyOf(act.ctx, event, delivery.apiVersion),
    })),
  );
  const dueAt = await writeReplays(tx, merchant.id, replays);
  return replays.flatMap((replay) => {
    const at = dueAt.get(replay.deliveryId);
    return at === undefined ? [] : [{ ...replay, dueAt: at }];
  });
}

/** The body of an event in a version that it was never sent in. */
export function bodyOf(ctx: Context, event: Omit<StoredEvent, 'sentBodies'>, version: string): string {
  const { event_id: eventId, type, sequence, created_at: createdAt, data_version: dataVersion } = event;
  const { synthetic } = event;
  const data: { readonly id: string } = JSON.parse(event.data);
  return JSON.stringify(
    envelope(ctx, { eventId, type, sequence, createdAt, dataVersion, synthetic }, version, data),
  );
}
