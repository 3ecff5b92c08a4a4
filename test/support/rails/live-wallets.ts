import { type ConnectGateways, gatewaysOf, unconnected } from '../../../src/app/gateways.ts';
import { createMobileMoney } from '../../../src/domain/money/gateways/mobile-money/mobile-money.ts';
import type { MobileMoneySettings } from '../../../src/domain/money/gateways/mobile-money/wire/settings.ts';
import { expectSoundBooks, openShop, type Place, type Shop } from '../../journeys/shop.ts';
import { startApp } from '../service/app.ts';
import { anOperator, credentials, type Operator, ownAccount } from './mobile-money-operator.ts';

export type LiveWallets = Place & { readonly operator: Operator };

/** The settings that reach a simulated operator. */
function settingsFor(
  { address, tokenAddress }: Pick<Operator, 'address' | 'tokenAddress'>,
  more: Partial<MobileMoneySettings> = {},
): MobileMoneySettings {
  const { clientId, clientSecret, apiKey } = credentials;
  const auth = { type: 'oauth', tokenAddress, clientId, clientSecret } as const;
  return { address, accounts: { USD: ownAccount }, auth, apiKey, timeoutSeconds: 2, ...more };
}

/** Live takes payments by wallet_a and pays out to it over one rail; the sandbox is simulated as ever. */
function liveOver(settings: MobileMoneySettings): ConnectGateways {
  return (mode, parts) => {
    if (mode !== 'live') return unconnected(mode, parts);
    const rail = createMobileMoney(settings, { name: 'operator_a', ...parts });
    const { gateway, payouts } = rail;
    if (!gateway || !payouts) throw new Error('the rail takes payments and pays out');
    const pays = { method: 'mobile_money', wallet: 'wallet_a' } as const;
    return {
      gateways: gatewaysOf([
        { takes: 'wallet_a', gateway },
        { pays, gateway: payouts },
      ]),
      rails: [rail],
    };
  };
}

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
