import type { findMerchant } from '../../domain/merchants/accounts/queries.ts';
import type { ListedKey } from '../../domain/merchants/keys/queries.ts';
import type { GatewayPlan } from '../../domain/money/gateways/routing/plan.ts';
import { tryReceiver } from '../../domain/notices/deliveries/try-receiver.ts';
import type { Endpoint } from '../../domain/notices/endpoints/queries.ts';
import type { BankAccount } from '../../domain/payouts/bank-accounts/queries.ts';
import type { Context } from '../../engine/context.ts';
import { merchantId } from '../../engine/principal.ts';
import type { EgressResult } from '../../platform/http/egress.ts';
import { showId } from '../../platform/ids.ts';

/** One line of the list: what was looked at, what was found, and what to do next if it is not right. */
export type Line = {
  readonly check: string;
  readonly state: 'ok' | 'warning' | 'missing' | 'wrong';
  readonly found: string;
  readonly next?: string;
};

type Merchant = NonNullable<Awaited<ReturnType<typeof findMerchant>>>;

/** What the merchant themselves need. */
export function checkMerchant({ id, status, kyc_tier: tier, enrolled_at: since }: Merchant): readonly Line[] {
  const merchant = showId('mer', id);
  return [
    status === 'active'
      ? { check: 'merchant', state: 'ok', found: 'active' }
      : {
          check: 'merchant',
          state: 'wrong',
          found: status,
          next: `npx mps merchant reopen --merchant ${merchant}`,
        },
    tier >= 1
      ? { check: 'kyc', state: 'ok', found: `tier ${tier}` }
      : {
          check: 'kyc',
          state: 'missing',
          found: 'tier 0: live mode needs tier 1',
          next: `npx mps kyc submit --merchant ${merchant}`,
        },
    since
      ? { check: 'second factor', state: 'ok', found: `since ${since.toISOString()}` }
      : {
          check: 'second factor',
          state: 'missing',
          found: 'payouts are not protected by one-time codes',
          next: `npx mps totp enrol --merchant ${merchant}`,
        },
  ];
}

/** What the app needs, but for its receiver. */
export function checkApp(app: Endpoint, keys: readonly ListedKey[]): readonly Line[] {
  const id = showId('app', app.app_id);
  const key = keys.find(({ kind, valid }) => kind === 'secret' && valid);
  return [
    { check: 'live app', state: 'ok', found: id },
    key
      ? { check: 'live key', state: 'ok', found: `${key.prefix}…${key.last4}` }
      : {
          check: 'live key',
          state: 'missing',
          found: 'the app has no valid secret key',
          next: `npx mps key create --app ${id}`,
        },
    app.features.length > 0
      ? { check: 'features', state: 'ok', found: app.features.join(', ') }
      : {
          check: 'features',
          state: 'warning',
          found: 'none is on: refunds, payouts and payment links answer FEATURE_DISABLED',
          next: `npx mps app set --app ${id} --enable refunds,payouts`,
        },
  ];
}

/** Sends two test events: the receiver should take the one that is signed, and refuse the other one. */
export async function checkReceiver(ctx: Context, app: Endpoint): Promise<readonly Line[]> {
  const id = showId('app', app.app_id);
  if (app.url === null)
    return [
      {
        check: 'webhook',
        state: 'missing',
        found: 'no URL: the app hears of no payment',
        next: `npx mps webhook set --app ${id} --url https://…`,
      },
    ];
  const receiver = { merchantId: merchantId(app.merchant_id), appId: app.app_id, url: app.url };
  const tried = await tryReceiver(ctx, { ...receiver, apiVersion: app.api_version });
  const retry = `npx mps webhook show --app ${id}`;
  if (!tried) return [{ check: 'webhook', state: 'wrong', found: 'the app has no secret', next: retry }];
  const taken = isTaken(tried.signed);
  return [
    tlsOf(app.url, tried.signed, retry),
    taken
      ? { check: 'signed event', state: 'ok', found: outcomeOf(tried.signed) }
      : { check: 'signed event', state: 'wrong', found: outcomeOf(tried.signed), next: retry },
    ...(taken ? [forgedLine(tried.forged)] : []),
  ];
}

function tlsOf(url: string, result: EgressResult, next: string): Line {
  if (url.startsWith('http:'))
    return {
      check: 'webhook',
      state: 'warning',
      found: 'http, which is allowed on this machine only: use https for real money',
      next,
    };
  const isBroken = 'failure' in result && ['tls', 'dns', 'connect', 'address'].includes(result.failure);
  return isBroken
    ? { check: 'webhook', state: 'wrong', found: outcomeOf(result), next }
    : { check: 'webhook', state: 'ok', found: 'reached by TLS' };
}

function forgedLine(forged: EgressResult): Line {
  if (!isTaken(forged)) return { check: 'forged event', state: 'ok', found: `refused: ${outcomeOf(forged)}` };
  const found =
    'taken, although its signature is wrong: anybody can tell the receiver that something was paid';
  return { check: 'forged event', state: 'warning', found, next: 'docs/guides/webhooks/receive-webhooks.md' };
}

const isTaken = (result: EgressResult) => 'status' in result && result.status >= 200 && result.status < 300;

function outcomeOf(result: EgressResult): string {
  return 'failure' in result ? `${result.failure}: ${result.detail}` : `answered ${result.status}`;
}

/** Where the money goes, and by what. */
export function checkPayouts(
  accounts: readonly BankAccount[],
  plan: GatewayPlan | undefined,
): readonly Line[] {
  const payouts = plan?.routes.live.payouts ?? [];
  return [
    accounts.length > 0
      ? { check: 'payout destination', state: 'ok', found: `${accounts.length} saved` }
      : {
          check: 'payout destination',
          state: 'missing',
          found: 'no bank account or wallet is saved',
          next: 'POST /v1/bank-accounts, or Balance in the dashboard',
        },
    payouts.length > 0
      ? { check: 'payout route', state: 'ok', found: payouts.map(({ gateway }) => gateway).join(', ') }
      : {
          check: 'payout route',
          state: 'missing',
          found: 'no gateway pays out in live mode',
          next: 'Add routes.live.payouts to gateways.yaml: docs/operate/gateways.md',
        },
  ];
}
