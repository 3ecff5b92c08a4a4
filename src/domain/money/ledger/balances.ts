import type { MerchantId } from '../../../engine/principal.ts';
import type { Db } from '../../../platform/db/database.ts';
import { type Amount, amountOf } from '../amounts/amount.ts';
import { byCurrency, type Currency } from '../amounts/currency.ts';
import { findShownBalances } from './queries.ts';

export type Balances = Readonly<
  Record<'available' | 'pending' | 'reserve', Readonly<Record<Currency, Amount>>>
>;

/**
 * The balances that the merchant sees, in every currency. Only `available` can be negative.
 *
 * Spec: "GET /v1/account/balance".
 */
export async function readBalances(db: Db, merchantId: MerchantId): Promise<Balances> {
  const rows = await findShownBalances(db, merchantId);
  const balanceOf = (code: string, currency: Currency) =>
    amountOf(rows.find((row) => row.code === code && row.currency === currency)?.balance ?? 0n);
  return {
    available: byCurrency((currency) => balanceOf('available', currency)),
    pending: byCurrency((currency) => balanceOf('pending', currency)),
    reserve: byCurrency((currency) => balanceOf('reserve', currency)),
  };
}
