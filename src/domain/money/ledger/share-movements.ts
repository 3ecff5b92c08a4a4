import { linesOf, type Moved, type Movement } from './accounts.ts';
import { moved, subaccountCode } from './subaccounts.ts';

/** M15: a share of what a payment settles becomes a partner's. */
export function shareSettled(share: Moved & { readonly subaccount_id: string }): Movement {
  const { id, amount, currency } = share;
  return {
    name: 'split.settled',
    sourceId: id,
    lines: moved(currency, 'available', subaccountCode(share.subaccount_id), amount),
  };
}

/** M16: the merchant has an advance, and owes it with its fee. */
export function capitalDisbursed({ id, amount, fee, currency }: Moved & { readonly fee: bigint }): Movement {
  return {
    name: 'capital.disbursed',
    sourceId: id,
    lines: linesOf(currency, { advance_receivable: -amount - fee, available: amount, fees: fee }),
  };
}

/** M17: the merchant repays a part of an advance. */
export function capitalRepaid({ id, amount, currency }: Moved): Movement {
  return {
    name: 'capital.repayment',
    sourceId: id,
    lines: moved(currency, 'available', 'advance_receivable', amount),
  };
}
