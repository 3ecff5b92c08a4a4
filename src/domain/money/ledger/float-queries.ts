import type { MerchantId } from '../../../engine/principal.ts';
import type { Db, Tx } from '../../../platform/db/database.ts';
import { type Amount, amountOf } from '../amounts/amount.ts';
import type { Currency } from '../amounts/currency.ts';
import { floatAccountOf } from './float-movements.ts';
import { lockBalance } from './queries.ts';

/** An account that was never posted to has no row. No balance is above zero: the agent owes the cash. */
export function findFloatBalances(db: Db, merchantId: MerchantId, codes: readonly string[]) {
  return db
    .selectFrom('ledger_balances')
    .select(['code', 'currency', 'balance'])
    .where('merchant_id', '=', merchantId)
    .where('code', 'in', codes)
    .execute();
}

/** The cash that an agent has, with the merchant's ledger locked until the transaction ends. Lock all other rows first. */
export async function lockFloat(
  tx: Tx,
  merchantId: MerchantId,
  { agentId, currency }: { readonly agentId: string; readonly currency: Currency },
): Promise<Amount> {
  const balance: bigint = await lockBalance(tx, merchantId, { account: floatAccountOf(agentId), currency });
  return amountOf(-balance);
}
