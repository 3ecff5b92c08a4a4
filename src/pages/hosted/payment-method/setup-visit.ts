import type { Context } from '../../../core/context.ts';
import { merchantId } from '../../../core/merchants/principal.ts';
import { savedKinds } from '../../../core/payment-methods/keep-card.ts';
import { findPaymentMethod, type PaymentMethod } from '../../../core/payment-methods/queries.ts';
import type { Slug } from '../../../core/slugs/queries.ts';
import { attemptToken } from '../checkout/attempt-token.ts';
import { type PageOwner, pageOwner } from '../merchant.ts';

/** What one visit of a setup page found. */
export type SetupVisit = PageOwner & {
  readonly method: PaymentMethod;
  readonly address: string;
  /** Of the next try. */
  readonly token: string;
  /** The kinds of card that can be saved. */
  readonly kinds: ReturnType<typeof savedKinds>;
};

export async function setupVisitOf(
  ctx: Context,
  slug: Slug,
  address: string,
): Promise<SetupVisit | undefined> {
  const [method, owner] = await Promise.all([
    findPaymentMethod(ctx.db, merchantId(slug.merchant_id), slug.resource_id),
    pageOwner(ctx, slug.merchant_id),
  ]);
  if (!method) return undefined;
  const token = attemptToken(ctx.secrets, method.id, method.attempts);
  return { ...owner, method, address, token, kinds: savedKinds(ctx) };
}
