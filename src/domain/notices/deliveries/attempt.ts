import { deliveryTerms } from '../../../../generated/event-registry.ts';
import type { Context } from '../../../engine/context.ts';
import { now, unixSeconds } from '../../../platform/clock.ts';
import type { EgressResult } from '../../../platform/http/egress/answer.ts';
import { newId, randomDigits, showId } from '../../../platform/ids.ts';
import { Recent } from '../../../platform/recent.ts';
import { inSpan, traceparentNow } from '../../../platform/telemetry/trace.ts';
import { signature, webhookSecretPurpose } from '../signatures/signature.ts';
import type { ClaimedDelivery } from './claimed.ts';
import type { Attempt } from './queries.ts';

/** DNS, TCP and TLS included. */
const timeoutMs = deliveryTerms.acknowledgeSeconds * 1000;

/** The log entry of an attempt that has just begun: it says `worker_lost` until the result is known. */
export function beginAttempt(delivery: ClaimedDelivery, token: string): Attempt {
  return {
    merchantId: delivery.merchant_id,
    deliveryId: delivery.delivery_id,
    token,
    attemptId: newId(),
    attempt: delivery.attempts,
    dueAt: delivery.next_attempt_at,
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
 * Sends a delivery once. It is signed now, because receivers refuse an old `t`.
 *
 * @returns the log entry; only a 2xx status in time acknowledges the delivery
 *
 * Spec: "Delivery and retry".
 */
export async function attemptDelivery(
  ctx: Context,
  delivery: ClaimedDelivery,
  begun: Attempt,
): Promise<Attempt> {
  const { url, body, traceparent, attempts } = delivery;
  const span = { kind: 'client', attributes: { attempt: attempts }, parent: traceparent } as const;
  const post = () => ctx.egress.post(url, headersOf(ctx, delivery), body, { timeoutMs });
  const result = await inSpan('webhook attempt', span, post);
  const outcome = outcomeOf(result);
  const retryMs = outcome.failure === null ? 0 : retryDelayMs(attempts, Number(randomDigits(3)) / 1000);
  return { ...begun, ...outcome, durationMs: Math.round(result.durationMs), retryMs };
}

function headersOf(ctx: Context, delivery: ClaimedDelivery): Record<string, string> {
  const sealed = [delivery.secret_sealed, delivery.previous_secret_sealed].filter(
    (secret) => secret !== null,
  );
  const secrets = sealed.map((secret) => openedOnce(ctx, secret));
  const { delivery_id: deliveryId, api_version: apiVersion, attempts: attempt } = delivery;
  const traceparent = traceparentNow();
  return {
    ...requestHeaders({ deliveryId, apiVersion, attempt }),
    ...(traceparent !== null && { traceparent }),
    'Service-Signature': signature({ body: delivery.body, secrets, unixSeconds: unixSeconds() }),
  };
}

/** Secrets of endpoints that were used lately, by their sealed texts. A changed secret has another one. */
const opened = new Recent<string>(1000);

/** To open one takes longer than to sign with it. */
function openedOnce({ secrets }: Context, sealed: string): string {
  const known = opened.get(sealed);
  if (known !== undefined) return known;
  const secret = secrets.open(sealed, webhookSecretPurpose);
  opened.set(sealed, secret);
  return secret;
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

/** The headers of an attempt, without its signature. Spec: "Signature". */
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
 * How long after a failed attempt the next one may start. The jitter only adds time, so a retry is never early.
 *
 * @param attempt the attempt that failed, from 1
 * @param jitter  from 0 to 1; adds up to a tenth
 *
 * Spec: "Delivery and retry".
 */
export function retryDelayMs(attempt: number, jitter: number): number {
  const seconds = deliveryTerms.firstDelaySeconds * 2 ** (attempt - 1);
  return Math.ceil(seconds * 1000 * (1 + jitter / 10));
}
