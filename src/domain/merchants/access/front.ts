import { type OperationId, operations } from '../../../../generated/operations.ts';
import type { Context } from '../../../engine/context.ts';
import type { Mode, Principal } from '../../../engine/principal.ts';
import type { Bucket, Steps } from '../../../platform/contract/dispatch.ts';
import type { PlatformDb } from '../../../platform/db/database.ts';
import { addressBucket } from '../../../platform/http/address.ts';
import { admit, type Gates } from './admit.ts';
import { authenticator } from './authenticate.ts';
import { type Limits, usualLimits } from './limits.ts';

type Parts = {
  readonly platform: PlatformDb;
  readonly contexts: Readonly<Record<Mode, Context>>;
  readonly limits?: Limits | undefined;
};

/** The steps of the dispatcher that know keys, limits and gates. Decision 0006. */
export function frontSteps({ platform, contexts, limits = usualLimits }: Parts): Steps<Principal> {
  return {
    authenticate: authenticator(platform),
    bucketOf: (operationId, principal, path) => bucketOf(limits, { operationId, principal, path }),
    bucketOfMiss: (operationId, principal) =>
      operations[operationId].bucket === 'default' ? undefined : bucketOfKey(limits, principal),
    bucketOfAddress: (req) => ({
      key: `address:${addressBucket(req)}`,
      limit: limits.address.limit,
      windowMs: limits.address.window * 1000,
    }),
    pinOf: (principal) => principal.apiVersion,
    admit: (operationId, principal) => admit(gatesOf(operationId), principal, contexts[principal.mode].db),
    factsOf: ({ appId, mode, shownKey }) => ({ app: appId, mode, key: shownKey }),
  };
}

type Called = { readonly operationId: OperationId; readonly principal: Principal; readonly path: string };

function bucketOf(limits: Limits, { operationId, principal, path }: Called): Bucket {
  const { bucket } = operations[operationId];
  if (bucket === 'default') return bucketOfKey(limits, principal);
  // Each payment has a bucket of its own. Its key is the decoded path, so that another spelling or a query makes no new bucket.
  const named = decodeURIComponent(path.split('?', 1)[0] ?? path);
  return {
    key: `${bucket}:${principal.merchantId}:${named}`,
    limit: limits[bucket].limit,
    windowMs: limits[bucket].window * 1000,
  };
}

function bucketOfKey(limits: Limits, { keyId, rateLimit }: Principal): Bucket {
  return { key: `key:${keyId}`, limit: rateLimit, windowMs: limits.default.window * 1000 };
}

function gatesOf(operationId: OperationId): Gates {
  return operations[operationId];
}
