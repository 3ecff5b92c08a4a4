import { findLatestAttempt } from '../../../domain/payments/attempts/queries.ts';
import { type Checkout, findCheckout } from '../../../domain/payments/checkouts/queries.ts';
import type { Transaction } from '../../../domain/payments/transactions/queries.ts';
import type { Context } from '../../../engine/context.ts';
import { merchantId } from '../../../engine/principal.ts';
import { attemptToken } from '../requests/attempt-token.ts';
import { type PageOwner, type Place, pageOwner } from '../requests/owner.ts';
import { type Opener, openerOf } from './openers.ts';

/** What one request to the page of a checkout has read. */
export type Visit = PageOwner & {
  readonly checkout: Checkout;
  readonly attempt: Transaction | undefined;
  readonly opener: Opener | undefined;
  /** The address of the page. */
  readonly address: string;
  /** The token for the forms of the page. */
  readonly token: string;
};

export async function visitOf(ctx: Context, found: Checkout, { address, req }: Place): Promise<Visit> {
  const id = merchantId(found.merchant_id);
  const [owner, attempt, opener] = await Promise.all([
    pageOwner(ctx, id, req),
    findLatestAttempt(ctx.db, id, found.id),
    openerOf(ctx, found),
  ]);
  // The attempt was decided after the checkout was read, so it may have ended the checkout: read it again. Otherwise the page
  // could ask for money that has been paid.
  const isOld = found.status === 'pending' && attempt !== undefined && attempt.status !== 'pending';
  const checkout = (isOld ? await findCheckout(ctx.db, id, found.id) : undefined) ?? found;
  const token = attemptToken(ctx.secrets, checkout.id, checkout.refusals);
  return { ...owner, checkout, attempt, opener, address, token };
}
