import type { IncomingMessage } from 'node:http';
import type { Context } from '../../../engine/context.ts';
import type { Mode, Principal } from '../../../engine/principal.ts';
import { monotonicMs } from '../../../platform/clock.ts';
import type { Operation } from '../../../platform/contract/contract.ts';
import { type Steps, take } from '../../../platform/contract/dispatch.ts';
import { canonicalPath } from '../../../platform/contract/router.ts';
import type { Bucket } from '../../../platform/contract/types.ts';
import type { PlatformDb } from '../../../platform/db/database.ts';
import { ApiError } from '../../../platform/errors.ts';
import { addressBucket } from '../../../platform/http/address.ts';
import type { RateLimit } from '../../../platform/http/limits/rate-limit.ts';
import { admit } from './admit.ts';
import { authenticator, type IsTrusted } from './authenticate.ts';
import { type Limits, usualLimits } from './limits.ts';

type Parts = {
  readonly platform: PlatformDb;
  readonly contexts: Readonly<Record<Mode, Context>>;
  readonly rateLimit: RateLimit;
  readonly limits?: Limits | undefined;
};

/** The steps of the dispatcher that know keys, limits and gates. Decision 0006. */
export function frontSteps({ platform, contexts, rateLimit, limits = usualLimits }: Parts): Steps<Principal> {
  const authenticate = authenticator(platform);
  return {
    authenticate: (req) => {
      const wrongKeys = () => bucketOfCaller(limits, 'wrong-key', req);
      return limited(rateLimit, wrongKeys, (isTrusted) => authenticate(req.headers.authorization, isTrusted));
    },
    bucketOf: (operation, principal, path) => bucketOf(limits, { operation, principal, path }),
    bucketOfMiss: ({ facts }, principal) =>
      facts.bucket === 'default' ? undefined : bucketOfKey(limits, principal),
    bucketOfAddress: (req) => bucketOfCaller(limits, 'address', req),
    pinOf: (principal) => principal.apiVersion,
    admit: ({ facts }, principal) => admit(facts, principal, contexts[principal.mode].db),
    factsOf: ({ appId, mode, shownKey }) => ({ app: appId, mode, key: shownKey }),
  };
}

/** Limits guessing of keys by address: past the limit the caller gets 429 instead of 401. */
async function limited(
  rateLimit: RateLimit,
  wrongKeys: () => Bucket,
  authenticate: (isTrusted: IsTrusted) => Promise<Principal>,
): Promise<Principal> {
  try {
    return await authenticate(() => {
      const { key, limit, windowMs } = wrongKeys();
      return rateLimit.hasRoom(key, limit, windowMs, monotonicMs());
    });
  } catch (error) {
    if (error instanceof ApiError) await take(rateLimit, wrongKeys());
    throw error;
  }
}

type Called = { readonly operation: Operation; readonly principal: Principal; readonly path: string };

function bucketOf(limits: Limits, { operation, principal, path }: Called): Bucket {
  const { bucket } = operation.facts;
  // Each id has a bucket of its own; another spelling of its path, or a query, makes no new one.
  const named = isBucketOfItsOwn(limits, bucket) ? shortPath(path) : undefined;
  if (!isBucketOfItsOwn(limits, bucket) || named === undefined) return bucketOfKey(limits, principal);
  return {
    key: `${bucket}:${principal.merchantId}:${named}`,
    limit: limits[bucket].limit,
    windowMs: limits[bucket].window * 1000,
    policy: bucket,
  };
}

/** Longer than the path of any id. Buckets stay in memory by their names. */
const longestPath = 200;

/** Undefined for a path that names nothing. */
function shortPath(path: string): string | undefined {
  try {
    const named = canonicalPath(path);
    return named.length > longestPath ? undefined : named;
  } catch {
    return undefined;
  }
}

function bucketOfCaller(limits: Limits, name: 'address' | 'wrong-key', req: IncomingMessage): Bucket {
  const { limit, window } = limits[name];
  return { key: `${name}:${addressBucket(req)}`, limit, windowMs: window * 1000 };
}

function bucketOfKey(limits: Limits, { keyId, rateLimit }: Principal): Bucket {
  return { key: `key:${keyId}`, limit: rateLimit, windowMs: limits.default.window * 1000 };
}

function isBucketOfItsOwn(limits: Limits, name: string): name is Exclude<keyof Limits, 'default'> {
  return name !== 'default' && name in limits;
}
