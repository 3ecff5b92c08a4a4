import type { components } from '../../../../generated/openapi.d.ts';
import { formatMoney2, formatMoney4 } from '../../../domain/money/amounts/amount.ts';
import { failureInfo } from '../../../domain/payments/transactions/failures.ts';
import type { Payout } from '../../../domain/payouts/payouts/queries.ts';
import type { RequestedPayout } from '../../../domain/payouts/payouts/request-payout.ts';
import { shownFee } from '../../../domain/payouts/payouts/shown-fee.ts';
import type { EventData } from '../../../engine/context.ts';
import type { Mode } from '../../../engine/principal.ts';
import { showId } from '../../../platform/ids.ts';

type Schemas = components['schemas'];

/** The only answer that shows the code with which the cash is collected. */
export function requestedPayoutView(
  mode: Mode,
  { payout, agentOtp }: RequestedPayout,
): Schemas['RequestedPayout'] {
  return { ...payoutFields(mode, payout), ...(agentOtp !== undefined && { agent_otp: agentOtp }) };
}

export function payoutView(mode: Mode, payout: Payout): Schemas['Payout'] {
  return {
    ...payoutFields(mode, payout),
    transaction_id: showId('txn', payout.transaction_id),
    destination: destinationView(payout),
    bank_account_id: payout.bank_account_id,
    subaccount_id: payout.subaccount_id && showId('sac', payout.subaccount_id),
    failure: failureInfo(payout.failure),
    created_at: payout.created_at.toISOString(),
    completed_at: payout.completed_at && payout.completed_at.toISOString(),
  };
}

/** A payout as its events show it: amounts have four decimals. Spec: "Events delivered today", payment.payout-item.succeeded. */
export function payoutItemData(payout: Payout): EventData<'payment.payout-item.succeeded'> {
  const { fee, net } = shownFee(payout);
  return {
    id: showId('po', payout.id),
    method: payout.method,
    amount: formatMoney4(payout.amount),
    fee: formatMoney4(fee),
    net: formatMoney4(net),
    currency: payout.currency,
    status: payout.status,
    failure: failureInfo(payout.failure),
  };
}

function payoutFields(mode: Mode, payout: Payout): Schemas['RequestedPayout'] {
  const { fee, net } = shownFee(payout);
  return {
    payout_id: showId('po', payout.id),
    method: payout.method,
    amount: formatMoney2(payout.amount),
    fee: formatMoney2(fee),
    net_amount: formatMoney2(net),
    currency: payout.currency,
    status: payout.status,
    expected_settlement: mode === 'sandbox' ? '5 minutes (sandbox)' : expectedSettlements[payout.method],
  };
}

const expectedSettlements: Readonly<Record<Payout['method'], string>> = {
  bank_transfer: '1-2 business days',
  mobile_money: 'within 10 minutes',
  agent_cash: 'ready for collection, valid 72 hours',
};

/** Never shows the full account or phone number. */
function destinationView(payout: Payout): Schemas['PayoutDestination'] | null {
  if (payout.method === 'agent_cash') return null;
  return {
    type: payout.method === 'bank_transfer' ? 'bank' : 'mobile_money',
    bank_name: payout.bank_name,
    account_last4: payout.account_last4,
    account_name: payout.account_name,
    provider: payout.provider,
    number_masked: payout.number_masked,
  };
}
