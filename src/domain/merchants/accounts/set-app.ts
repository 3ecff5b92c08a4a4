import type { Feature } from '../../../../generated/values.ts';
import type { VersionChain } from '../../../platform/contract/types.ts';
import type { Databases, PlatformDb } from '../../../platform/db/database.ts';
import { ApiError } from '../../../platform/errors.ts';
import type { Secrets } from '../../../platform/secrets.ts';
import type { Setting } from '../../notices/endpoints/change-endpoint.ts';
import {
  type AppOf,
  changeApp,
  changeMerchant,
  type MerchantOf,
  TooMany,
} from '../changes/change-merchant.ts';
import { kycTierOf } from '../onboarding/kyc.ts';
import { type CreatedApp, newApp, refuseLiveWithoutKyc, type WantedApp } from './new-app.ts';
import { refuseWayBack } from './pin.ts';
import { countApps, findApp, insertApp, writeAppSettings } from './queries.ts';

/** Of one merchant in one mode, as far as their people make them. Each event may go to each app, and a list shows 200 of both modes. */
const mostApps = 100;

/**
 * Gives a merchant another app, in the sandbox or live, with its webhook endpoint and a key of each kind.
 *
 * @throws KYC_REQUIRED a live app needs a merchant who has tier 1 or more in live
 * @throws NOT_FOUND    there is no such merchant
 * @throws TooMany      a person asks, and the merchant has 100 in this mode
 *
 * Spec: "Authentication". Decision 0057.
 */
export function createApp(
  { platform, live }: Pick<Databases, 'platform' | 'live'>,
  secrets: Secrets,
  of: MerchantOf,
  wanted: WantedApp,
): Promise<CreatedApp> {
  const { rows, created } = newApp(secrets, of.merchantId, wanted);
  return changeMerchant(platform, of, async (tx, merchant) => {
    refuseLiveWithoutKyc(wanted.mode, await kycTierOf(live, of.merchantId, merchant.kyc_tier));
    if (of.from && (await countApps(tx, of.merchantId, wanted.mode)) >= mostApps)
      throw new TooMany('apps', mostApps);
    await insertApp(tx, of.merchantId, rows);
    const { name, mode, features, rate_limit } = rows.app;
    const details = { name, mode, features, rate_limit };
    return { entry: { action: 'app.created', appId: created.appId, details }, result: created };
  });
}

/** What is absent stays as it is. */
export type AppSettings = {
  /** All features that are on afterwards. */
  readonly features?: readonly Feature[] | undefined;
  /** In place of `features`: those to switch on, and those to switch off. */
  readonly enable?: readonly Feature[] | undefined;
  readonly disable?: readonly Feature[] | undefined;
  /** Calls that a key of the app may make in a window. */
  readonly rateLimit?: number;
  /** The API version of calls without `Service-Version`, and of events. */
  readonly apiVersion?: string;
};

/**
 * Changes settings of an app. Each process takes them up within the second for which it remembers keys.
 *
 * @param precondition throws if the app, which is locked, is not as its caller decided on
 * @returns the settings that are different now
 * @throws UNSUPPORTED_VERSION the version was not released, or has ended
 * @throws NoWayBack           the version is earlier, and the app has not just come from it
 * @throws NOT_FOUND           the merchant has no such app
 *
 * Spec: "Authentication", "Versioning". Decision 0057.
 */
export async function setApp(
  { platform, versions }: { readonly platform: PlatformDb; readonly versions: VersionChain },
  of: AppOf,
  wanted: AppSettings,
  precondition?: (before: Settings) => void,
): Promise<readonly Setting[]> {
  if (wanted.apiVersion !== undefined && !versions.has(wanted.apiVersion))
    throw new ApiError('UNSUPPORTED_VERSION', { details: { supported: versions.supported } });
  return await changeApp<readonly Setting[]>(platform, of, async (tx) => {
    const before = await findApp(tx, of.merchantId, of.appId);
    precondition?.(before);
    const after = settingsAfter(before, wanted);
    if (after.api_version < before.api_version) await refuseWayBack(tx, of, after.api_version);
    const changed = (['features', 'rate_limit', 'api_version'] as const).filter(
      (name) => String(before[name]) !== String(after[name]),
    );
    if (changed.length === 0) return { changed, result: changed };
    await writeAppSettings(tx, of.merchantId, of.appId, after);
    const details = Object.fromEntries(
      changed.map((name) => [name, { before: before[name], after: after[name] }]),
    );
    return { entry: { action: 'app.set', details }, changed, result: changed };
  });
}

type Settings = { readonly features: string[]; readonly rate_limit: number; readonly api_version: string };

function settingsAfter(before: Settings, wanted: AppSettings): Settings {
  return {
    features: featuresAfter(before.features, wanted),
    rate_limit: wanted.rateLimit ?? before.rate_limit,
    api_version: wanted.apiVersion ?? before.api_version,
  };
}

/** In the order in which they are stored, if they are the same ones. */
function featuresAfter(before: string[], { features, enable = [], disable = [] }: AppSettings): string[] {
  const off: readonly string[] = disable;
  const on = features ?? [...before, ...enable].filter((feature) => !off.includes(feature));
  const after = [...new Set<string>(on)].toSorted();
  return after.join() === before.toSorted().join() ? before : after;
}
