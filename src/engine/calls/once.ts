import { type Secrets, sha256 } from '../../platform/secrets.ts';
import type { AdmittedCall } from './handler.ts';
import type { KeyScope } from './queries.ts';

/** The idempotency key of a call, and the fingerprint of its body. */
export type Once = { readonly scope: KeyScope; readonly fingerprint: Buffer };

/** What the answers of such calls are sealed for. */
export const answerPurpose = 'idempotency';

/** Undefined: the call was sent without a key. */
export function onceOf(admitted: AdmittedCall, secrets: Secrets): Once | undefined {
  const { operation, path, raw, request } = admitted;
  const key = request.headers['idempotency-key'];
  if (typeof key !== 'string') return undefined;
  const { method } = operation.facts;
  return { scope: { method, path, key }, fingerprint: fingerprintOf(secrets, raw ?? '') };
}

/** A keyed hash: from a plain one, a reader of the row could brute-force the account numbers in the body. */
export function fingerprintOf(secrets: Secrets, body: Buffer | string): Buffer {
  return Buffer.from(secrets.sign('idempotency', sha256(body).toString('hex')), 'hex');
}
