import { type Secrets, sha256 } from '../../platform/secrets.ts';
import type { AdmittedCall } from './handler.ts';
import type { KeyScope } from './queries.ts';

/** The idempotency key of a call, and the fingerprint of its body. */
export type Once = {
  readonly scope: KeyScope;
  readonly fingerprint: Buffer;
  /** What it would be under each secret key: the stored one may be from before a change of the key. */
  readonly fingerprints: readonly Buffer[];
};

/** What the answers of such calls are sealed for. */
export const answerPurpose = 'idempotency';

/** Undefined: the call was sent without a key. */
export function onceOf(admitted: AdmittedCall, secrets: Secrets): Once | undefined {
  const { operation, path, raw, request } = admitted;
  const key = request.headers['idempotency-key'];
  if (typeof key !== 'string') return undefined;
  const { method } = operation.facts;
  const body = raw ?? '';
  const fingerprints = fingerprintsOf(secrets, body);
  return { scope: { method, path, key }, fingerprint: fingerprintOf(secrets, body), fingerprints };
}

/** A keyed hash: from a plain one, a reader of the row could brute-force the account numbers in the body. */
export function fingerprintOf(secrets: Secrets, body: Buffer | string): Buffer {
  return fingerprintsOf(secrets, body)[0] ?? Buffer.alloc(0);
}

/** Of the newest key first. */
function fingerprintsOf(secrets: Secrets, body: Buffer | string): readonly Buffer[] {
  return secrets
    .signatures('idempotency', sha256(body).toString('hex'))
    .map((signature) => Buffer.from(signature, 'hex'));
}
