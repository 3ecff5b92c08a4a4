import type { PaymentMethod } from '../money/fees.ts';
import { isLiveWallet, walletNames } from '../wallets/wallets.ts';
import type { Gateway, Gateways, PayoutGateway } from './port.ts';
import { sandboxCardGateway } from './sandbox/card-gateway.ts';
import { sandboxDomesticSwitchGateway } from './sandbox/domestic-switch-gateway.ts';
import { sandboxPayoutGateway } from './sandbox/payout-gateway.ts';
import { sandboxWalletGateway } from './sandbox/wallet-gateway.ts';

/** One of our own for every method that can be paid with; they move no money. */
export function sandboxGateways(): Gateways {
  return gatewaysOf(
    [
      ['card', sandboxCardGateway()],
      ['domestic_switch', sandboxDomesticSwitchGateway()],
      ...walletNames.filter(isLiveWallet).map((wallet) => [wallet, sandboxWalletGateway(wallet)] as const),
    ],
    sandboxPayoutGateway(),
  );
}

/** None is configured: every live payment and payout is refused with `GATEWAY_NOT_CONFIGURED`. */
export function liveGateways(): Gateways {
  return gatewaysOf([], undefined);
}

function gatewaysOf(
  served: readonly (readonly [PaymentMethod, Gateway])[],
  forPayouts: PayoutGateway | undefined,
): Gateways {
  const byMethod = new Map(served);
  const byName = new Map(served.map(([, gateway]) => [gateway.name, gateway]));
  return { forMethod: (method) => byMethod.get(method), byName: (name) => byName.get(name), forPayouts };
}
