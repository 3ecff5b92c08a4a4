import type { Act } from '../../../engine/context.ts';
import { move } from '../../../engine/states/moves.ts';
import { ApiError } from '../../../platform/errors.ts';
import { newId, notFound } from '../../../platform/ids.ts';
import type { Currency } from '../amounts/currency.ts';
import { findSplit, insertSplit, type Split, type WholeSplit, withShares } from './queries.ts';
import { splitMoves } from './states.ts';
import { findSubaccounts, insertSubaccount, type WholeSubaccount } from './subaccount-queries.ts';

/** Opens a subaccount, with nothing in it. Decision 0074. */
export async function createSubaccount(
  act: Act,
  wanted: { readonly name: string; readonly label: string | null },
): Promise<WholeSubaccount> {
  const row = { ...wanted, id: newId() };
  const created_at = act.ctx.now(act.merchant);
  const subaccount = await insertSubaccount(act.tx, act.merchant.id, { ...row, created_at });
  return { id: subaccount.id, subaccount, balances: [] };
}

type WantedSplit = {
  readonly name: string;
  readonly currency: Currency;
  readonly shares: readonly { readonly subaccountId: string; readonly basisPoints: number }[];
};

const everything = 10_000;

/**
 * Creates a split. It never changes, so a payment is shared as it was when it named the split.
 *
 * @throws SPLIT_SHARES_INVALID the shares are more than 100 %, or name a subaccount twice
 * @throws NOT_FOUND            there is no such subaccount
 *
 * Spec: "Splits". Decision 0074.
 */
export async function createSplit(act: Act, { name, currency, shares }: WantedSplit): Promise<WholeSplit> {
  const ids = [...new Set(shares.map(({ subaccountId }) => subaccountId))];
  const sum = shares.reduce((all, { basisPoints }) => all + basisPoints, 0);
  if (sum > everything || ids.length < shares.length) throw new ApiError('SPLIT_SHARES_INVALID');
  const found = await findSubaccounts(act.tx, act.merchant.id, ids);
  if (found.length < ids.length) throw notFound('sac');
  const row = { id: newId(), name, currency, status: 'active' } as const;
  return await insertSplit(
    act.tx,
    act.merchant.id,
    { ...row, created_at: act.ctx.now(act.merchant) },
    shares.map((share) => ({ subaccount_id: share.subaccountId, basis_points: share.basisPoints })),
  );
}

/**
 * Ends the use of a split: nothing new can name it. What names it already is still shared. Deactivating twice is harmless.
 *
 * @throws NOT_FOUND
 *
 * Decision 0074.
 */
export async function deactivateSplit(act: Act, id: string): Promise<WholeSplit> {
  const moved = await move(act, 'splits', id, splitMoves.deactivate);
  const split = moved ?? (await findSplit(act.tx, act.merchant.id, id));
  const [whole] = split ? await withShares(act.tx, act.merchant.id, [split]) : [];
  if (!whole) throw notFound('spl');
  return whole;
}

/**
 * The split that something new names.
 *
 * @returns null when it names none
 * @throws NOT_FOUND               it does not exist, or is not active
 * @throws SPLIT_CURRENCY_MISMATCH it shares payments in another currency
 *
 * Decision 0074.
 */
export async function namedSplit(
  act: Act,
  id: string | null | undefined,
  currency: Currency,
): Promise<Split['id'] | null> {
  if (id === null || id === undefined) return null;
  const split = await findSplit(act.tx, act.merchant.id, id);
  if (split?.status !== 'active') throw notFound('spl');
  refuseOtherCurrency(split, currency);
  return split.id;
}

/** @throws SPLIT_CURRENCY_MISMATCH */
export function refuseOtherCurrency(split: Split, currency: Currency): void {
  if (split.currency !== currency) throw new ApiError('SPLIT_CURRENCY_MISMATCH');
}
