import { dashed, newId, showId } from '../../platform/ids.ts';
import { sha256 } from '../../platform/secrets.ts';
import type { Context } from '../context.ts';
import type { MerchantId } from '../principal.ts';
import type { Destination, NewDelivery, NewEvent, Place } from './queries.ts';

/** A delivery is attempted five times in all: at once, then after 2, 4, 8 and 16 seconds. Spec: "Delivery and retry". */
export const maxAttempts = 5;

/**
 * One delivery per address: of destinations with the same URL the first is kept.
 * An address that is not one any more is queued too, so that its failure stands in the log.
 *
 * Spec: "Events".
 */
export function planDeliveries(merchantId: MerchantId, destinations: readonly Destination[]): NewDelivery[] {
  const byUrl = new Map<string, NewDelivery>();
  for (const destination of destinations) {
    const { url, origin } = addressOf(destination.url);
    if (byUrl.has(url)) continue;
    const { appId, apiVersion, kind } = destination;
    byUrl.set(url, {
      deliveryId: newId(),
      laneId: laneOf({ merchantId, appId, origin }),
      appId,
      origin,
      url,
      apiVersion,
      kind,
    });
  }
  return [...byUrl.values()];
}

function addressOf(text: string): { url: string; origin: string } {
  const url = URL.parse(text);
  return url ? { url: url.href, origin: url.origin } : { url: text, origin: text };
}

/**
 * The lane of an app and a receiver's origin. Computed, so that an event needs no look-up to name its lanes;
 * a hash is as evenly spread as a random id, which the claim's fairness needs.
 */
function laneOf(lane: { merchantId: MerchantId; appId: string; origin: string }): string {
  const digits = sha256(`${lane.merchantId} ${lane.appId} ${lane.origin}`).toString('hex').slice(0, 32);
  return dashed(digits);
}

type Happened = Pick<NewEvent, 'eventId' | 'type' | 'createdAt'> & Pick<Place, 'sequence'>;

/**
 * An event as whoever is told in `version` sees it.
 *
 * @param data of the newest shape
 *
 * Spec: "Envelope".
 */
export function envelope(
  { mode, versions }: Pick<Context, 'mode' | 'versions'>,
  event: Happened,
  version: string,
  data: { readonly id: string },
) {
  return {
    id: showId('evt', event.eventId),
    object: 'event' as const,
    type: event.type,
    created: Math.floor(event.createdAt.getTime() / 1000),
    data: versions.downEvent(version, event.type, data),
    api_version: version,
    livemode: mode === 'live',
    resource_id: data.id,
    sequence: Number(event.sequence),
  };
}
