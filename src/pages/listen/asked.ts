import type { IncomingMessage } from 'node:http';
import { subscribedEventTypes, UnknownEventTypes } from '../../domain/notices/endpoints/event-types.ts';
import { type Position, readPosition, sinceTime } from '../../domain/notices/listening/position.ts';
import type { ListenReport } from '../../domain/notices/listening/report-queries.ts';
import { now } from '../../platform/clock.ts';
import { lettersIn } from '../../platform/contract/letters.ts';
import { ApiError, type FieldError } from '../../platform/errors.ts';
import { isUuid, uuidIn } from '../../platform/ids.ts';

export type Asked = {
  /** Undefined: from now on. */
  readonly from: Position | undefined;
  /** Undefined: all types. */
  readonly types: ReadonlySet<string> | undefined;
};

const mostSinceSeconds = 7 * 86_400;

/**
 * `?since=<seconds>&events=<types>`. The header `Last-Event-ID` says more than `since`, which is how the first connection began.
 *
 * @throws VALIDATION_ERROR naming what is wrong
 */
export function askedFor(req: IncomingMessage): Asked {
  const query = new URLSearchParams(req.url?.split('?')[1] ?? '');
  const lastId = req.headers['last-event-id'];
  const from = typeof lastId === 'string' ? readPosition(lastId) : sinceOf(query.get('since'));
  if (typeof lastId === 'string' && !from) throw wrong('/last-event-id', 'is no position of a stream');
  return { from, types: typesOf(query.get('events')) };
}

function sinceOf(text: string | null): Position | undefined {
  if (text === null) return undefined;
  const seconds = /^\d{1,7}$/.test(text) ? Number(text) : -1;
  if (seconds < 0 || seconds > mostSinceSeconds)
    throw wrong('/since', `must be a number of seconds, ${mostSinceSeconds} at most`);
  return sinceTime(now().getTime() - seconds * 1000);
}

function typesOf(text: string | null): ReadonlySet<string> | undefined {
  if (text === null || text === '') return undefined;
  try {
    const types = subscribedEventTypes(text.split(','));
    return types.includes('*') ? undefined : new Set(types);
  } catch (error) {
    if (error instanceof UnknownEventTypes) throw wrong('/events', error.message);
    throw error;
  }
}

const failures = ['connect', 'timeout', 'reset', 'other'] as const;
const mostMs = 10 * 60_000;

/**
 * What a developer's machine answered. An address is stored without a login and without a query, where secrets may be.
 *
 * @throws VALIDATION_ERROR naming what is wrong
 */
export function reportIn(value: unknown): Omit<ListenReport, 'appId'> {
  const of = (name: string): unknown =>
    typeof value === 'object' && value ? Reflect.get(value, name) : undefined;
  const status = of('status') ?? null;
  const failure = failures.find((one) => one === of('failure')) ?? null;
  if (status !== null && !isWhole(status, 100, 599)) throw wrong('/status', 'must be an HTTP status');
  if ((status === null) === (failure === null))
    throw wrong('/failure', `must be one of ${failures.join(', ')} if there is no status, and else absent`);
  const durationMs = of('duration_ms');
  if (!isWhole(durationMs, 0, mostMs)) throw wrong('/duration_ms', 'must be a number of milliseconds');
  const { delivery_id: replay = null } = { delivery_id: of('delivery_id') };
  return {
    eventId: idIn('/event_id', 'evt', of('event_id')),
    reportId: uuidOf(of('report_id')),
    deliveryId: replay === null ? null : idIn('/delivery_id', 'whd', replay),
    forwardedTo: addressIn(of('forwarded_to')),
    durationMs,
    status,
    failure,
  };
}

function isWhole(value: unknown, least: number, greatest: number): value is number {
  return Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= greatest;
}

function idIn(place: string, prefix: string, value: unknown): string {
  const id = typeof value === 'string' && value.startsWith(`${prefix}_`) ? uuidIn(value) : undefined;
  if (id === undefined) throw wrong(place, `must be an id such as ${prefix}_…`);
  return id;
}

function uuidOf(value: unknown): string {
  if (typeof value !== 'string' || !isUuid(value)) throw wrong('/report_id', 'must be a UUID');
  return value;
}

function addressIn(value: unknown): string {
  const url = typeof value === 'string' ? URL.parse(value) : null;
  if (!url || !/^https?:$/.test(url.protocol)) throw wrong('/forwarded_to', 'must be an address');
  const shown = `${url.origin}${url.pathname}`;
  if (lettersIn(shown) > 500) throw wrong('/forwarded_to', 'must have at most 500 characters');
  return shown;
}

function wrong(instancePath: string, message: string): ApiError {
  const error: FieldError = { instancePath, keyword: 'listen', params: {}, message };
  return new ApiError('VALIDATION_ERROR', { errors: [error] });
}
