import { type OperationId, operations } from '../../../generated/operations.ts';
import type { Bucket, Steps } from '../../platform/contract/dispatch.ts';
import type { PlatformDb } from '../../platform/db/database.ts';
import { addressBucket } from '../../platform/http/address.ts';
import { type Context } from '../context.ts';
import type { Mode, Principal } from '../merchants/principal.ts';
import { admit, type Gates } from './admit.ts';
import { authenticator } from './authenticate.ts';
import { addressLimit, mobileStatusLimit, rateWindowMs } from './limits.ts';

type World = { readonly platform: PlatformDb; readonly contexts: Readonly<Record<Mode, Context>> };

/** The steps of a call that know keys, limits and gates. Decision 0006. */
export function frontSteps({ platform, contexts }: World): Steps<Principal> {
  return {
    authenticate: authenticator(platform),
    bucketOf,
    bucketOfAddress: (req) => ({
      key: `address:${addressBucket(req)}`,
      limit: addressLimit,
      windowMs: rateWindowMs,
    }),
    pinOf: (principal) => principal.apiVersion,
    admit: (operationId, principal) => admit(gatesOf(operationId), principal, contexts[principal.mode].db),
    factsOf: ({ appId, mode, shownKey }) => ({ app: appId, mode, key: shownKey }),
  };
}

function bucketOf(operationId: OperationId, principal: Principal, path: string): Bucket {
  const { bucket } = operations[operationId];
  if (bucket === 'default')
    return { key: `key:${principal.keyId}`, limit: principal.rateLimit, windowMs: rateWindowMs };
  // One checkout a bucket: the path names it.
  return {
    key: `${bucket}:${principal.merchantId}:${path}`,
    limit: mobileStatusLimit,
    windowMs: rateWindowMs,
  };
}

function gatesOf(operationId: OperationId): Gates {
  return operations[operationId];
}
