import type { PlatformDb } from '../../../platform/db/database.ts';
import { changeEndpoint, type EndpointOf } from './change-endpoint.ts';
import { writePause } from './queries.ts';

/**
 * Stops all deliveries that the app's secret signs: to its endpoint and to the notification URLs of its checkouts, replays included.
 * Requests in flight are finished. Everything else waits, without using up attempts, and keeps its order.
 *
 * @returns false if it was paused already
 * @throws NOT_FOUND the merchant has no such app
 *
 * Spec: "Delivery and retry". Decision 0011.
 */
export function pauseEndpoint(platform: PlatformDb, of: EndpointOf): Promise<boolean> {
  return pause(platform, of, true);
}

/**
 * Resumes all deliveries of the app, in their order.
 *
 * @returns false if it was not paused
 * @throws NOT_FOUND the merchant has no such app
 *
 * Spec: "Delivery and retry". Decision 0011.
 */
export function resumeEndpoint(platform: PlatformDb, of: EndpointOf): Promise<boolean> {
  return pause(platform, of, false);
}

async function pause(platform: PlatformDb, of: EndpointOf, paused: boolean): Promise<boolean> {
  const { changed } = await changeEndpoint(platform, of, async (tx, endpoint) => {
    if (paused === (endpoint.paused_at !== null)) return { changed: [], result: undefined };
    await writePause(tx, of.merchantId, of.appId, paused);
    return { changed: ['webhook_paused'], result: undefined };
  });
  return changed.length > 0;
}
