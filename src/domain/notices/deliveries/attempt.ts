import type { Context } from '../../../engine/context.ts';
import { now, unixSeconds } from '../../../platform/clock.ts';
import type { EgressResult } from '../../../platform/http/egress.ts';
import { newId, randomDigits, showId } from '../../../platform/ids.ts';
import { signature, webhookSecretPurpose } from '../signatures/signature.ts';
import type { Attempt, Claim } from './queries.ts';

/** DNS, TCP and TLS included. */
const timeoutMs = 15_000;

/** The log entry of an attempt as far as it is known before the attempt is made. */
export function beginAttempt(claim: Claim, token: string): Attempt {
  return {
    merchantId: claim.merchant_id,
    deliveryId: claim.delivery_id,
    token,
    attemptId: newId(),
    attempt: claim.attempts,
    startedAt: now(),
    durationMs: 0,
    address: null,
    status: null,
    failure: 'worker_lost',
    responseHeaders: null,
    responseStart: null,
    retryMs: 0,
  };
}

/**
 * Sends a delivery once, signed at this moment because receivers refuse an old `t`.
 *
 * @returns what stands in the log; only 2xx headers in time are an acknowledgement
 *
 * Spec: "Delivery and retry".
 */
export async function attemptDelivery(ctx: Context, claim: Claim, begun: Attempt): Promise<Attempt> {
  const result = await ctx.egress.post(claim.url, headersOf(ctx, claim), claim.body, { timeoutMs });
  const jitter = Number(randomDigits(3)) / 1000;
  const durationMs = Math.round(result.durationMs);
  return { ...begun, ...outcomeOf(result), durationMs, retryMs: retryDelayMs(claim.attempts, jitter) };
}

function headersOf(ctx: Context, claim: Claim): Record<string, string> {
  const sealed = [claim.secret_sealed, claim.previous_secret_sealed].filter((secret) => secret !== null);
  const secrets = sealed.map((secret) => ctx.secrets.open(secret, webhookSecretPurpose));
  const { delivery_id: deliveryId, api_version: apiVersion, attempts: attempt } = claim;
  return {
    ...requestHeaders({ deliveryId, apiVersion, attempt }),
    'Service-Signature': signature({ body: claim.body, secrets, unixSeconds: unixSeconds() }),
  };
}

type Outcome = Pick<Attempt, 'status' | 'address' | 'failure' | 'responseHeaders' | 'responseStart'>;

function outcomeOf(result: EgressResult): Outcome {
  if ('failure' in result) {
    const nothing = { status: null, responseHeaders: null, responseStart: null };
    return { ...nothing, failure: result.failure, address: result.address ?? null };
  }
  const { status, address, headers, body } = result;
  const acknowledged = status >= 200 && status < 300;
  return {
    status,
    address,
    failure: acknowledged ? null : 'http',
    responseHeaders: headers,
    responseStart: body,
  };
}

type Sent = { readonly deliveryId: string; readonly apiVersion: string; readonly attempt: number };

/** What an attempt is sent with, but for its signature. Spec: "Signature". */
export function requestHeaders({ deliveryId, apiVersion, attempt }: Sent): Record<string, string> {
  return {
    'Content-Type': 'application/json',
    'User-Agent': 'merchant-payments-webhooks',
    'Service-Version': apiVersion,
    'Service-Delivery-Id': showId('whd', deliveryId),
    'Service-Attempt': String(attempt),
  };
}

/**
 * How long after a failed attempt the next may start. The jitter only adds, so a retry is never early.
 *
 * @param attempt the attempt that failed, from 1
 * @param jitter  from 0 to 1; adds up to a tenth
 *
 * Spec: "Delivery and retry".
 */
export function retryDelayMs(attempt: number, jitter: number): number {
  const seconds = 2 ** attempt;
  return Math.ceil(seconds * 1000 * (1 + jitter / 10));
}
