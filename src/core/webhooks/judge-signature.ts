import { createHmac, timingSafeEqual } from 'node:crypto';

/** What a `Service-Signature` says; the time in its own digits, for they are what was signed. */
export type Signature = { readonly time: string; readonly digests: readonly Buffer[] };

const toleranceSeconds = 300;

/**
 * One `t`, at least one `v1`; what else stands there is of a later scheme. Undefined: it is no signature.
 * As strict as docs/webhook-vectors.json: who asks why a receiver refuses must not hear that nothing is wrong.
 *
 * Spec: "Signature".
 */
export function readSignature(header: string): Signature | undefined {
  const parts = header.split(',');
  const time = parts
    .filter((part) => part.startsWith('t='))
    .join()
    .slice(2);
  const digests = parts.filter((part) => /^v1=[0-9a-f]{64}$/.test(part));
  if (!/^[0-9]{1,15}$/.test(time) || digests.length === 0) return undefined;
  return { time, digests: digests.map((part) => Buffer.from(part.slice(3), 'hex')) };
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
