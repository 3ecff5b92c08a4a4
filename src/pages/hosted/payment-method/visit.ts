import { savedKinds } from '../../../domain/payers/payment-methods/keep-card.ts';
import { findPaymentMethod, type PaymentMethod } from '../../../domain/payers/payment-methods/queries.ts';
import type { Slug } from '../../../domain/payers/slugs/queries.ts';
import type { Context } from '../../../engine/context.ts';
import { merchantId } from '../../../engine/principal.ts';
import { attemptToken } from '../requests/attempt-token.ts';
import { type PageOwner, type Place, pageOwner } from '../requests/owner.ts';

/** What one request to the page that saves a card has read. */
export type SetupVisit = PageOwner & {
  readonly method: PaymentMethod;
  readonly address: string;
  /** The token for the next try. */
  readonly token: string;
  /** The kinds of card that can be saved. */
  readonly kinds: ReturnType<typeof savedKinds>;
};

export async function setupVisitOf(
  ctx: Context,
  slug: Slug,
  { address, req }: Place,
): Promise<SetupVisit | undefined> {
  const [method, owner] = await Promise.all([
    findPaymentMethod(ctx.db, merchantId(slug.merchant_id), slug.resource_id),
    pageOwner(ctx, slug.merchant_id, req),
  ]);
  if (!method) return undefined;
  const token = attemptToken(ctx.secrets, method.id, method.attempts);
  return { ...owner, method, address, token, kinds: savedKinds(ctx) };
}
