import { ApiError } from '../platform/errors.ts';
import { Failure } from './output.ts';

/** A URL that webhooks may not be sent to, in the words of whoever typed it. */
export function refusedAddress(url: string): Failure {
  return new Failure(
    'refused',
    `${url} may not be reached from here. It is a public https address, port 443 or 8443, or one of EGRESS_ALLOW.`,
  );
}

/** What an action refused because of the URL; anything else is passed on. */
export function refusedAddressOr(error: unknown, url: string | null | undefined): unknown {
  const isAddress = error instanceof ApiError && error.code === 'ADDRESS_NOT_ALLOWED';
  return isAddress ? refusedAddress(url ?? '') : error;
}
