import { Failure } from '../../support/print.ts';
import type { Access } from './access.ts';
import { call } from './call.ts';
import { fieldsOf } from './profiles.ts';

/** What a proxy or another service answers may look like an answer of ours, and an empty one like good news. */
function notOurs({ baseUrl }: Access, lacks: string): Failure {
  return new Failure(
    'network',
    `What answers at ${baseUrl} is not the service: its answer ${lacks}. Look: mps doctor`,
  );
}

/**
 * The profile of the merchant whose key it is.
 *
 * @throws Failure if the answer names no merchant
 */
export async function profileOf(access: Access): Promise<Readonly<Record<string, unknown>>> {
  const profile = fieldsOf(await call(access, 'getProfile'));
  if (typeof profile['merchant_id'] !== 'string') throw notOurs(access, 'names no merchant');
  return profile;
}

/** @throws Failure if it is no list */
export function listIn(access: Access, value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw notOurs(access, 'has no list');
}
