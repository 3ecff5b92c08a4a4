import { formatMoney2, formatMoney4 } from '../../../domain/money/amounts/amount.ts';
import { formatPercent } from '../../../domain/money/amounts/percent.ts';
import type { Advance, Offer, Repayment } from '../../../domain/money/capital/queries.ts';
import { remainingOf } from '../../../domain/money/capital/repay.ts';
import type { EventData } from '../../../engine/context.ts';
import type { Schemas } from '../../../platform/contract/types.ts';
import { showId } from '../../../platform/ids.ts';

export function offerView(offer: Offer): Schemas['CapitalOffer'] {
  return {
    id: showId('cof', offer.id),
    amount: formatMoney2(offer.amount),
    fee: formatMoney2(offer.fee),
    currency: offer.currency,
    holdback_rate: formatPercent(offer.holdback_basis_points),
    status: offer.status,
    expires_at: offer.expires_at.toISOString(),
    created_at: offer.created_at.toISOString(),
  };
}

export function advanceView(advance: Advance): Schemas['CapitalAdvance'] {
  return {
    id: showId('cap', advance.id),
    offer_id: showId('cof', advance.offer_id),
    amount: formatMoney2(advance.amount),
    fee: formatMoney2(advance.fee),
    amount_repaid: formatMoney2(advance.amount_repaid),
    amount_remaining: formatMoney2(remainingOf(advance)),
    currency: advance.currency,
    holdback_rate: formatPercent(advance.holdback_basis_points),
    status: advance.status,
    created_at: advance.created_at.toISOString(),
    repaid_at: advance.repaid_at && advance.repaid_at.toISOString(),
  };
}

/** Events show amounts with four decimals. Spec: "Events", capital. */
export function offerData(offer: Offer): EventData<'capital.offer_created'> {
  return {
    id: showId('cof', offer.id),
    amount: formatMoney4(offer.amount),
    fee: formatMoney4(offer.fee),
    currency: offer.currency,
    holdback_rate: formatPercent(offer.holdback_basis_points),
    status: offer.status,
  };
}

export function advanceData(advance: Advance): EventData<'capital.disbursed'> {
  return {
    id: showId('cap', advance.id),
    amount: formatMoney4(advance.amount),
    fee: formatMoney4(advance.fee),
    amount_repaid: formatMoney4(advance.amount_repaid),
    amount_remaining: formatMoney4(remainingOf(advance)),
    currency: advance.currency,
    status: advance.status,
  };
}

export function repaymentData(repayment: Repayment): EventData<'capital.repayment'> {
  return {
    id: showId('cap', repayment.advance_id),
    transaction_id: repayment.transaction_id && showId('txn', repayment.transaction_id),
    amount: formatMoney4(repayment.amount),
    amount_remaining: formatMoney4(repayment.amount_remaining),
    currency: repayment.currency,
    status: repayment.amount_remaining > 0n ? 'outstanding' : 'repaid',
  };
}
