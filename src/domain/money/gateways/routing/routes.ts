import type { Currency } from '../../amounts/currency.ts';
import type { Gateways, Presented } from '../gateways.ts';
import type { PayoutGateway, PayoutRoute } from '../payout-port.ts';
import type { Gateway } from '../port.ts';

/** One way to pay or to be paid out. `currency` absent: every currency. */
export type Route =
  | { readonly takes: Presented; readonly currency?: Currency; readonly gateway: Gateway }
  | {
      readonly pays: Partial<PayoutRoute>;
      readonly gateway: PayoutGateway;
      /** It serves only what no other route does. */
      readonly isSimulated?: true;
    };

type Taking = Extract<Route, { takes: unknown }>;
type Paying = Extract<Route, { pays: unknown }>;

/** Gateways that nothing new is sent to. They are still asked about what they have begun, and give it back. */
export type Unrouted = { readonly gateways: readonly Gateway[]; readonly payouts: readonly PayoutGateway[] };

/** @param routes in the order of preference. None for a method: its payments and payouts are refused with `GATEWAY_NOT_CONFIGURED` */
export function gatewaysOf(
  routes: readonly Route[],
  unrouted: Unrouted = { gateways: [], payouts: [] },
): Gateways {
  const taking = routes.filter((route): route is Taking => 'takes' in route);
  const paying = routes.filter((route): route is Paying => 'pays' in route);
  const allFor: Gateways['allFor'] = (method, currency) =>
    taking.filter((route) => route.takes === method && isIn(route, currency)).map(({ gateway }) => gateway);
  const byName = named([...unrouted.gateways, ...taking.map(({ gateway }) => gateway)]);
  const payoutByName = named([...unrouted.payouts, ...paying.map(({ gateway }) => gateway)]);
  return {
    allFor,
    forMethod: (method, currency) => allFor(method, currency)[0],
    byName: (name) => byName.get(name),
    allForPayout: (wanted) => gatewaysFor(paying, wanted),
    paysOut: paying.length > 0,
    payoutByName: (name) => payoutByName.get(name),
    routed: { payments: namesOf(taking), payouts: namesOf(paying) },
  };
}

function named<One extends { readonly name: string }>(all: readonly One[]): ReadonlyMap<string, One> {
  return new Map(all.map((one) => [one.name, one]));
}

function namesOf(routes: readonly Route[]): readonly string[] {
  return [...new Set(routes.map(({ gateway }) => gateway.name))];
}

function isIn(route: Taking, currency: Currency | undefined): boolean {
  return currency === undefined || route.currency === undefined || route.currency === currency;
}

function gatewaysFor(paying: readonly Paying[], wanted: PayoutRoute): readonly PayoutGateway[] {
  const serving = paying.filter(({ pays }) => serves(pays, wanted));
  const planned = serving.filter(({ isSimulated }) => isSimulated !== true);
  return (planned.length > 0 ? planned : serving).map(({ gateway }) => gateway);
}

function serves(pays: Partial<PayoutRoute>, wanted: PayoutRoute): boolean {
  const { method = wanted.method, currency = wanted.currency, wallet = wanted.wallet } = pays;
  return method === wanted.method && currency === wanted.currency && wallet === wanted.wallet;
}
