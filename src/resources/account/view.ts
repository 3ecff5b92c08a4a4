import type { components } from '../../../generated/openapi.d.ts';
import { type Feature, values } from '../../../generated/values.ts';
import { usualLimits } from '../../core/access/limits.ts';
import type { Balances } from '../../core/ledger/balances.ts';
import type { KycStatus } from '../../core/merchants/kyc.ts';
import type { Mode } from '../../core/merchants/principal.ts';
import type { ProfileRow } from '../../core/merchants/queries.ts';
import { formatMoney2 } from '../../core/money/amount.ts';
import { currencies } from '../../core/money/currency.ts';
import { reserveTerms } from '../../core/money/fees.ts';
import { settlementDays } from '../../core/payments/settlement.ts';
import { showId } from '../../platform/ids.ts';

type Schemas = components['schemas'];

export function balanceView({ available, pending, reserve }: Balances, asOf: Date): Schemas['Balance'] {
  return {
    available: amountsView(available),
    pending: amountsView(pending),
    reserve: amountsView(reserve),
    as_of: asOf.toISOString(),
  };
}

function amountsView({ USD, ZWG }: Balances['available']): Schemas['SignedAmounts'] {
  return { USD: formatMoney2(USD), ZWG: formatMoney2(ZWG) };
}

type Known = {
  readonly row: ProfileRow;
  readonly mode: Mode;
  readonly kyc: { tier: number; status: KycStatus };
};

export function profileView({ row, mode, kyc }: Known): Schemas['Profile'] {
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
    app: appView(row),
    kyc: { tier: kyc.tier, status: kyc.status },
    two_factor: { enrolled: row.enrolled_at !== null },
    settlement: {
      wallet_delay_days: days.wallet,
      card_delay_days: days.card,
      reserve_percent: reserveTerms.percent,
      reserve_days: reserveTerms.days,
    },
    limits: { rate_limit: row.rate_limit, rate_window_seconds: usualLimits.default.window },
  };
}

function appView(row: ProfileRow): Schemas['ApiApp'] {
  return {
    id: showId('app', row.app_id),
    name: row.app_name,
    mode: row.mode,
    features: row.features.filter(isFeature),
    api_version: row.api_version,
    webhook_url: row.webhook_url,
    event_types: row.event_types ?? [],
  };
}

function isFeature(text: string): text is Feature {
  return values.Feature.some((feature) => feature === text);
}
