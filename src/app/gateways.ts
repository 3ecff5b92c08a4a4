import type { PaymentMethod } from '../domain/money/fees/payment-fees.ts';
import type { Gateway, Gateways } from '../domain/money/gateways/port.ts';
import {
  sandboxCardGateway,
  sandboxDomesticSwitchGateway,
} from '../domain/money/gateways/sandbox/card-gateway.ts';
import { sandboxPayoutGateway } from '../domain/money/gateways/sandbox/payout-gateway.ts';
import { sandboxTerminalGateway } from '../domain/money/gateways/sandbox/terminal-gateway.ts';
import { sandboxWalletGateway } from '../domain/money/gateways/sandbox/wallet-gateway.ts';
import { isLiveWallet, walletNames } from '../domain/money/wallets/wallets.ts';

/** Simulated gateways for every payment method, for card readers and for payouts. They move no money. */
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

/** Live has no gateway yet: every payment and payout is refused with `GATEWAY_NOT_CONFIGURED`. */
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
