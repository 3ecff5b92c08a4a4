import type { Checkout } from '../../../core/checkouts/queries.ts';
import type { Context } from '../../../core/context.ts';
import { merchantId } from '../../../core/merchants/principal.ts';
import { findLatestAttempt } from '../../../core/payments/queries.ts';
import type { Transaction } from '../../../core/transactions/queries.ts';
import { type PageOwner, pageOwner } from '../merchant.ts';
import { type Opener, openerOf } from '../openers.ts';
import { attemptToken } from './attempt-token.ts';

/** What one visit of a checkout found. */
export type Visit = PageOwner & {
  readonly checkout: Checkout;
  readonly attempt: Transaction | undefined;
  readonly opener: Opener | undefined;
  /** Of every step of this checkout. */
  readonly address: string;
  readonly token: string;
};

export async function visitOf(ctx: Context, checkout: Checkout, address: string): Promise<Visit> {
  const id = merchantId(checkout.merchant_id);
  const [owner, attempt, opener] = await Promise.all([
    pageOwner(ctx, id),
    findLatestAttempt(ctx.db, id, checkout.id),
    openerOf(ctx, checkout),
  ]);
  const token = attemptToken(ctx.secrets, checkout.id, checkout.refusals);
  return { ...owner, checkout, attempt, opener, address, token };
}
