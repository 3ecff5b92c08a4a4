import { showId } from '../../platform/ids.ts';
import type { Context } from '../context.ts';
import type { NewEvent, Place } from './queries.ts';

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
