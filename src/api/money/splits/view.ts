import { formatMoney2, formatMoney4 } from '../../../domain/money/amounts/amount.ts';
import { byCurrency } from '../../../domain/money/amounts/currency.ts';
import { formatPercent } from '../../../domain/money/amounts/percent.ts';
import type { SplitSettlement, WholeSplit } from '../../../domain/money/splits/queries.ts';
import {
  balanceIn,
  type SubaccountEntry,
  type WholeSubaccount,
} from '../../../domain/money/splits/subaccount-queries.ts';
import type { EventData } from '../../../engine/context.ts';
import type { Schemas } from '../../../platform/contract/types.ts';
import { showId } from '../../../platform/ids.ts';

export function subaccountView(whole: WholeSubaccount): Schemas['Subaccount'] {
  const { subaccount } = whole;
  return {
    id: showId('sac', subaccount.id),
    name: subaccount.name,
    label: subaccount.label,
    balance: byCurrency((currency) => formatMoney2(balanceIn(whole, currency))),
    created_at: subaccount.created_at.toISOString(),
  };
}

export function subaccountEntryView(entry: SubaccountEntry): Schemas['SubaccountEntry'] {
  return {
    type: entry.movement,
    amount: formatMoney2(entry.amount),
    currency: entry.currency,
    balance_after: formatMoney2(entry.balance_after),
    transaction_id: showId('txn', entry.transaction_id),
    split_id: entry.split_id && showId('spl', entry.split_id),
    share: entry.basis_points === null ? null : formatPercent(entry.basis_points),
    payout_id: entry.payout_id && showId('po', entry.payout_id),
    created_at: entry.effective_at.toISOString(),
  };
}

export function splitView({ split, shares }: WholeSplit): Schemas['Split'] {
  return {
    id: showId('spl', split.id),
    name: split.name,
    currency: split.currency,
    shares: shares.map((share) => ({
      subaccount_id: showId('sac', share.subaccount_id),
      share: formatPercent(share.basis_points),
    })),
    status: split.status,
    created_at: split.created_at.toISOString(),
  };
}

/** A share that was settled, as its event shows it: amounts have four decimals. Spec: "Events delivered today", split.settled. */
export function splitSettlementData(settlement: SplitSettlement): EventData<'split.settled'> {
  return {
    id: showId('spl', settlement.split_id),
    subaccount_id: showId('sac', settlement.subaccount_id),
    transaction_id: showId('txn', settlement.transaction_id),
    share: formatPercent(settlement.basis_points),
    amount: formatMoney4(settlement.shared),
    net: formatMoney4(settlement.amount),
    currency: settlement.currency,
    status: 'settled',
  };
}
