import type { Operation } from './contract.ts';

type Headers = Readonly<Record<string, string>>;

const none: Headers = {};

/** A page of another origin may read these headers besides the few that every page may. */
const readable: Headers = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'RateLimit, RateLimit-Policy, Retry-After, Service-Version, X-Request-Id',
};

const preflight: Headers = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Methods': 'GET, HEAD',
  'Access-Control-Allow-Headers': 'Authorization, Service-Version',
  'Access-Control-Max-Age': '600',
};

/** What lets a page of another origin read the answer. */
export function headersForBrowsers(operation: Operation): Headers {
  return isForBrowsers(operation) ? readable : none;
}

/** What lets a page of another origin call the operation. */
export function preflightOf(operation: Operation): Headers {
  return isForBrowsers(operation) ? preflight : none;
}

/** Browsers may call only operations that allow a public key, since merchants put that key into their pages. */
function isForBrowsers({ facts }: Operation): boolean {
  return facts.keyKinds.includes('public');
}
