import type { Feature } from '../../../../generated/values.ts';
import type { Context } from '../../../engine/context.ts';
import type { MerchantId } from '../../../engine/principal.ts';
import { ApiError } from '../../../platform/errors.ts';
import { listApps } from './app-queries.ts';

/**
 * Refuses what an app must not do. For actions without a key: a person acts for the app that made the object.
 *
 * @param appId null if no app made it: then one app of the mode must have the feature
 * @throws FEATURE_DISABLED as an API call of the app would get it
 */
export async function requireFeature(
  { platform, mode }: Pick<Context, 'platform' | 'mode'>,
  merchantId: MerchantId,
  appId: string | null,
  feature: Feature,
): Promise<void> {
  const apps = await listApps(platform, merchantId);
  const asked = apps.filter((app) => (appId === null ? app.mode === mode : app.id === appId));
  if (asked.some(({ features }) => features.includes(feature))) return;
  throw new ApiError('FEATURE_DISABLED', { details: { required_feature: feature } });
}
