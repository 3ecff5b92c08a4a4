import { formatMoney2 } from '../../domain/money/amounts/amount.ts';
import { formatPercent } from '../../domain/money/amounts/percent.ts';
import type { GatewayEntry, GatewayPlan } from '../../domain/money/gateways/routing/plan.ts';
import { cell, printJson, printTable } from '../support/print.ts';
import { planned } from './planned.ts';

type Options = { readonly json?: true };

/** `mps gateway list`: what gateways.yaml says, but for secrets. Spec: "Wallets". */
export async function listGatewaysVerb(options: Options): Promise<void> {
  const plan = await planned();
  const gateways = plan.entries.map((entry) => shownEntry(entry, plan));
  if (options.json) printJson({ gateways, agent_cash: cashIn(plan) });
  else
    printTable(
      gateways.map(({ name, rail, mode, address, routes, limits, fees }) => ({
        name,
        rail,
        mode,
        address: cell(address),
        routes: cell(routes),
        limits: cell(limits),
        fees: cell(fees),
      })),
    );
}

/** By name: settings of a rail may be secrets, so none of them is shown. */
function shownEntry(entry: GatewayEntry, plan: GatewayPlan) {
  const { name, rail, mode, address, limits = {}, fees = {}, breaker } = entry;
  return {
    name,
    rail,
    mode,
    address,
    routes: routesTo(name, plan),
    limits: Object.entries(limits).map(
      ([currency, { least, most }]) => `${currency} ${formatMoney2(least)} to ${formatMoney2(most)}`,
    ),
    fees: Object.entries(fees).map(
      ([method, { feeBasisPoints, leastFee }]) =>
        `${method} ${formatPercent(feeBasisPoints)} %, at least ${formatMoney2(leastFee)}`,
    ),
    breaker,
  };
}

/** Such as `card USD (2nd)`: what the gateway takes, and at which place of the order. */
function routesTo(name: string, { routes }: GatewayPlan): readonly string[] {
  return Object.values(routes).flatMap(({ payments, payouts }) => [
    ...payments
      .filter(({ gateways }) => gateways.includes(name))
      .map(({ takes, currency, gateways }) => `${takes} ${currency}${place(gateways.indexOf(name))}`),
    ...payouts
      .filter(({ gateway }) => gateway === name)
      .map(({ method, currency, wallet }) => `${method}${wallet ? ` to ${wallet}` : ''} ${currency}`),
  ]);
}

function place(at: number): string {
  return at === 0 ? '' : ` (choice ${at + 1})`;
}

function cashIn({ routes: { live, sandbox } }: GatewayPlan) {
  return { live: live.cashByAgents, sandbox: sandbox.cashByAgents };
}
