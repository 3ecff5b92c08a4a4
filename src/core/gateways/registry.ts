import type { PaymentMethod } from '../money/fees.ts';
import { isLiveWallet, walletNames } from '../wallets/wallets.ts';
import type { Gateway, Gateways } from './port.ts';
import { sandboxCardGateway } from './sandbox/card-gateway.ts';
import { sandboxDomesticSwitchGateway } from './sandbox/domestic-switch-gateway.ts';
import { sandboxPayoutGateway } from './sandbox/payout-gateway.ts';
import { sandboxTerminalGateway } from './sandbox/terminal-gateway.ts';
import { sandboxWalletGateway } from './sandbox/wallet-gateway.ts';

/** One of our own for every method that can be paid with, for readers and for payouts; they move no money. */
export function sandboxGateways(): Gateways {
  return gatewaysOf(
    [
      ['card', sandboxCardGateway()],
      ['domestic_switch', sandboxDomesticSwitchGateway()],
      ...walletNames.filter(isLiveWallet).map((wallet) => [wallet, sandboxWalletGateway(wallet)] as const),
    ],
    { forReaders: sandboxTerminalGateway(), forPayouts: sandboxPayoutGateway() },
  );
}

/** None is configured: every live payment and payout is refused with `GATEWAY_NOT_CONFIGURED`. */
export function liveGateways(): Gateways {
  return gatewaysOf([], { forReaders: undefined, forPayouts: undefined });
}

function gatewaysOf(
  served: readonly (readonly [PaymentMethod, Gateway])[],
  others: Pick<Gateways, 'forReaders' | 'forPayouts'>,
): Gateways {
  const byMethod = new Map(served);
  const all = [...byMethod.values(), ...(others.forReaders ? [others.forReaders] : [])];
  const byName = new Map(all.map((gateway) => [gateway.name, gateway]));
  return { forMethod: (method) => byMethod.get(method), byName: (name) => byName.get(name), ...others };
}
