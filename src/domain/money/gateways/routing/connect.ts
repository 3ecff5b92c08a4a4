import { currencies } from '../../amounts/currency.ts';
import type { Gateways } from '../gateways.ts';
import type { PayoutGateway } from '../payout-port.ts';
import type { Gateway } from '../port.ts';
import type { Rail, RailParts } from '../rail.ts';
import { createBreaker, guarded, guardedPayouts } from './breaker.ts';
import type { GatewayEntry, ModeRoutes } from './plan.ts';
import type { Kinds } from './rail-kind.ts';
import { gatewaysOf, type Route, type Unrouted } from './routes.ts';

/** An entry of gateways.yaml with its rail, which connects at the first request. */
export type Connected = {
  readonly entry: GatewayEntry;
  readonly rail: Rail;
  /** Behind the breaker of the entry. */
  readonly gateway?: Gateway;
  readonly payouts?: PayoutGateway;
  /** The provider counts as down. */
  readonly isDown: () => boolean;
};

/** Makes the rail of each entry. */
export function connect(
  entries: readonly GatewayEntry[],
  kinds: Kinds,
  parts: Omit<RailParts, 'name'>,
): readonly Connected[] {
  return entries.map((entry) => {
    const kind = kinds[entry.rail];
    if (!kind) throw new Error(`there is no rail ${entry.rail}`);
    const log = parts.log.child({ gateway: entry.name });
    const rail = kind.create(entry.settings, { ...parts, log, name: entry.name });
    const breaker = createBreaker(entry.breaker, log);
    return {
      entry,
      rail,
      isDown: breaker.isOpen,
      ...(rail.gateway && { gateway: guarded(rail.gateway, breaker, entry) }),
      ...(rail.payouts && { payouts: guardedPayouts(rail.payouts, breaker, entry) }),
    };
  });
}

/** Cash that agents hand out by the code of a payout, through the API: no provider is asked. */
const cashByAgents: PayoutGateway = {
  name: 'agents',
  answersAfterMs: 0,
  pay: async () => ({ kind: 'uncollected' }),
};

/**
 * The gateways of a mode.
 *
 * @param connected those of the mode, with a route or without
 * @param simulated serve what the plan has no route for; none in live mode
 */
export function routed(
  routes: ModeRoutes,
  connected: readonly Connected[],
  simulated: readonly Route[],
): Gateways {
  const planned = plannedRoutes(routes, connected);
  const before = known(simulated);
  return gatewaysOf([...planned, ...simulated.flatMap((route) => remaining(route, planned))], {
    gateways: [...before.gateways, ...connected.flatMap(({ gateway }) => gateway ?? [])],
    payouts: [...before.payouts, cashByAgents, ...connected.flatMap(({ payouts }) => payouts ?? [])],
  });
}

function known(all: readonly Route[]): Unrouted {
  return {
    gateways: all.flatMap((route) => ('takes' in route ? [route.gateway] : [])),
    payouts: all.flatMap((route) => ('pays' in route ? [route.gateway] : [])),
  };
}

function plannedRoutes(routes: ModeRoutes, connected: readonly Connected[]): readonly Route[] {
  const byName = new Map(connected.map((one) => [one.entry.name, one]));
  return [
    ...routes.payments.flatMap(({ takes, currency, gateways }) =>
      gateways.flatMap((name) => {
        const gateway = byName.get(name)?.gateway;
        return gateway ? [{ takes, currency, gateway }] : [];
      }),
    ),
    ...routes.payouts.flatMap(({ gateway: name, ...pays }) => {
      const gateway = byName.get(name)?.payouts;
      return gateway ? [{ pays, gateway }] : [];
    }),
    ...(routes.cashByAgents
      ? [{ pays: { method: 'agent_cash', wallet: null }, gateway: cashByAgents } as const]
      : []),
  ];
}

/** A simulated route in the currencies for which nothing is planned. What is planned never falls back to a simulation. */
function remaining(route: Route, planned: readonly Route[]): readonly Route[] {
  if ('pays' in route) return [{ ...route, isSimulated: true }];
  return currencies
    .filter(
      (currency) =>
        !planned.some((one) => 'takes' in one && one.takes === route.takes && one.currency === currency),
    )
    .map((currency) => ({ ...route, currency }));
}
