import { merchantId, type Principal } from '../../../engine/principal.ts';
import { monotonicMs, now } from '../../../platform/clock.ts';
import type { PlatformDb } from '../../../platform/db/database.ts';
import { ApiError } from '../../../platform/errors.ts';
import { hashOfKey, readKey, shownKey } from '../keys/key-format.ts';
import { findKeyAcrossMerchants, type KeyRow } from '../keys/queries.ts';

/** A key is looked up again after this time, so a revoked key stops working within a second, in every process. */
const freshMs = 1000;
/** When the cache is full it is emptied: each key then costs one query again. */
const most = 10_000;

/** A cached lookup. `holder` undefined: there is no such key. */
type Cached = { readonly holder: Holder | undefined; readonly until: number };
type Holder = { readonly row: KeyRow; readonly principal: Principal };

export type Authenticate = (authorization: string | undefined) => Promise<Principal>;

/**
 * Finds the principal of the header `Authorization: Bearer <API_KEY>`.
 *
 * @throws MISSING_API_KEY there is no such header
 * @throws INVALID_API_KEY the key is malformed or unknown
 * @throws API_KEY_REVOKED the key was revoked or has expired
 *
 * Spec: "Authentication".
 */
export function authenticator(platform: PlatformDb): Authenticate {
  const cache = new Map<string, Cached>();

  async function lookUp(key: string): Promise<Holder | undefined> {
    const hash = hashOfKey(key);
    const name = hash.toString('base64');
    const at = monotonicMs();
    const found = cache.get(name);
    if (found && found.until > at) return found.holder;
    const claimed = readKey(key);
    if (!claimed) return undefined;
    const row = await findKeyAcrossMerchants(platform, hash);
    const holder =
      row && row.kind === claimed.kind && row.mode === claimed.mode
        ? { row, principal: principalOf(row) }
        : undefined;
    if (cache.size >= most) cache.clear();
    cache.set(name, { holder, until: at + freshMs });
    return holder;
  }

  return async (authorization) => {
    const holder = await lookUp(keyOf(authorization));
    if (!holder) throw new ApiError('INVALID_API_KEY');
    const { row, principal } = holder;
    if (row.revoked_at || (row.expires_at && row.expires_at <= now())) throw new ApiError('API_KEY_REVOKED');
    return principal;
  };
}

function keyOf(authorization: string | undefined): string {
  if (authorization === undefined || authorization.trim() === '') throw new ApiError('MISSING_API_KEY');
  const [scheme, key, ...rest] = authorization.trim().split(/ +/);
  if (scheme?.toLowerCase() !== 'bearer' || key === undefined || rest.length > 0)
    throw new ApiError('INVALID_API_KEY');
  return key;
}

function principalOf(row: KeyRow): Principal {
  return {
    merchantId: merchantId(row.merchant_id),
    appId: row.app_id,
    keyId: row.id,
    mode: row.mode,
    kind: row.kind,
    permissions: row.permissions,
    features: row.features,
    apiVersion: row.api_version,
    rateLimit: row.rate_limit,
    kycTier: row.kyc_tier,
    suspended: row.status === 'suspended',
    shownKey: shownKey(row.prefix, row.last4),
  };
}
