import { requestHeaders } from '../../../domain/notices/deliveries/attempt.ts';
import { settings } from '../../../domain/notices/endpoints/change-endpoint.ts';
import type { PendingChange } from '../../../domain/notices/endpoints/settings-changes-queries.ts';
import type { AttemptRow, DeliveryRow, EventRow } from '../../../domain/notices/events/queries.ts';
import { failureWords, isToCome, statusOf } from '../../../domain/notices/events/standing.ts';
import type { Replay } from '../../../domain/notices/replay/replay.ts';
import type { Context, EventData } from '../../../engine/context.ts';
import { envelope } from '../../../engine/recording/deliveries.ts';
import type { Schemas } from '../../../platform/contract/types.ts';
import { showId, timeOf } from '../../../platform/ids.ts';

/** @param version the API version that the reader gets */
export function eventView(ctx: Context, row: EventRow, version: string): Schemas['Event'] {
  const {
    event_id: eventId,
    type,
    sequence,
    created_at: createdAt,
    data_version: dataVersion,
    synthetic,
  } = row;
  const data: { readonly id: string } = JSON.parse(row.data);
  const shown = envelope(ctx, { eventId, type, sequence, createdAt, dataVersion, synthetic }, version, data);
  return { ...shown, data: Object(shown.data), delivery_status: row.delivery_status };
}

/** @param attempts of this delivery, in the order they were made */
export function deliveryView(row: DeliveryRow, attempts: readonly AttemptRow[]): Schemas['WebhookDelivery'] {
  return {
    delivery_id: showId('whd', row.delivery_id),
    event_id: showId('evt', row.event_id),
    app_id: showId('app', row.app_id),
    url: row.url,
    status: statusOf(row),
    replay: row.trigger === 'replay',
    api_version: row.api_version,
    request_body: row.body,
    attempts: attempts.map((attempt) => attemptView(row, attempt)),
    next_attempt_at: isToCome(row) ? row.next_attempt_at.toISOString() : null,
    created_at: timeOf(row.delivery_id).toISOString(),
  };
}

/** A delivery that was just made and has no attempt yet. */
export function replayView(replay: Replay): Schemas['WebhookDelivery'] {
  const delivery = {
    id: replay.deliveryId,
    delivery_id: replay.deliveryId,
    event_id: replay.eventId,
    app_id: replay.appId,
    url: replay.url,
    api_version: replay.apiVersion,
    body: replay.body,
  };
  const unsent = { trigger: 'replay', state: 'due', attempts: 0, next_attempt_at: replay.dueAt } as const;
  return deliveryView({ ...delivery, ...unsent }, []);
}

function attemptView(row: DeliveryRow, attempt: AttemptRow): Schemas['WebhookAttempt'] {
  const { delivery_id: deliveryId, api_version: apiVersion } = row;
  const sent = requestHeaders({ deliveryId, apiVersion, attempt: attempt.attempt });
  return {
    number: attempt.attempt,
    started_at: attempt.started_at.toISOString(),
    duration_ms: attempt.duration_ms,
    request_headers: Object.entries(sent).map(([name, value]) => ({ name, value })),
    response_status: attempt.status,
    response_headers: headersIn(attempt.response_headers ?? ''),
    response_body: attempt.status === null ? null : (attempt.response_start ?? ''),
    error: failureWords(attempt),
  };
}

/** The headers are stored one per line; the last line may be cut off. */
function headersIn(text: string): Schemas['HttpHeader'][] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [name = ''] = line.split(': ', 1);
      return { name, value: line.slice(name.length + 2) };
    });
}

/**
 * Only the names of the settings: a subscriber reads their values with its key, so no secret or address is sent.
 *
 * Spec: "Registered but planned".
 */
export function settingsData(change: PendingChange): EventData<'merchant.settings.updated'> {
  const changed = settings.filter((setting) => change.changed.includes(setting));
  return { id: showId('app', change.app_id), changed };
}
