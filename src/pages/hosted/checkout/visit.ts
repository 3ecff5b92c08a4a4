import { findLatestAttempt } from '../../../domain/payments/attempts/queries.ts';
import { merchantsOfCheckouts } from '../../../domain/payments/checkouts/merchants-of.ts';
import { findCheckoutAcrossMerchants } from '../../../domain/payments/checkouts/page-queries.ts';
import { type Checkout, findCheckout } from '../../../domain/payments/checkouts/queries.ts';
import type { Transaction } from '../../../domain/payments/transactions/queries.ts';
import type { Context } from '../../../engine/context.ts';
import { type MerchantId, merchantId } from '../../../engine/principal.ts';
import { type PageOwner, type Place, pageOwner } from '../requests/owner.ts';
import { type Opener, openerOf } from './openers.ts';

/** What one request to the page of a checkout has read. */
export type Visit = PageOwner & {
  readonly checkout: Checkout;
  readonly attempt: Transaction | undefined;
  readonly opener: Opener | undefined;
  /** The address of the page. */
  readonly address: string;
};

/** What is read of a checkout's merchant and of its newest attempt. */
type Around = Promise<readonly [PageOwner, Transaction | undefined]>;

/** Reads what a page shows: all in one turn if this process knows whose checkout it is. Undefined: there is no such checkout. */
export async function visitTo(
  ctx: Context,
  id: string,
  place: Place,
  admit: () => Promise<void>,
): Promise<Visit | undefined> {
  const known = merchantsOfCheckouts(ctx.db);
  const merchant = known.get(id);
  // The checkout is read before its attempt: `visitOf` says why.
  const reading = merchant ? findCheckout(ctx.db, merchant, id) : findCheckoutAcrossMerchants(ctx.db, id);
  const around = merchant && readAround(ctx, merchant, id, place);
  around?.catch(() => undefined);
  const found = await reading;
  if (!found) return undefined;
  known.set(id, merchantId(found.merchant_id));
  await admit();
  return await visitOf(ctx, found, place, around);
}

function readAround(ctx: Context, merchant: MerchantId, checkoutId: string, { req }: Place): Around {
  return Promise.all([pageOwner(ctx, merchant, req), findLatestAttempt(ctx.db, merchant, checkoutId)]);
}

export async function visitOf(ctx: Context, found: Checkout, place: Place, around?: Around): Promise<Visit> {
  const { address } = place;
  const id = merchantId(found.merchant_id);
  const [[owner, attempt], opener] = await Promise.all([
    around ?? readAround(ctx, id, found.id, place),
    openerOf(ctx, found),
  ]);
  // The attempt may have been decided after the checkout was read, and have paid it, late money an expired one too: read it again.
  // Otherwise the page could ask for money that has been paid.
  const isOld = found.status !== 'completed' && attempt !== undefined && attempt.status !== 'pending';
  const checkout = (isOld ? await findCheckout(ctx.db, id, found.id) : undefined) ?? found;
  return { ...owner, checkout, attempt, opener, address };
}
