import { findShownMerchant } from '../../domain/merchants/accounts/queries.ts';
import { findMerchantState } from '../../engine/clock/queries.ts';
import type { Act, Context } from '../../engine/context.ts';
import { type Merchant, merchantId } from '../../engine/principal.ts';
import { inTransaction } from '../../platform/db/database.ts';

/** A visitor has no key: whose page it is stands in the row that the address names. */
export type PageOwner = {
  readonly merchant: Merchant;
  readonly merchantName: string;
  /** What is under way is finished; nothing new is begun. */
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

/** A page's POST is one of the edges where a transaction opens. */
export function asMerchant<T>(
  ctx: Context,
  { merchant: { id } }: Pick<PageOwner, 'merchant'>,
  work: (act: Act) => Promise<T>,
): Promise<T> {
  return inTransaction(ctx.db, id, (tx, clockOffsetMs) => work({ ctx, tx, merchant: { id, clockOffsetMs } }));
}
