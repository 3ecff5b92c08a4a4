import { merchantId, type Principal } from '../../../engine/principal.ts';
import { monotonicMs, now } from '../../../platform/clock.ts';
import type { PlatformDb } from '../../../platform/db/database.ts';
import { ApiError } from '../../../platform/errors.ts';
import { Recent } from '../../../platform/recent.ts';
import { base64HashOfKey, readKey, shownKey } from '../keys/key-format.ts';
import type { KeyRow } from '../keys/queries.ts';
import { createLookUp } from './look-up.ts';

/** A key is looked up again after this time, so a revoked key stops working within a second, in every process. */
const freshMs = 1000;
const mostKnown = 10_000;
/** Apart, so that made-up keys never push out known ones. */
const mostUnknown = 1000;
/** How long a strange key from an address over its limit waits for its query. */
const patienceMs = 250;

/** A key that exists, as it was looked up last. It stays known when it is no longer fresh. */
type Known = { readonly holder: Holder; readonly until: number };
type Holder = { readonly row: KeyRow; readonly principal: Principal };

/**
 * Asked for a key that this process does not know: whether its caller has sent few wrong keys. The others wait: one query a quarter
 * of a second answers them all, so a good key among many wrong ones still gets through.
 */
export type IsTrusted = () => boolean | Promise<boolean>;

export type Authenticate = (authorization: string | undefined, isTrusted?: IsTrusted) => Promise<Principal>;

/**
 * Finds the principal of the header `Authorization: Bearer <API_KEY>`.
 *
 * @throws MISSING_API_KEY there is no such header
 * @throws INVALID_API_KEY the key is malformed or unknown
 * @throws API_KEY_REVOKED the key was revoked or has expired
 *
 * Spec: "Authentication". Decision 0047.
 */
export function authenticator(platform: PlatformDb): Authenticate {
  const known = new Recent<Known>(mostKnown);
  /** Until when a key need not be looked up again. */
  const unknown = new Recent<number>(mostUnknown);
  // Apart, so that no known key waits behind strange ones.
  const again = createLookUp(platform, 0);
  const first = createLookUp(platform, 0);
  const patiently = createLookUp(platform, patienceMs);

  async function lookUp(key: string, isTrusted: IsTrusted): Promise<Holder | undefined> {
    const name = base64HashOfKey(key);
    const found = known.get(name);
    if (found && found.until > monotonicMs()) return found.holder;
    const claimed = readKey(key);
    if (!claimed || (unknown.get(name) ?? 0) > monotonicMs()) return undefined;
    const ask = found ? again : (await isTrusted()) ? first : patiently;
    const until = monotonicMs() + freshMs;
    const holder = holderOf(await ask(name), claimed);
    if (holder) {
      known.set(name, { holder, until });
    } else {
      known.delete(name);
      unknown.set(name, until);
    }
    return holder;
  }

  return async (authorization, isTrusted = () => true) => {
    const holder = await lookUp(keyOf(authorization), isTrusted);
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

/** Undefined if there is no such key, or it is of another kind or mode than it says. */
function holderOf(row: KeyRow | undefined, claimed: Pick<KeyRow, 'kind' | 'mode'>): Holder | undefined {
  const fits = row && row.kind === claimed.kind && row.mode === claimed.mode;
  return fits ? { row, principal: principalOf(row) } : undefined;
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
