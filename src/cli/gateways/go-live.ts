import { findMerchant } from '../../domain/merchants/accounts/queries.ts';
import { listKeys } from '../../domain/merchants/keys/queries.ts';
import type { GatewayEntry, GatewayPlan } from '../../domain/money/gateways/routing/plan.ts';
import { type Endpoint, listEndpointsAcrossMerchants } from '../../domain/notices/endpoints/queries.ts';
import { findBankAccounts } from '../../domain/payouts/bank-accounts/queries.ts';
import type { MerchantId } from '../../engine/principal.ts';
import { showId } from '../../platform/ids.ts';
import type { OfApp } from '../support/endpoint.ts';
import { contextOf, type Operator, onDatabases } from '../support/operator.ts';
import { merchantOf, mostListed, noMerchant, type OfMerchant } from '../support/options.ts';
import { exitCodes, Failure, printJson, printTable, say } from '../support/print.ts';
import { checkRails } from './check.ts';
import { checkApp, checkMerchant, checkPayouts, checkReceiver, type Line } from './go-live-checks.ts';

type Options = OfMerchant & OfApp & { readonly json?: true };

/** `mps golive check`: what a merchant lacks for live payments; exits with 8 if something is missing. Decision 0102. */
export async function checkGoLiveVerb(options: Options): Promise<void> {
  const lines = await onDatabases((operator) => linesFor(operator, options));
  if (options.json) printJson({ checks: lines });
  else printTable(lines.map(({ check, state, found }) => ({ check, state, found })));
  for (const { check, next } of lines) if (next !== undefined) say(`${check}: ${next}`);
  const bad = lines.filter(({ state }) => state === 'missing' || state === 'wrong');
  if (bad.length > 0) process.exitCode = exitCodes.checkFailed;
  say(bad.length === 0 ? 'Ready for real money.' : `Not ready: ${bad.map(({ check }) => check).join(', ')}.`);
}

async function linesFor(operator: Operator, options: Options): Promise<readonly Line[]> {
  const id = merchantOf(operator, options);
  const { platform, live } = operator.databases;
  const merchant = await findMerchant(platform, id);
  if (!merchant) throw noMerchant();
  const plan = operator.config.gateways;
  const accounts = await findBankAccounts(live, id, { rows: mostListed, after: undefined });
  return [
    ...checkMerchant(merchant),
    ...(await checkAppOf(operator, id, options)),
    ...checkPayouts(accounts, plan),
    ...(await checkGateways(operator, plan)),
  ];
}

async function checkAppOf(operator: Operator, id: MerchantId, { app }: OfApp): Promise<readonly Line[]> {
  const { platform } = operator.databases;
  const all = await listEndpointsAcrossMerchants(platform, { of: id, limit: mostListed });
  const live = chosen(
    all.filter(({ mode }) => mode === 'live'),
    app,
  );
  if (!live) {
    const next = `npx mps app create --live --merchant ${showId('mer', id)}`;
    return [{ check: 'live app', state: 'missing', found: 'the merchant has none', next }];
  }
  const keys = await listKeys(platform, id, live.app_id);
  return [...checkApp(live, keys), ...(await checkReceiver(contextOf(operator, { live: true }), live))];
}

function chosen(apps: readonly Endpoint[], named: string | undefined): Endpoint | undefined {
  const ids = apps.map(({ app_id }) => showId('app', app_id));
  if (named !== undefined) {
    const found = apps[ids.findIndex((id) => id === named)];
    if (found) return found;
    throw new Failure('notFound', `The merchant has no live app ${named}. There are: ${ids.join(', ')}`);
  }
  if (apps.length > 1)
    throw new Failure('usage', `The merchant has several live apps. Name one: --app ${ids.join(' or ')}`);
  return apps[0];
}

/** Every gateway that takes payments of live mode. */
async function checkGateways(operator: Operator, plan: GatewayPlan | undefined): Promise<readonly Line[]> {
  const payments = plan?.routes.live.payments ?? [];
  if (!plan || payments.length === 0) {
    const next = 'Write gateways.yaml, and name it in GATEWAYS: docs/operate/gateways.md';
    return [{ check: 'gateways', state: 'missing', found: 'no payment can be taken in live mode', next }];
  }
  const isUsed = ({ name }: GatewayEntry) =>
    payments.some(({ gateways }) => gateways.includes(name)) ||
    plan.routes.live.payouts.some(({ gateway }) => gateway === name);
  const steps = await checkRails(plan.entries.filter(isUsed), operator);
  return [...Map.groupBy(steps, ({ gateway }) => gateway)].map(([gateway, found]) => {
    const wrong = found.find(({ ok }) => !ok);
    return wrong
      ? {
          check: `gateway ${gateway}`,
          state: 'wrong',
          found: `${wrong.step}: ${wrong.words}`,
          next: `npx mps gateway check ${gateway}`,
        }
      : { check: `gateway ${gateway}`, state: 'ok', found: 'answers' };
  });
}
