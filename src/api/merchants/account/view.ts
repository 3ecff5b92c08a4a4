import type { components } from '../../../../generated/openapi.d.ts';
import { type Feature, values } from '../../../../generated/values.ts';
import { usualLimits } from '../../../domain/merchants/access/limits.ts';
import type { PlatformStanding } from '../../../domain/merchants/access/standing-queries.ts';
import type { ProfileRow } from '../../../domain/merchants/accounts/queries.ts';
import type { Kyc } from '../../../domain/merchants/onboarding/kyc.ts';
import type { KycSubmission } from '../../../domain/merchants/onboarding/queries.ts';
import { noticeOf } from '../../../domain/merchants/versions/notify.ts';
import { formatMoney2, formatMoney4 } from '../../../domain/money/amounts/amount.ts';
import { byCurrency, currencies } from '../../../domain/money/amounts/currency.ts';
import { reserveTerms } from '../../../domain/money/fees/payment-fees.ts';
import { settlementDays } from '../../../domain/money/fees/settlement-terms.ts';
import { type Balances, readBalances } from '../../../domain/money/ledger/balances.ts';
import { explainEntry } from '../../../domain/money/ledger/entries/explain.ts';
import type { EntryRow } from '../../../domain/money/ledger/entries/queries.ts';
import { sourcePrefixes } from '../../../domain/money/ledger/entries/sources.ts';
import type { Act, EventData } from '../../../engine/context.ts';
import { type Mode, merchantId } from '../../../engine/principal.ts';
import type { VersionChain } from '../../../platform/contract/types.ts';
import type { Row } from '../../../platform/db/row.ts';
import { showId } from '../../../platform/ids.ts';

type Schemas = components['schemas'];

export function balanceView({ available, pending, reserve }: Balances, asOf: Date): Schemas['Balance'] {
  return {
    available: amountsView(available),
    pending: amountsView(pending),
    reserve: amountsView(reserve),
    as_of: asOf.toISOString(),
  };
}

function amountsView(amounts: Balances['available']): Schemas['SignedAmounts'] {
  return byCurrency((currency) => formatMoney2(amounts[currency]));
}

export function entryView(entry: EntryRow): Schemas['LedgerEntry'] {
  const { description, source, paymentId } = explainEntry(entry);
  return {
    number: Number(entry.number),
    type: entry.movement,
    bucket: entry.code,
    currency: entry.currency,
    amount: formatMoney2(entry.amount),
    balance_after: formatMoney2(entry.balance_after),
    description,
    source: { type: source.type, id: showId(sourcePrefixes[source.type], source.id) },
    transaction_id: paymentId && showId('txn', paymentId),
    created_at: entry.effective_at.toISOString(),
  };
}

type Known = {
  readonly row: ProfileRow;
  readonly mode: Mode;
  readonly kyc: Kyc;
  /** Undefined before the first payment in this mode. */
  readonly standing: PlatformStanding | undefined;
  readonly versions: VersionChain;
};

export function profileView({ row, mode, kyc, standing, versions }: Known): Schemas['Profile'] {
  const days = settlementDays(mode);
  return {
    merchant_id: showId('mer', row.id),
    business_name: row.business_name,
    email: row.email,
    country: row.country,
    status: row.status,
    created_at: row.created_at.toISOString(),
    livemode: mode === 'live',
    currencies: [...currencies],
    app: appView(row, versions),
    kyc,
    two_factor: { enrolled: row.enrolled_at !== null },
    settlement: {
      wallet_delay_days: days.wallet,
      card_delay_days: days.card,
      reserve_percent: reserveTerms.percent,
      reserve_days: reserveTerms.days,
    },
    limits: { rate_limit: row.rate_limit, rate_window_seconds: usualLimits.default.window },
    platform_billing: standingView(mode, standing),
  };
}

function standingView(mode: Mode, standing: PlatformStanding | undefined): Schemas['PlatformStanding'] {
  return {
    status: standing?.status ?? 'not_started',
    amount_due: formatMoney2(standing?.amount_due ?? 0n),
    new_payments: mode !== 'live' || standing?.status !== 'restricted',
  };
}

function appView(row: ProfileRow, versions: VersionChain): Schemas['ApiApp'] {
  const version = versions.inEffect(row.api_version);
  const notice = noticeOf(versions, version);
  return {
    id: showId('app', row.app_id),
    name: row.app_name,
    mode: row.mode,
    features: row.features.filter(isFeature),
    api_version: version,
    webhook_url: row.webhook_url,
    event_types: row.event_types ?? [],
    ...(notice && { version_notice: notice }),
  };
}

function isFeature(text: string): text is Feature {
  return values.Feature.some((feature) => feature === text);
}

/** The merchant's current balance, with four decimals. Spec: "Events", merchant.account.balance-updated. */
export async function balanceData(
  { merchant_id: id }: Row<'ledger_heads'>,
  { tx }: Act,
): Promise<EventData<'merchant.account.balance-updated'>> {
  const { available, pending, reserve } = await readBalances(tx, merchantId(id));
  return {
    id: showId('mer', id),
    available: shown(available),
    pending: shown(pending),
    reserve: shown(reserve),
  };
}

function shown(amounts: Balances['available']) {
  return byCurrency((currency) => formatMoney4(amounts[currency]));
}

/** Spec: "Events delivered today", merchant onboarding. */
export function onboardingData(submission: KycSubmission): EventData<'merchant.onboarding.submitted'> {
  return { id: showId('mer', submission.merchant_id), status: submission.status, tier: submission.tier };
}
