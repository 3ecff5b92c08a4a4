import { findShownMerchant, type ShownMerchant } from '../../../domain/merchants/accounts/brand-queries.ts';
import { shownLogo } from '../../../domain/merchants/accounts/logo.ts';
import { findMerchantState } from '../../../engine/clock/queries.ts';
import type { Act, Context } from '../../../engine/context.ts';
import { type Merchant, merchantId } from '../../../engine/principal.ts';
import { inTransaction } from '../../../platform/db/database.ts';
import type { PageBrand, PageLook } from '../../layout.ts';
import { type Asked, speechOf } from './speech.ts';

/** The merchant of a page. A visitor has no key, so the row that the address names tells the merchant. */
export type PageOwner = PageLook & {
  readonly merchant: Merchant;
  readonly merchantName: string;
  /** No new payment may begin, but one under way is finished. */
  readonly suspended: boolean;
  /** The merchant's business time. */
  readonly now: Date;
};

/** Where a page is, and the request for it, whose headers say which languages the payer reads. */
export type Place = { readonly address: string; readonly req: Asked };

export async function pageOwner(ctx: Context, uuid: string, req: Asked): Promise<PageOwner> {
  const id = merchantId(uuid);
  const [shown, state] = await Promise.all([
    findShownMerchant(ctx.platform, id),
    findMerchantState(ctx.db, id),
  ]);
  const merchant = { id, clockOffsetMs: Number(state?.clock_offset_ms ?? 0) };
  return {
    merchant,
    now: ctx.now(merchant),
    ...shownAs(shown),
    ...speechOf(req, ctx.languages, shown?.language ?? null),
  };
}

function shownAs(shown: ShownMerchant | undefined): Pick<PageOwner, 'merchantName' | 'suspended' | 'brand'> {
  if (!shown) return { merchantName: '', suspended: false, brand: {} };
  // The registered name stays as it was given. Payers see it without signs that turn it around to read like another.
  const merchantName = shown.display_name ?? shown.business_name.replaceAll(/[\p{Cf}\p{Cc}]/gu, '');
  return { merchantName, suspended: shown.status === 'suspended', brand: brandOf(shown) };
}

function brandOf(shown: ShownMerchant): PageBrand {
  const { accent, contact_email: email, contact_phone: phone } = shown;
  const logo = shownLogo(shown);
  return {
    ...(logo && { logo }),
    ...(accent !== null && { accent }),
    ...(email !== null && { email }),
    ...(phone !== null && { phone }),
  };
}

/** What a view hands to the shell. */
export function lookOf({ words, query, languages, brand }: PageLook): PageLook {
  return { words, query, languages, brand };
}

/** The address of the page in the language that the payer chose. */
export function here({ address, query }: { readonly address: string; readonly query: string }): string {
  return address + query;
}

/** Runs `work` in a transaction of its own; the actions that it calls open none. */
export function asMerchant<T>(
  ctx: Context,
  { merchant: { id } }: Pick<PageOwner, 'merchant'>,
  work: (act: Act) => Promise<T>,
): Promise<T> {
  return inTransaction(ctx.db, id, (tx, clockOffsetMs) => work({ ctx, tx, merchant: { id, clockOffsetMs } }));
}
