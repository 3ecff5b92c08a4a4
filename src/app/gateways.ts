import type { Currency } from '../domain/money/amounts/currency.ts';
import type { Gateways, Presented } from '../domain/money/gateways/gateways.ts';
import type { PayoutGateway, PayoutRoute } from '../domain/money/gateways/payout-port.ts';
import type { Gateway } from '../domain/money/gateways/port.ts';
import type { Rail, RailParts } from '../domain/money/gateways/rail.ts';
import {
  sandboxCardGateway,
  sandboxDomesticSwitchGateway,
} from '../domain/money/gateways/sandbox/card-gateway.ts';
import { sandboxPayoutGateway } from '../domain/money/gateways/sandbox/payout-gateway.ts';
import { sandboxTerminalGateway } from '../domain/money/gateways/sandbox/terminal-gateway.ts';
import { sandboxWalletGateway } from '../domain/money/gateways/sandbox/wallet-gateway.ts';
import { isLiveWallet, walletNames } from '../domain/money/wallets/wallets.ts';
import type { Mode } from '../engine/principal.ts';

/** One way to pay or to be paid out. `currency` absent: every currency. */
export type Route =
  | { readonly takes: Presented; readonly currency?: Currency; readonly gateway: Gateway }
  | { readonly pays: Partial<PayoutRoute>; readonly gateway: PayoutGateway };

type Taking = Extract<Route, { takes: unknown }>;
type Paying = Extract<Route, { pays: unknown }>;

/** The gateways of one mode, and the connections behind them. */
type Connected = { readonly gateways: Gateways; readonly rails: readonly Rail[] };

export type ConnectGateways = (mode: Mode, parts: Omit<RailParts, 'name'>) => Connected;

/** Without a gateways.yaml the sandbox is simulated, and live has no gateway. */
export const unconnected: ConnectGateways = (mode) => ({
  gateways: mode === 'sandbox' ? sandboxGateways() : gatewaysOf([]),
  rails: [],
});

/** Simulated gateways for every payment method, for card readers and for payouts. They move no money. */
export function sandboxGateways(): Gateways {
  return gatewaysOf([
    { takes: 'card', gateway: sandboxCardGateway() },
    { takes: 'domestic_switch', gateway: sandboxDomesticSwitchGateway() },
    ...walletNames
      .filter(isLiveWallet)
      .map((wallet) => ({ takes: wallet, gateway: sandboxWalletGateway(wallet) })),
    { takes: 'reader', gateway: sandboxTerminalGateway() },
    { pays: {}, gateway: sandboxPayoutGateway() },
  ]);
}

/** @param routes in the order of preference. None for a method: its payments and payouts are refused with `GATEWAY_NOT_CONFIGURED` */
export function gatewaysOf(routes: readonly Route[]): Gateways {
  const taking = routes.filter((route): route is Taking => 'takes' in route);
  const paying = routes.filter((route): route is Paying => 'pays' in route);
  const allFor: Gateways['allFor'] = (method, currency) =>
    taking.filter((route) => route.takes === method && isIn(route, currency)).map(({ gateway }) => gateway);
  const byName = new Map(taking.map(({ gateway }) => [gateway.name, gateway]));
  const payoutByName = new Map(paying.map(({ gateway }) => [gateway.name, gateway]));
  return {
    allFor,
    forMethod: (method, currency) => allFor(method, currency)[0],
    byName: (name) => byName.get(name),
    forPayout: (wanted) => paying.find(({ pays }) => serves(pays, wanted))?.gateway,
    paysOut: paying.length > 0,
    payoutByName: (name) => payoutByName.get(name),
  };
}

function isIn(route: Taking, currency: Currency | undefined): boolean {
  return currency === undefined || route.currency === undefined || route.currency === currency;
}

function serves(pays: Partial<PayoutRoute>, wanted: PayoutRoute): boolean {
  const { method = wanted.method, currency = wanted.currency, wallet = wanted.wallet } = pays;
  return method === wanted.method && currency === wanted.currency && wallet === wanted.wallet;
}
