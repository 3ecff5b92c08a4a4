import { deliveryTerms } from '../../../../generated/event-registry.ts';
import type { Context } from '../../../engine/context.ts';
import { now, unixSeconds } from '../../../platform/clock.ts';
import type { EgressResult } from '../../../platform/http/egress.ts';
import { newId, randomDigits } from '../../../platform/ids.ts';
import { webhookSecretPurpose } from '../endpoints/webhook-secret.ts';
import { signature } from '../signatures/sign.ts';
import type { Attempt, Claim } from './queries.ts';
import { requestHeaders } from './request-headers.ts';
import { retryDelayMs } from './retry-schedule.ts';

/** DNS, TCP and TLS included. */
const timeoutMs = deliveryTerms.acknowledgeSeconds * 1000;

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
