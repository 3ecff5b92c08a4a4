import { reopenMerchant, suspendMerchant } from '../../domain/merchants/accounts/operator-changes.ts';
import { findMerchant } from '../../domain/merchants/accounts/queries.ts';
import { listOperatorChanges } from '../../domain/merchants/changes/queries.ts';
import { kycTierOf } from '../../domain/merchants/onboarding/kyc.ts';
import { listEndpointsAcrossMerchants } from '../../domain/notices/endpoints/queries.ts';
import type { MerchantId, Mode } from '../../engine/principal.ts';
import type { PlatformDb } from '../../platform/db/database.ts';
import { showId } from '../../platform/ids.ts';
import { dbOfMode, type Operator, onDatabases } from '../support/operator.ts';
import {
  merchantOf,
  mostListed,
  noMerchant,
  numberIn,
  type OfMerchant,
  sayRest,
  wordsIfGiven,
} from '../support/options.ts';
import { cell, printJson, printOne, printTable, say } from '../support/print.ts';
import { shownApp } from './apps.ts';

type Options = OfMerchant & { readonly json?: true };
type Shown = Awaited<ReturnType<typeof shownMerchant>>;

/** More apps than a merchant has. */
const mostApps = 1000;

/** `mps merchant show`: a merchant, their second factor and their apps. Spec: "Authentication". */
export async function showMerchantVerb(options: Options): Promise<void> {
  print(await onDatabases((operator) => shownMerchant(operator, merchantOf(operator, options))), options);
}

async function shownMerchant(operator: Operator, id: MerchantId) {
  const { platform } = operator.databases;
  const merchant = await findMerchant(platform, id);
  if (!merchant) throw noMerchant();
  const tierIn = (mode: Mode): Promise<number> => kycTierOf(dbOfMode(operator, mode), id, merchant.kyc_tier);
  const apps = await listEndpointsAcrossMerchants(platform, { of: id, limit: mostApps });
  return {
    merchant_id: showId('mer', id),
    business_name: merchant.business_name,
    email: merchant.email,
    country: merchant.country,
    status: merchant.status,
    kyc_tier_live: await tierIn('live'),
    kyc_tier_sandbox: await tierIn('sandbox'),
    second_factor_since: merchant.enrolled_at?.toISOString() ?? null,
    created_at: merchant.created_at.toISOString(),
    apps: apps.map(shownApp),
  };
}

function print(shown: Shown, options: Options): void {
  if (options.json) return printJson(shown);
  const apps = shown.apps.map(({ app_id, mode }) => `${app_id} (${mode})`);
  return printOne({ ...shown, apps }, options);
}

export type StandingOptions = Options & { readonly reason?: string };

/** `mps merchant suspend`: refuses the keys of a merchant until they are reopened. Decision 0057. */
export async function suspendMerchantVerb(options: StandingOptions): Promise<void> {
  const suspended = await change(options, suspendMerchant);
  say(
    suspended
      ? 'Suspended: within a second their keys are refused and their pages begin no payment. What has begun goes on, webhooks too.'
      : 'They were suspended already.',
  );
}

/** `mps merchant reopen`: ends the suspension of a merchant. Decision 0057. */
export async function reopenMerchantVerb(options: StandingOptions): Promise<void> {
  const reopened = await change(options, reopenMerchant);
  say(reopened ? 'Reopened: within a second their keys work again.' : 'They were not suspended.');
}

type Change = (
  platform: PlatformDb,
  of: { readonly merchantId: MerchantId; readonly by: string },
  reason: string | undefined,
) => Promise<boolean>;

/** Changes a merchant, and prints them as they are then. @returns whether anything was different before */
export async function change(options: StandingOptions, apply: Change): Promise<boolean> {
  const reason = wordsIfGiven(options.reason, '--reason');
  const { shown, done } = await onDatabases(async (operator) => {
    const merchantId = merchantOf(operator, options);
    await shownMerchant(operator, merchantId);
    const of = { merchantId, by: operator.by };
    const different = await apply(operator.databases.platform, of, reason);
    return { done: different, shown: await shownMerchant(operator, merchantId) };
  });
  print(shown, options);
  return done;
}

/** `mps merchant changes`: what operators changed of a merchant, newest first. Decision 0057. */
export async function listChangesVerb(options: Options & { readonly limit: string }): Promise<void> {
  const limit = numberIn(options.limit, '--limit', { least: 1, most: mostListed });
  const found = await onDatabases(async (operator) => {
    const id = merchantOf(operator, options);
    await shownMerchant(operator, id);
    return await listOperatorChanges(operator.databases.platform, id, limit + 1);
  });
  const changes = found.slice(0, limit).map((one) => ({
    at: one.created_at.toISOString(),
    operator: one.operator,
    action: one.action,
    app_id: one.app_id === null ? null : showId('app', one.app_id),
    details: one.details,
  }));
  if (options.json) printJson({ changes, more: found.length > limit });
  else
    printTable(
      changes.map((one) => ({ ...one, app_id: cell(one.app_id), details: JSON.stringify(one.details) })),
    );
  sayRest(found, limit, 'No operator has changed anything of this merchant.');
}
