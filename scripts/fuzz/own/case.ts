import type { Operation } from '../contract.ts';
import type { Made } from '../needs/start.ts';
import type { Request } from '../requests.ts';
import type { Door, Exchange, Raw } from './client.ts';
import { codeOf } from './coverage.ts';

/**
 * What the answer must be. `success`: 2xx. `accepted`: neither 400 nor 5xx; the state may still refuse it. `refused`: 400.
 * `declared`: anything that the contract allows.
 */
export type Expectation =
  | 'success'
  | 'accepted'
  | 'refused'
  | 'declared'
  | { readonly status: string }
  | { readonly code: string };

/** A request and what is expected of its answer. */
export type Case = {
  readonly operation: Operation;
  readonly request: Request;
  readonly expect: Expectation;
  /** What is special about the request, for the reader of a finding. */
  readonly rule: string;
  /** The start that made what the request needs, and what it made. */
  readonly start?: string | undefined;
  readonly made?: Made;
  /** Another door than the merchant's own. */
  readonly door?: Door | undefined;
  readonly raw?: Raw;
};

/** Says what is wrong with the status; undefined if nothing is. */
export function disappointment(expect: Expectation, { status, text }: Exchange): string | undefined {
  if (typeof expect === 'object') return otherThan(expect, status, text);
  const refused = status === 400 || status >= 500;
  if (expect === 'refused')
    return status === 400 ? undefined : `an invalid request is answered ${status} instead of 400`;
  if (expect === 'accepted') return refused ? `a valid request is answered ${status}` : undefined;
  if (expect === 'success')
    return status < 300 ? undefined : `a request that has all it needs is answered ${status} ${codeOf(text)}`;
  return undefined;
}

function otherThan(
  expect: { readonly status: string } | { readonly code: string },
  status: number,
  text: string,
): string | undefined {
  if ('code' in expect) {
    const code = status < 400 ? String(status) : codeOf(text);
    return code === expect.code ? undefined : `answered ${code} instead of ${expect.code}`;
  }
  const isIt = expect.status === '5XX' ? status >= 500 : String(status) === expect.status;
  return isIt ? undefined : `answered ${status} instead of ${expect.status}`;
}
