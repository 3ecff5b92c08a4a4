import type { Mode } from '../../../../engine/principal.ts';
import { assert } from '../../../../platform/assert.ts';
import { amountIn, unitOf } from '../../amounts/amount.ts';
import { currencies } from '../../amounts/currency.ts';
import { parsePercent } from '../../amounts/percent.ts';
import { greatest } from '../../fees/terms.ts';
import type { Gateway } from '../port.ts';
import type { GatewayEntry, GatewayPlan, ModeRoutes } from './plan.ts';
import { type FlatRoute, flatRoutes, type RawEntry, type RawFile } from './raw-file.ts';

export type ReadEntry = {
  readonly name: string;
  /** Undefined if its form is wrong. */
  readonly raw: RawEntry | undefined;
  /** Those of the rail, with the defaults of its schema. */
  readonly settings: Readonly<Record<string, unknown>>;
};

/** Turns a file in which nothing is wrong into what the service works with. */
export function toPlan(file: RawFile, entries: readonly ReadEntry[]): GatewayPlan {
  const flat = flatRoutes(file);
  const modeOf = (name: string): Mode => flat.find(({ gateways }) => gateways.includes(name))?.mode ?? 'live';
  return {
    entries: entries.map((entry) => entryOf(entry, modeOf(entry.name))),
    routes: { live: routesOf('live', flat, file), sandbox: routesOf('sandbox', flat, file) },
  };
}

function routesOf(mode: Mode, flat: readonly FlatRoute[], { routes }: RawFile): ModeRoutes {
  const here = flat.filter((route) => route.mode === mode);
  return {
    payments: here.flatMap(({ service, currency, gateways }) =>
      service === 'bank_transfer' || service === 'mobile_money'
        ? []
        : [{ takes: service, currency, gateways }],
    ),
    payouts: here.flatMap(({ service, currency, wallet, gateways }) =>
      service === 'bank_transfer' || service === 'mobile_money'
        ? gateways.map((gateway) => ({ method: service, currency, wallet, gateway }))
        : [],
    ),
    cashByAgents: routes[mode]?.payouts?.agent_cash === 'internal',
  };
}

function entryOf({ name, raw, settings }: ReadEntry, mode: Mode): GatewayEntry {
  assert(raw, 'the entry was judged');
  return {
    name,
    rail: raw.rail,
    mode,
    settings,
    address: addressIn(settings['address']),
    limits: limitsOf(raw),
    fees: feesOf(raw),
    breaker: raw.breaker,
  };
}

/** Without a login, a query and what may be a token in the path. */
function addressIn(address: unknown): string | null {
  const url = typeof address === 'string' ? URL.parse(address) : null;
  return url && `${url.protocol}//${url.host}${url.protocol === 'file:' ? url.pathname : ''}`;
}

function limitsOf({ limits = {} }: RawEntry): Gateway['limits'] {
  return Object.fromEntries(
    currencies.flatMap((currency) => {
      const { least, most } = limits[currency] ?? {};
      if (least === undefined && most === undefined) return [];
      const from = least === undefined ? unitOf(currency) : amountIn(least);
      return [[currency, { least: from, most: most === undefined ? greatest.payment : amountIn(most) }]];
    }),
  );
}

function feesOf({ fees = {} }: RawEntry): Gateway['fees'] {
  return Object.fromEntries(
    Object.entries(fees).map(([method, { percent, least }]) => [
      method,
      { feeBasisPoints: parsePercent(percent), leastFee: amountIn(least) },
    ]),
  );
}
