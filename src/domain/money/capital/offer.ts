import type { Act, Job, JobPayloads } from '../../../engine/context.ts';
import { enqueue } from '../../../engine/jobs/enqueue.ts';
import { recordEvent } from '../../../engine/recording/record.ts';
import { move } from '../../../engine/states/moves.ts';
import { ApiError } from '../../../platform/errors.ts';
import { newId, notFound } from '../../../platform/ids.ts';
import { type Amount, formatMoney2 } from '../amounts/amount.ts';
import type { Currency } from '../amounts/currency.ts';
import { mostPayout } from '../fees/payout-fees.ts';
import { post } from '../ledger/post.ts';
import { capitalDisbursed } from '../ledger/share-movements.ts';
import { type Advance, insertAdvance, insertOffer, lockOffer, type Offer } from './queries.ts';
import { offerMoves } from './states.ts';

declare module '../../../engine/context.ts' {
  interface JobPayloads {
    /** Nobody accepted an offer in time. */
    'capital.expire-offer': { offerId: string };
  }
}

export type WantedOffer = {
  /** A UUIDv7 of the caller, who may ask twice for the same offer. Absent: each call makes an offer. */
  readonly id?: string;
  readonly amount: Amount;
  readonly fee: Amount;
  readonly currency: Currency;
  readonly holdbackBasisPoints: number;
};

/** The offer of this id was made before. */
export class OfferMade extends Error {
  override name = 'OfferMade';
}

const offerDays = 30;

/**
 * Offers an advance to a merchant, who can accept it for 30 days.
 *
 * @throws AMOUNT_TOO_LARGE the advance is more than a payout may be, or the fee is more than the advance; `details.maximum`
 * @throws OfferMade        see WantedOffer
 *
 * Spec: "Capital". Decision 0075.
 */
export async function makeOffer(act: Act, wanted: WantedOffer): Promise<Offer> {
  refuseMoreThan(mostPayout('bank_transfer'), wanted.amount);
  refuseMoreThan(wanted.amount, wanted.fee);
  const created_at = act.ctx.now(act.merchant);
  const expires_at = new Date(created_at.getTime() + offerDays * 86_400_000);
  const offer = await insertOffer(act.tx, act.merchant.id, {
    id: wanted.id ?? newId(),
    amount: wanted.amount,
    fee: wanted.fee,
    currency: wanted.currency,
    holdback_basis_points: wanted.holdbackBasisPoints,
    status: 'available',
    expires_at,
    created_at,
  });
  if (!offer) throw new OfferMade();
  const { id: offerId } = offer;
  await enqueue(act, 'capital.expire-offer', { key: offerId, payload: { offerId }, at: expires_at });
  await recordEvent(act, 'capital.offer_created', offer);
  return offer;
}

function refuseMoreThan(most: Amount, amount: Amount): void {
  if (amount > most) throw new ApiError('AMOUNT_TOO_LARGE', { details: { maximum: formatMoney2(most) } });
}

/** Job `capital.expire-offer`: ends an offer that nobody accepted in time. Decision 0075. */
export const expireOffer: Job<JobPayloads['capital.expire-offer']> = async (act, { offerId }) => {
  await move(act, 'capital_offers', offerId, offerMoves.expire);
};

/**
 * Accepts an offer: credits the advance, which the merchant owes with its fee from now on (M16).
 *
 * @throws NOT_FOUND
 * @throws OFFER_NOT_AVAILABLE it was accepted or has expired, or another advance in the currency is outstanding; `details.status`
 *
 * Spec: "Capital advance". Decision 0075.
 */
export async function acceptOffer(act: Act, id: string): Promise<Advance> {
  const offer = await lockOffer(act.tx, act.merchant.id, id);
  if (!offer) throw notFound('cof');
  const now = act.ctx.now(act.merchant);
  // The job that expires it may be late.
  if (offer.status === 'available' && offer.expires_at <= now) throw notAvailable('expired');
  await move(act, 'capital_offers', id, offerMoves.accept);
  const advance = await insertAdvance(act.tx, act.merchant.id, {
    id: newId(),
    offer_id: id,
    amount: offer.amount,
    fee: offer.fee,
    amount_repaid: 0n,
    currency: offer.currency,
    holdback_basis_points: offer.holdback_basis_points,
    status: 'outstanding',
    created_at: now,
    repaid_at: null,
  });
  if (!advance) throw notAvailable(offer.status);
  await post(act, capitalDisbursed(advance));
  await recordEvent(act, 'capital.disbursed', advance);
  return advance;
}

function notAvailable(status: Offer['status']): ApiError {
  return new ApiError('OFFER_NOT_AVAILABLE', { details: { status } });
}
