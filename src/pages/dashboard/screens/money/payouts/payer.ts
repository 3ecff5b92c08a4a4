import { byCurrency, type Currency } from '../../../../../domain/money/amounts/currency.ts';
import { readBalances } from '../../../../../domain/money/ledger/balances.ts';
import { balanceIn, findWholeSubaccount } from '../../../../../domain/money/splits/subaccount-queries.ts';
import { notFound, readId, showId } from '../../../../../platform/ids.ts';
import { type Html, html } from '../../../../html.ts';
import type { MerchantVisit } from '../../../requests/visit.ts';

/** Whose money is paid out: the merchant's own, or that of a partner. */
export type Payer = {
  /** Undefined: the merchant's own. */
  readonly subaccountId: string | undefined;
  readonly name: string | undefined;
  readonly available: Readonly<Record<Currency, bigint>>;
};

/** As the address or the form says. @throws NOT_FOUND there is no such partner */
export async function payerIn({ ctx, merchantId, form, query }: MerchantVisit): Promise<Payer> {
  const from = form.sent ? form.value('from') : (query.get('from') ?? '');
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

/** Keeps the partner from one form to the next. */
export const fromField = ({ subaccountId: id }: Payer): Html | false =>
  id !== undefined && html`<input type="hidden" name="from" value="${showId('sac', id)}">`;
