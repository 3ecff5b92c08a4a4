import type { MerchantId } from '../../../engine/principal.ts';
import type { Db } from '../../../platform/db/database.ts';
import { type Amount, amountOf } from '../amounts/amount.ts';
import type { Currency } from '../amounts/currency.ts';
import { findShownBalances } from './queries.ts';

export type Balances = Readonly<
  Record<'available' | 'pending' | 'reserve', Readonly<Record<Currency, Amount>>>
>;

/**
 * What the merchant has, in every currency there is; only `available` is ever negative.
 *
 * Spec: "GET /v1/account/balance".
 */
export async function readBalances(db: Db, merchantId: MerchantId): Promise<Balances> {
  const rows = await findShownBalances(db, merchantId);
  const balanceOf = (code: string, currency: Currency) =>
    amountOf(rows.find((row) => row.code === code && row.currency === currency)?.balance ?? 0n);
  const inAllCurrencies = (code: string) => ({ USD: balanceOf(code, 'USD'), ZWG: balanceOf(code, 'ZWG') });
  return {
    available: inAllCurrencies('available'),
    pending: inAllCurrencies('pending'),
    reserve: inAllCurrencies('reserve'),
  };
}
