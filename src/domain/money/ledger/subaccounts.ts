import type { Currency } from '../amounts/currency.ts';
import type { Account, Line } from './accounts.ts';

/** The account of a subaccount: its id without dashes. */
export function subaccountCode(id: string): `subaccount:${string}` {
  return `subaccount:${id.replaceAll('-', '')}`;
}

/** The account that a payout takes: that of its subaccount, or else the merchant's own. */
export function payerOf(subaccountId: string | null | undefined): Account {
  return subaccountId ? subaccountCode(subaccountId) : 'available';
}

/** An amount above zero leaves one account for another. */
export function moved(currency: Currency, from: Account, to: Account, amount: bigint): readonly Line[] {
  return [
    { account: from, currency, amount: -amount },
    { account: to, currency, amount },
  ];
}
