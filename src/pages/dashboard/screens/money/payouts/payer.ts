import { byCurrency, type Currency } from '../../../../../domain/money/amounts/currency.ts';
import { readBalances } from '../../../../../domain/money/ledger/balances.ts';
import { balanceIn, findWholeSubaccount } from '../../../../../domain/money/splits/subaccount-queries.ts';
import { notFound, readId, showId } from '../../../../../platform/ids.ts';
import type { MerchantVisit } from '../../../requests/visit.ts';

/** Whose money is paid out: the merchant's own, or that of a partner. */
export type Payer = {
  /** Undefined: the merchant's own. */
  readonly subaccountId: string | undefined;
  readonly name: string | undefined;
  readonly available: Readonly<Record<Currency, bigint>>;
};

/**
 * As the address says. It is in the address of the forms too: whoever must confirm who they are between two forms comes back to the
 * address, without what they typed, and would pay from the merchant's own balance.
 *
 * @throws NOT_FOUND there is no such partner
 */
export async function payerIn({ ctx, merchantId, query }: MerchantVisit): Promise<Payer> {
  const from = query.get('from') ?? '';
  if (from === '') {
    const { available } = await readBalances(ctx.db, merchantId);
    return { subaccountId: undefined, name: undefined, available };
  }
  const subaccountId = readId('sac', from);
  const partner = await findWholeSubaccount(ctx.db, merchantId, subaccountId);
  if (!partner) throw notFound('sac');
  const available = byCurrency((currency) => balanceIn(partner, currency));
  return { subaccountId, name: partner.subaccount.name, available };
}

/** An address that keeps the partner. @param path below /payouts */
export const payoutsFrom = (
  { base }: MerchantVisit,
  { subaccountId: id }: Payer,
  path: '/new' | '/preview',
): string => `${base}/payouts${path}${id === undefined ? '' : `?from=${showId('sac', id)}`}`;
