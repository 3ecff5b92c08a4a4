import { findShownMerchant } from '../../../domain/merchants/accounts/queries.ts';
import { findMerchantState } from '../../../engine/clock/queries.ts';
import type { Act, Context } from '../../../engine/context.ts';
import { type Merchant, merchantId } from '../../../engine/principal.ts';
import { inTransaction } from '../../../platform/db/database.ts';

/** The merchant of a page. A visitor has no key, so the row that the address names tells the merchant. */
export type PageOwner = {
  readonly merchant: Merchant;
  readonly merchantName: string;
  /** No new payment may begin, but one under way is finished. */
  readonly suspended: boolean;
  /** The merchant's business time. */
  readonly now: Date;
};

export async function pageOwner(ctx: Context, uuid: string): Promise<PageOwner> {
  const id = merchantId(uuid);
  const [shown, state] = await Promise.all([
    findShownMerchant(ctx.platform, id),
    findMerchantState(ctx.db, id),
  ]);
  const merchant = { id, clockOffsetMs: Number(state?.clock_offset_ms ?? 0) };
  return {
    merchant,
    merchantName: shown?.business_name ?? '',
    suspended: shown?.status === 'suspended',
    now: ctx.now(merchant),
  };
}

/** Runs `work` in a transaction of its own; the actions that it calls open none. */
export function asMerchant<T>(
  ctx: Context,
  { merchant: { id } }: Pick<PageOwner, 'merchant'>,
  work: (act: Act) => Promise<T>,
): Promise<T> {
  return inTransaction(ctx.db, id, (tx, clockOffsetMs) => work({ ctx, tx, merchant: { id, clockOffsetMs } }));
}
