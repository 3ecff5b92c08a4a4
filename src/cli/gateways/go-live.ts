import type { GatewayPlan } from '../../domain/money/gateways/routing/plan.ts';
import type { Endpoint } from '../../domain/notices/endpoints/queries.ts';
import { checkGoingLive, liveAppsOf } from '../../domain/payouts/going-live/check-going-live.ts';
import { isBad, type Line, type NextStep } from '../../domain/payouts/going-live/line.ts';
import type { Context } from '../../engine/context.ts';
import { showId, uuidIn } from '../../platform/ids.ts';
import { contextOf } from '../support/acting.ts';
import type { OfApp } from '../support/endpoint.ts';
import { type Operator, onDatabases } from '../support/operator.ts';
import { merchantOf, noMerchant, type OfMerchant } from '../support/options.ts';
import { exitCodes, Failure, printJson, printTable, say } from '../support/print.ts';
import { checkRails } from './check.ts';

type Options = OfMerchant & OfApp & { readonly json?: true };

/** A line as it is printed. */
type Printed = {
  readonly check: string;
  readonly state: Line['state'];
  readonly found: string;
  readonly next?: string;
};

/** `mps golive check`: what a merchant lacks for live payments; exits with 8 if something is missing. Decision 0102. */
export async function checkGoLiveVerb(options: Options): Promise<void> {
  const { lines, subject } = await onDatabases((operator) => found(operator, options));
  const printed = lines.map((line) => printedOf(line, subject));
  if (options.json) printJson({ checks: printed });
  else printTable(printed.map(({ check, state, found: what }) => ({ check, state, found: what })));
  for (const { check, next } of printed) if (next !== undefined) say(`${check}: ${next}`);
  const bad = lines.filter(isBad).map(nameOf);
  if (bad.length > 0) process.exitCode = exitCodes.checkFailed;
  say(bad.length === 0 ? 'Ready for real money.' : `Not ready: ${bad.join(', ')}.`);
}

/** Whom the commands of the next steps name. */
type Subject = { readonly merchant: string; readonly app: string };
type Found = { readonly lines: readonly Line[]; readonly subject: Subject };

async function found(operator: Operator, options: Options): Promise<Found> {
  const id = merchantOf(operator, options);
  const live = await contextOf(operator, 'live');
  const app = chosen(await liveAppsOf(operator.databases.platform, id), options.app);
  const lines = await checkGoingLive(live, { merchantId: id, app, sends: true });
  if (!lines) throw noMerchant();
  return {
    lines: [...lines, ...(await checkGateways(operator, live))],
    subject: { merchant: showId('mer', id), app: app ? showId('app', app.app_id) : '' },
  };
}

function chosen(apps: readonly Endpoint[], named: string | undefined): Endpoint | undefined {
  const ids = apps.map(({ app_id }) => showId('app', app_id));
  if (named !== undefined) {
    const one = apps[ids.findIndex((id) => id === named)];
    if (one) return one;
    if (!named.startsWith('app_') || uuidIn(named) === undefined)
      throw new Failure('usage', `--app takes an id such as app_…, not "${named}".`);
    const others = ids.length === 0 ? 'It has none.' : `There are: ${ids.join(', ')}`;
    throw new Failure('notFound', `The merchant has no live app ${named}. ${others}`);
  }
  if (apps.length > 1)
    throw new Failure('usage', `The merchant has several live apps. Name one: --app ${ids.join(' or ')}`);
  return apps[0];
}

/** Every gateway that takes payments of live mode, or pays out. */
async function checkGateways(operator: Operator, { gateways }: Context): Promise<readonly Line[]> {
  const used = [...gateways.routed.payments, ...gateways.routed.payouts];
  const entries = entriesOf(operator.config.gateways).filter(({ name }) => used.includes(name));
  if (entries.length === 0) return [];
  const steps = await checkRails(entries, operator);
  return [...Map.groupBy(steps, (step) => step.gateway)].map(([gateway, all]): Line => {
    const wrong = all.find(({ ok }) => !ok);
    if (!wrong) return { check: 'gateway', gateway, state: 'ok', found: 'answers' };
    const words = `${wrong.step}: ${wrong.words}`;
    return { check: 'gateway', gateway, state: 'wrong', found: words, next: 'check-gateway' };
  });
}

const entriesOf = (plan: GatewayPlan | undefined): GatewayPlan['entries'] => plan?.entries ?? [];

const nameOf = ({ check, gateway }: Line): string => (gateway === undefined ? check : `${check} ${gateway}`);

function printedOf(line: Line, subject: Subject): Printed {
  const { state, found: what, next, gateway = '' } = line;
  const printed = { check: nameOf(line), state, found: what };
  return next === undefined ? printed : { ...printed, next: commands[next]({ ...subject, gateway }) };
}

/** The command, or the place, of each next step. */
export const commands: Readonly<Record<NextStep, (of: Subject & { readonly gateway: string }) => string>> = {
  reopen: ({ merchant }) => `npx mps merchant reopen --merchant ${merchant}`,
  'submit-kyc': ({ merchant }) =>
    `npx mps kyc submit --merchant ${merchant} --live --tier 1 --form form.json --document identity=passport.pdf`,
  'enrol-codes': ({ merchant }) => `npx mps totp enrol --merchant ${merchant}`,
  'create-app': ({ merchant }) => `npx mps app create --live --merchant ${merchant}`,
  'create-key': ({ app }) => `npx mps key create --app ${app}`,
  'set-features': ({ app }) => `npx mps app set --app ${app} --enable refunds,payouts`,
  'set-webhook': ({ app }) => `npx mps webhook set --app ${app} --url https://…`,
  'look-at-webhook': ({ app }) => `npx mps webhook show --app ${app}`,
  'verify-signatures': () => 'docs/guides/webhooks/receive-webhooks.md',
  'save-destination': () => 'POST /v1/merchant/bank-accounts, or Payouts in the dashboard',
  'route-payouts': () => 'Add routes.live.payouts to gateways.yaml: docs/operate/gateways.md',
  'write-gateways': () => 'Write gateways.yaml, and name it in GATEWAYS: docs/operate/gateways.md',
  'check-gateway': ({ gateway }) => `npx mps gateway check ${gateway}`,
};
