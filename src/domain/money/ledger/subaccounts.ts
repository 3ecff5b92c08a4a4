import type { Currency } from '../amounts/currency.ts';

/** The account of a subaccount: its id without dashes. */
export function subaccountCode(id: string): `subaccount:${string}` {
  return `subaccount:${id.replaceAll('-', '')}`;
}

/** The account that a payout takes: that of its subaccount, or else the merchant's own. */
export function payerOf(subaccountId: string | null | undefined): 'available' | `subaccount:${string}` {
  return subaccountId ? subaccountCode(subaccountId) : 'available';
}

/** The lines of an amount above zero that leaves one account for another. */
export function moved<Account extends string>(
  currency: Currency,
  from: Account,
  to: Account,
  amount: bigint,
): readonly { readonly account: Account; readonly currency: Currency; readonly amount: bigint }[] {
  return [
    { account: from, currency, amount: -amount },
    { account: to, currency, amount },
  ];
}
