import { showId } from '../../platform/ids.ts';
import type { Act } from '../context.ts';
import type { Row } from '../events/queries.ts';
import type { EventData } from '../events/record.ts';
import { merchantId } from '../merchants/principal.ts';
import { type Amount, formatMoney4 } from '../money/amount.ts';
import type { Currency } from '../money/currency.ts';
import { readBalances } from './balances.ts';

/** What the merchant has at this moment: four decimals. Spec: "Events", merchant.account.balance-updated. */
export async function balanceData(
  { merchant_id: id }: Row<'ledger_heads'>,
  { tx }: Act,
): Promise<EventData<'merchant.account.balance-updated'>> {
  const { available, pending, reserve } = await readBalances(tx, merchantId(id));
  return {
    id: showId('mer', id),
    available: shown(available),
    pending: shown(pending),
    reserve: shown(reserve),
  };
}

function shown({ USD, ZWG }: Readonly<Record<Currency, Amount>>) {
  return { USD: formatMoney4(USD), ZWG: formatMoney4(ZWG) };
}
