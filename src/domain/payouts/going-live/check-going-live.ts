import type { Context } from '../../../engine/context.ts';
import type { MerchantId } from '../../../engine/principal.ts';
import type { PlatformDb } from '../../../platform/db/database.ts';
import { findMerchant } from '../../merchants/accounts/queries.ts';
import { listKeys } from '../../merchants/keys/queries.ts';
import { kycTierOf } from '../../merchants/onboarding/kyc.ts';
import { type Endpoint, listEndpointsAcrossMerchants } from '../../notices/endpoints/queries.ts';
import { findBankAccounts } from '../bank-accounts/queries.ts';
import {
  checkApp,
  checkMerchant,
  checkPaymentRoutes,
  checkPayouts,
  checkReceiver,
  receiverUnchecked,
} from './check-lines.ts';
import type { Line } from './line.ts';

const mostListed = 1000;

/** The live apps of a merchant, in the order in which they were made. */
export async function liveAppsOf(platform: PlatformDb, of: MerchantId): Promise<readonly Endpoint[]> {
  const apps = await listEndpointsAcrossMerchants(platform, { of, limit: mostListed });
  return apps.filter(({ mode }) => mode === 'live');
}

type Wanted = {
  readonly merchantId: MerchantId;
  /** The live app that is to go live; undefined: there is none. */
  readonly app: Endpoint | undefined;
  /** True: sends test events to the app's receiver. */
  readonly sends: boolean;
};

/**
 * What a merchant has and lacks for live payments and payouts. Whoever asks adds the lines of the gateways, since operators
 * may read what a provider answered, and merchants may not.
 *
 * @param live the context of live mode
 * @returns undefined if there is no such merchant
 *
 * Decision 0102.
 */
export async function checkGoingLive(live: Context, wanted: Wanted): Promise<readonly Line[] | undefined> {
  const { merchantId: id } = wanted;
  const { routed } = live.gateways;
  const [merchant, accounts, ofApp] = await Promise.all([
    findMerchant(live.platform, id),
    findBankAccounts(live.db, id, { rows: mostListed, after: undefined }),
    linesOfApp(live, wanted),
  ]);
  if (!merchant) return undefined;
  const tier = await kycTierOf(live.db, id, merchant.kyc_tier);
  return [
    ...checkMerchant(merchant, { tier }),
    ...ofApp,
    ...checkPayouts(accounts, routed),
    ...checkPaymentRoutes(routed),
  ];
}

async function linesOfApp(live: Context, { merchantId: id, app, sends }: Wanted): Promise<readonly Line[]> {
  if (!app)
    return [{ check: 'live app', state: 'missing', found: 'the merchant has none', next: 'create-app' }];
  const [keys, ofReceiver] = await Promise.all([
    listKeys(live.platform, id, app.app_id),
    sends ? checkReceiver(live, app) : receiverUnchecked(app),
  ]);
  return [...checkApp(app, keys), ...ofReceiver];
}
