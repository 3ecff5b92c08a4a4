import type { MobileMoneySettings } from '../../../src/domain/money/gateways/mobile-money/wire/settings.ts';
import { expectSoundBooks, openShop, type Place, type Shop } from '../../journeys/shop.ts';
import { startApp } from '../service/app.ts';
import { liveOver, settingsFor } from './live-rail.ts';
import { anOperator, type Operator } from './mobile-money-operator.ts';

export type LiveWallets = Place & { readonly operator: Operator };

/** The service with an operator of its own. Its books must be sound when it stops. */
export async function openLiveWallets(more: Partial<MobileMoneySettings> = {}): Promise<LiveWallets> {
  const operator = await anOperator();
  const app = await startApp({ connectGateways: liveOver(settingsFor(operator, more)) });
  return {
    ...app,
    operator,
    notificationUrl: 'http://127.0.0.1:9/unheard',
    stop: async () => {
      await operator.settled();
      await expectSoundBooks(app);
      await app.stop();
      await operator.close();
    },
  };
}

export function openLiveShop(place: Place): Promise<Shop> {
  return openShop(place, { mode: 'live', kycTier: 1, features: ['payouts', 'refunds'] });
}

/** Makes the waiting questions of a shop due now; the workers ask them. */
export async function hurry(place: Place, { merchant }: Shop, kinds: readonly string[]): Promise<void> {
  await place.database.asOwner(
    `UPDATE live.jobs SET due_at = now() WHERE merchant_id = $1 AND kind = ANY($2) AND state = 'due'`,
    [merchant.merchantId, kinds],
  );
}

/** Types of the events about an object, in order. */
export async function liveEventsOf(place: Place, id: string): Promise<unknown[]> {
  const rows = await place.database.asOwner(
    'SELECT type FROM live.events WHERE resource_id = $1 ORDER BY sequence',
    [id],
  );
  return rows.map(({ type }) => type);
}
