import type { Context } from '../../../engine/context.ts';
import { merchantId } from '../../../engine/principal.ts';
import type { EgressResult } from '../../../platform/http/egress/answer.ts';
import { showId } from '../../../platform/ids.ts';
import type { findMerchant } from '../../merchants/accounts/queries.ts';
import type { ListedKey } from '../../merchants/keys/queries.ts';
import type { Gateways } from '../../money/gateways/gateways.ts';
import { tryReceiver } from '../../notices/deliveries/try-receiver.ts';
import type { Endpoint } from '../../notices/endpoints/queries.ts';
import type { BankAccount } from '../bank-accounts/queries.ts';
import type { Line } from './line.ts';

type Merchant = NonNullable<Awaited<ReturnType<typeof findMerchant>>>;

/**
 * What the merchant themselves need.
 *
 * @param tier that of live mode
 */
export function checkMerchant(
  { status, enrolled_at: since }: Merchant,
  { tier }: { readonly tier: number },
): readonly Line[] {
  return [
    status === 'active'
      ? { check: 'merchant', state: 'ok', found: 'active' }
      : { check: 'merchant', state: 'wrong', found: status, next: 'reopen' },
    tier >= 1
      ? { check: 'kyc', state: 'ok', found: `tier ${tier}` }
      : { check: 'kyc', state: 'missing', found: 'tier 0: live mode needs tier 1', next: 'submit-kyc' },
    since
      ? { check: 'second factor', state: 'ok', found: `since ${since.toISOString()}` }
      : {
          check: 'second factor',
          state: 'missing',
          found: 'payouts are not protected by one-time codes',
          next: 'enrol-codes',
        },
  ];
}

/** What the app needs, but for its receiver. */
export function checkApp(app: Endpoint, keys: readonly ListedKey[]): readonly Line[] {
  const key = keys.find(({ kind, valid }) => kind === 'secret' && valid);
  return [
    { check: 'live app', state: 'ok', found: showId('app', app.app_id) },
    key
      ? { check: 'live key', state: 'ok', found: `${key.prefix}…${key.last4}` }
      : {
          check: 'live key',
          state: 'missing',
          found: 'the app has no valid secret key',
          next: 'create-key',
        },
    app.features.length > 0
      ? { check: 'features', state: 'ok', found: app.features.join(', ') }
      : {
          check: 'features',
          state: 'warning',
          found: 'none is on: refunds, payouts and payment links answer FEATURE_DISABLED',
          next: 'set-features',
        },
  ];
}

const noUrl: Line = {
  check: 'webhook',
  state: 'missing',
  found: 'no URL: the app hears of no payment',
  next: 'set-webhook',
};

/** The receiver's lines while nothing has been sent to it. */
export function receiverUnchecked({ url }: Endpoint): readonly Line[] {
  if (url === null) return [noUrl];
  const checks = ['webhook', 'signed event', 'forged event'] as const;
  return checks.map((check) => ({ check, state: 'unchecked', found: '' }));
}

/** Sends two test events: the receiver should take the one that is signed, and refuse the other one. */
export async function checkReceiver(ctx: Context, app: Endpoint): Promise<readonly Line[]> {
  if (app.url === null) return [noUrl];
  const receiver = { merchantId: merchantId(app.merchant_id), appId: app.app_id, url: app.url };
  const tried = await tryReceiver(ctx, { ...receiver, apiVersion: app.api_version });
  if (!tried)
    return [{ check: 'webhook', state: 'wrong', found: 'the app has no secret', next: 'look-at-webhook' }];
  const taken = isTaken(tried.signed);
  const found = outcomeOf(tried.signed);
  return [
    tlsOf(app.url, tried.signed),
    taken
      ? { check: 'signed event', state: 'ok', found }
      : { check: 'signed event', state: 'wrong', found, next: 'look-at-webhook' },
    ...(taken ? [forgedLine(tried.forged)] : []),
  ];
}

function tlsOf(url: string, result: EgressResult): Line {
  const next = 'look-at-webhook';
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
  return { check: 'forged event', state: 'warning', found, next: 'verify-signatures' };
}

const isTaken = (result: EgressResult) => 'status' in result && result.status >= 200 && result.status < 300;

function outcomeOf(result: EgressResult): string {
  return 'failure' in result ? `${result.failure}: ${result.detail}` : `answered ${result.status}`;
}

/** Where the money goes, and by what. */
export function checkPayouts(accounts: readonly BankAccount[], routed: Gateways['routed']): readonly Line[] {
  return [
    accounts.length > 0
      ? { check: 'payout destination', state: 'ok', found: `${accounts.length} saved` }
      : {
          check: 'payout destination',
          state: 'missing',
          found: 'no bank account or wallet is saved',
          next: 'save-destination',
        },
    routed.payouts.length > 0
      ? { check: 'payout route', state: 'ok', found: routed.payouts.join(', ') }
      : {
          check: 'payout route',
          state: 'missing',
          found: 'no gateway pays out in live mode',
          next: 'route-payouts',
        },
  ];
}

/** Whether payments can be taken at all. */
export function checkPaymentRoutes(routed: Gateways['routed']): readonly Line[] {
  if (routed.payments.length > 0) return [];
  const found = 'no payment can be taken in live mode';
  return [{ check: 'gateways', state: 'missing', found, next: 'write-gateways' }];
}
