import type { Gateways } from '../domain/money/gateways/gateways.ts';
import type { Rail, RailParts } from '../domain/money/gateways/rail.ts';
import type { GatewayState } from '../domain/money/gateways/routing/breaker.ts';
import type { GatewayPlan } from '../domain/money/gateways/routing/plan.ts';
import type { Kinds } from '../domain/money/gateways/routing/rail-kind.ts';
import { gatewaysOf, type Route } from '../domain/money/gateways/routing/routes.ts';
import {
  sandboxCardGateway,
  sandboxDomesticSwitchGateway,
} from '../domain/money/gateways/sandbox/card-gateway.ts';
import { sandboxPayoutGateway } from '../domain/money/gateways/sandbox/payout-gateway.ts';
import { sandboxTerminalGateway } from '../domain/money/gateways/sandbox/terminal-gateway.ts';
import { sandboxWalletGateway } from '../domain/money/gateways/sandbox/wallet-gateway.ts';
import { isLiveWallet, walletNames } from '../domain/money/wallets/wallets.ts';
import type { Mode } from '../engine/principal.ts';

export { gatewaysOf, type Route } from '../domain/money/gateways/routing/routes.ts';

/** The gateways of one mode, and the connections behind them. */
type Connected = {
  readonly gateways: Gateways;
  readonly rails: readonly Rail[];
  readonly states?: readonly GatewayState[];
};

export type ConnectGateways = (mode: Mode, parts: Omit<RailParts, 'name'>) => Connected;

/** Without a gateways.yaml the sandbox is simulated, and live has no gateway. */
export const unconnected: ConnectGateways = (mode) => ({
  gateways: mode === 'sandbox' ? sandboxGateways() : gatewaysOf([]),
  rails: [],
});

/**
 * The gateways of gateways.yaml. The sandbox is simulated where the file has no route; live mode then has no gateway.
 *
 * @param plan undefined: there is no file
 */
export async function connectedBy(plan: GatewayPlan | undefined, kinds?: Kinds): Promise<ConnectGateways> {
  if (!plan) return unconnected;
  const [{ connect, routed }, { railKinds }] = await Promise.all([
    import('../domain/money/gateways/routing/connect.ts'),
    import('../domain/money/gateways/routing/rails.ts'),
  ]);
  return (mode, parts) => {
    const entries = plan.entries.filter((entry) => entry.mode === mode);
    const connected = connect(entries, kinds ?? railKinds, parts);
    const others = mode === 'sandbox' ? simulated() : [];
    return {
      gateways: routed(plan.routes[mode], connected, others),
      rails: connected.map(({ rail }) => rail),
      states: connected.map(({ entry, rail: { failingSinceMs }, isDown }) => {
        return { gateway: entry.name, mode, isDown, failingSinceMs };
      }),
    };
  };
}

/** Simulated gateways for every payment method, for card readers and for payouts. They move no money. */
export function sandboxGateways(): Gateways {
  return gatewaysOf(simulated());
}

function simulated(): readonly Route[] {
  return [
    { takes: 'card', gateway: sandboxCardGateway() },
    { takes: 'domestic_switch', gateway: sandboxDomesticSwitchGateway() },
    ...walletNames
      .filter(isLiveWallet)
      .map((wallet) => ({ takes: wallet, gateway: sandboxWalletGateway(wallet) })),
    { takes: 'reader', gateway: sandboxTerminalGateway() },
    { pays: {}, gateway: sandboxPayoutGateway() },
  ];
}
