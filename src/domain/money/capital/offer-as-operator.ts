import type { Context } from '../../../engine/context.ts';
import { inTransaction, type PlatformDb } from '../../../platform/db/database.ts';
import { showId } from '../../../platform/ids.ts';
import { changeMerchant, type MerchantOf } from '../../merchants/changes/change-merchant.ts';
import { formatMoney2 } from '../amounts/amount.ts';
import { formatPercent } from '../amounts/percent.ts';
import { makeOffer, type WantedOffer } from './offer.ts';
import type { Offer } from './queries.ts';

/**
 * Offers a merchant an advance, and remembers which operator did. The offer is committed first: if the process dies in between, it
 * stands without a remembered operator.
 *
 * @throws AMOUNT_TOO_LARGE see makeOffer
 * @throws OfferMade        see makeOffer
 * @throws NOT_FOUND        there is no such merchant
 *
 * Decisions 0057 and 0075.
 */
export function offerAsOperator(
  platform: PlatformDb,
  ctx: Context,
  of: MerchantOf,
  wanted: WantedOffer,
): Promise<Offer> {
  // If the change runs again after a deadlock, the offer is committed already.
  let offer: Offer | undefined;
  return changeMerchant(platform, of, async () => {
    offer ??= await inTransaction(ctx.db, of.merchantId, (tx, clockOffsetMs) =>
      makeOffer({ ctx, tx, merchant: { id: of.merchantId, clockOffsetMs } }, wanted),
    );
    return { entry: { action: 'capital.offered', details: shownOffer(offer, ctx) }, result: offer };
  });
}

/** An offer as the command line and the list of changes show it. */
export function shownOffer(offer: Offer, { mode }: Pick<Context, 'mode'>) {
  return {
    offer_id: showId('cof', offer.id),
    mode,
    amount: formatMoney2(offer.amount),
    fee: formatMoney2(offer.fee),
    currency: offer.currency,
    holdback_rate: formatPercent(offer.holdback_basis_points),
    expires_at: offer.expires_at.toISOString(),
  };
}
