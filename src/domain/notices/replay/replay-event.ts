import type { Act } from '../../../engine/context.ts';
import { isEvent } from '../../../engine/recording/queries.ts';
import { ApiError } from '../../../platform/errors.ts';
import { notFound } from '../../../platform/ids.ts';
import { type Replay, replayEvents } from './replay-events.ts';

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
