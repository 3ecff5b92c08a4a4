import { type Secrets, sha256 } from '../../platform/secrets.ts';
import type { AdmittedCall } from './handler.ts';
import type { KeyScope } from './queries.ts';

/** The idempotency key of a call, and the fingerprint of its body. */
export type Once = {
  readonly scope: KeyScope;
  /** Under each secret key, the newest first: the stored one may be from before a change of the key. */
  readonly fingerprints: Fingerprints;
};

type Fingerprints = readonly [Buffer, ...Buffer[]];

/** What the answers of such calls are sealed for. */
export const answerPurpose = 'idempotency';

/** Undefined: the call was sent without a key. */
export function onceOf(admitted: AdmittedCall, secrets: Secrets): Once | undefined {
  const { operation, path, raw, request } = admitted;
  const key = request.headers['idempotency-key'];
  if (typeof key !== 'string') return undefined;
  const { method } = operation.facts;
  return { scope: { method, path, key }, fingerprints: fingerprintsOf(secrets, raw ?? '') };
}

/** A keyed hash: from a plain one, a reader of the row could brute-force the account numbers in the body. */
export function fingerprintOf(secrets: Secrets, body: Buffer | string): Buffer {
  return fingerprintsOf(secrets, body)[0];
}

function fingerprintsOf(secrets: Secrets, body: Buffer | string): Fingerprints {
  const [newest, ...older] = secrets.signatures('idempotency', sha256(body).toString('hex'));
  return [Buffer.from(newest, 'hex'), ...older.map((signature) => Buffer.from(signature, 'hex'))];
}
