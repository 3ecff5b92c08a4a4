import { createHmac, timingSafeEqual } from 'node:crypto';

/** What a `Service-Signature` says. */
export type Signature = { readonly unixSeconds: number; readonly digests: readonly Buffer[] };

const toleranceSeconds = 300;

/** One `t`, at least one `v1`; what else stands there is of a later scheme. Undefined: it is no signature. Spec: "Signature". */
export function readSignature(header: string): Signature | undefined {
  const parts = header.split(',').map((part) => part.trim());
  const valuesOf = (name: string) =>
    parts.flatMap((part) => (part.startsWith(`${name}=`) ? [part.slice(name.length + 1)] : []));
  const [time, ...times] = valuesOf('t');
  const digests = valuesOf('v1');
  const isRead =
    times.length === 0 &&
    time !== undefined &&
    /^[0-9]{1,12}$/.test(time) &&
    digests.length > 0 &&
    digests.every((digest) => /^[0-9a-f]{64}$/i.test(digest));
  if (!isRead) return undefined;
  return { unixSeconds: Number(time), digests: digests.map((digest) => Buffer.from(digest, 'hex')) };
}

/** Whether one of the secrets made one of the digests, compared in constant time. Spec: "Signature". */
export function isSignedBy(signed: Signature, body: Buffer, secrets: readonly string[]): boolean {
  return secrets.some((secret) => {
    const digest = createHmac('sha256', secret).update(`${signed.unixSeconds}.`).update(body).digest();
    return signed.digests.some((given) => timingSafeEqual(given, digest));
  });
}

/** Spec: "Signature": 300 seconds from now, one way or the other, are the last that pass. */
export function isInTime(signed: Signature, nowSeconds: number): boolean {
  return Math.abs(nowSeconds - signed.unixSeconds) <= toleranceSeconds;
}
