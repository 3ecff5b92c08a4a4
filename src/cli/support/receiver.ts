import {
  firstEventTypes,
  subscribedEventTypes,
  UnknownEventTypes,
} from '../../domain/notices/endpoints/event-types.ts';
import { ApiError } from '../../platform/errors.ts';
import { createEgress } from '../../platform/http/egress/egress.ts';
import type { Operator } from './operator.ts';
import { Failure } from './print.ts';

/** Refuses a URL that was typed, before anything is made for it. */
export function refuseAddress(url: string | null, { config }: Operator): void {
  if (url !== null && createEgress(config.egress).judge(url) !== 'allowed') throw refusedAddress(url);
}

/** Says that webhooks may not be sent to the URL that was typed. */
function refusedAddress(url: string): Failure {
  return new Failure(
    'refused',
    `Webhooks may not be sent to ${url}. Use a public https address with port 443 or 8443, or one that EGRESS_ALLOW lists.`,
  );
}

/** The same, if an action refused the URL; any other error is returned as it is. */
export function refusedAddressOr(error: unknown, url: string | null | undefined): unknown {
  const isAddress = error instanceof ApiError && error.code === 'ADDRESS_NOT_ALLOWED';
  return isAddress ? refusedAddress(url ?? '') : error;
}

/** The event types of `--events`: names separated by commas, `*`, `default` or `none`; undefined if the option is absent. */
export function eventTypesIn(text: string | undefined): readonly string[] | undefined {
  if (text === undefined) return undefined;
  if (text === 'none') return [];
  if (text === 'default') return firstEventTypes;
  try {
    return subscribedEventTypes(text.split(',').map((name) => name.trim()));
  } catch (error) {
    if (error instanceof UnknownEventTypes) throw new Failure('usage', `--events: ${error.message}`);
    throw error;
  }
}
