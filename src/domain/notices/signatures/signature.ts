import { createHmac, timingSafeEqual } from 'node:crypto';
import { deliveryTerms } from '../../../../generated/event-registry.ts';
import { randomBase62 } from '../../../platform/ids.ts';

/** The purpose under which webhook secrets are sealed. */
export const webhookSecretPurpose = 'webhook-secret';

/** A new secret for an app to sign its deliveries. Spec: "Signature". */
export function newWebhookSecret(): string {
  return `whsec_${randomBase62(32)}`;
}

/**
 * The value of `Service-Signature`. A receiver signs `<t>.<raw body>` with its secret and accepts if any `v1` is equal.
 *
 * @param signed.secrets the app's secrets, newest first; two for 24 hours after a rotation
 *
 * Spec: "Signature".
 */
export function signature(signed: { body: string; secrets: readonly string[]; unixSeconds: number }): string {
  const message = `${signed.unixSeconds}.${signed.body}`;
  const digests = signed.secrets.map(
    (secret) => `v1=${createHmac('sha256', secret).update(message).digest('hex')}`,
  );
  return [`t=${signed.unixSeconds}`, ...digests].join(',');
}

/** A parsed `Service-Signature`. `time` stays text, exactly as it was signed. */
export type Signature = { readonly time: string; readonly digests: readonly Buffer[] };

/**
 * Parses a header with one `t` and at least one `v1`; other parts belong to later schemes and are ignored. Undefined: malformed.
 * Every receiver follows the same rules, which docs/webhook-vectors.json tests.
 *
 * Spec: "Signature".
 */
export function readSignature(header: string): Signature | undefined {
  const parts = header.split(',');
  const [time = '', ...times] = parts.filter((part) => part.startsWith('t=')).map((part) => part.slice(2));
  const digests = parts.filter((part) => /^v1=[0-9a-f]{64}$/.test(part));
  if (times.length > 0 || !/^[0-9]{1,15}$/.test(time) || digests.length === 0) return undefined;
  return { time, digests: digests.map((digest) => Buffer.from(digest.slice(3), 'hex')) };
}

/** Whether one of the secrets made one of the digests, compared in constant time. Spec: "Signature". */
export function isSignedBy(signed: Signature, body: Buffer, secrets: readonly string[]): boolean {
  return secrets.some((secret) => {
    const digest = createHmac('sha256', secret).update(`${signed.time}.`).update(body).digest();
    return signed.digests.some((given) => timingSafeEqual(given, digest));
  });
}

/** A time exactly at the tolerance passes, in the past or in the future. Spec: "Signature". */
export function isInTime(signed: Signature, nowSeconds: number): boolean {
  return Math.abs(nowSeconds - Number(signed.time)) <= deliveryTerms.toleranceSeconds;
}
