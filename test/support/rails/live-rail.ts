import { type ConnectGateways, gatewaysOf, unconnected } from '../../../src/app/gateways.ts';
import { createMobileMoney } from '../../../src/domain/money/gateways/mobile-money/mobile-money.ts';
import type { MobileMoneySettings } from '../../../src/domain/money/gateways/mobile-money/wire/settings.ts';
import { credentials, type Operator, ownAccount } from './mobile-money-operator.ts';

/** The settings that reach a simulated operator. */
export function settingsFor(
  { address, tokenAddress }: Pick<Operator, 'address' | 'tokenAddress'>,
  more: Partial<MobileMoneySettings> = {},
): MobileMoneySettings {
  const { clientId, clientSecret, apiKey } = credentials;
  const auth = { type: 'oauth', tokenAddress, clientId, clientSecret } as const;
  return { address, accounts: { USD: ownAccount }, auth, apiKey, timeoutSeconds: 2, ...more };
}

/** Live takes payments by wallet_a and pays out to it over one rail; the sandbox is simulated as ever. */
export function liveOver(settings: MobileMoneySettings): ConnectGateways {
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
