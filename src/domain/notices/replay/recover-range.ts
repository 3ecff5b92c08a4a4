import type { Act } from '../../../engine/context.ts';
import { ApiError } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { countEvents, enqueueRecovery } from './recover-events.ts';
import type { Wanted } from './recovery-queries.ts';

/**
 * Has the exhausted events of a time sent again: they are counted here, and a job makes the deliveries.
 *
 * @returns how many events
 * @throws WEBHOOK_NOT_CONFIGURED there are such events, and nowhere to send any of them
 *
 * Spec: "Delivery and retry".
 */
export async function recoverRange(act: Act, wanted: Wanted): Promise<number> {
  const found = await countEvents(act, wanted);
  if (!found || found.lost === 0) return 0;
  const { reachable, lostBy } = found;
  if (reachable === 0) throw new ApiError('WEBHOOK_NOT_CONFIGURED');
  await enqueueRecovery(act, { ...wanted, recoveryId: newId(), lostBy, after: null });
  return reachable;
}
