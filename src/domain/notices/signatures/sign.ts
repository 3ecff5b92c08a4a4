import { createHmac } from 'node:crypto';

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
