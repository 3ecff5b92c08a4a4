import { createHmac, timingSafeEqual } from 'node:crypto';
import { randomBase62 } from '../../../platform/ids.ts';

/** What a `Service-Signature` says; `time` as it stands there, since that is what was signed. */
export type Signature = { readonly time: string; readonly digests: readonly Buffer[] };

const toleranceSeconds = 300;

/**
 * One `t`, at least one `v1`; what else stands there is of a later scheme. Undefined: it is no signature.
 *
 * The rules are those of docs/webhook-vectors.json, as every receiver has them.
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

/** Spec: "Signature": 300 seconds from now, one way or the other, are the last that pass. */
export function isInTime(signed: Signature, nowSeconds: number): boolean {
  return Math.abs(nowSeconds - Number(signed.time)) <= toleranceSeconds;
}

/**
 * The value of `Service-Signature`: a receiver computes the same over `<t>.<raw body>` and compares every v1.
 *
 * @param signed.secrets the app's secrets, the newest first; two for 24 hours after a rotation
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

/** The name that webhook secrets are sealed and opened by. */
export const webhookSecretPurpose = 'webhook-secret';

/** What signs an app's deliveries. Spec: "Signature". */
export function newWebhookSecret(): string {
  return `whsec_${randomBase62(32)}`;
}
