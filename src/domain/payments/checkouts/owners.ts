import type { Act, Context } from '../../../engine/context.ts';
import type { Transaction } from '../transactions/queries.ts';
import type { Checkout } from './queries.ts';

/** What becomes of money that has arrived for a checkout: it is wanted, or it goes back for this reason. */
export type MoneyVerdict = 'wanted' | 'late_payment' | 'surplus_payment';

/**
 * What a checkout was opened for, if the API did not open it directly: a link, a session, an invoice, a subscription. Its
 * functions run in the transaction of the payment, with the checkout locked.
 */
export type CheckoutOwner = {
  /** An attempt is about to begin. False forbids it: the owner takes no payment now, or another customer is paying. */
  readonly begins: (act: Act, checkout: Checkout) => Promise<boolean>;
  /**
   * Money has arrived for a checkout that is pending or expired recently. Locks the owner; the ledger is locked later, so
   * two payments cannot deadlock.
   */
  readonly claim: (act: Act, checkout: Checkout) => Promise<MoneyVerdict>;
  /** An attempt has failed; null: the gateway never began it. */
  readonly attemptOver: (act: Act, checkout: Checkout, failure: string | null) => Promise<void>;
  /** The checkout has ended, paid or unpaid. `refused`: why the attempt that ended it failed, which may not be written yet. */
  readonly ended: (act: Act, checkout: Checkout, refused: string | null) => Promise<void>;
};

declare module '../../../engine/context.ts' {
  interface Context {
    readonly owners: CheckoutOwners;
  }
}

/** The owner of each kind of source. Decision 0024. */
export type CheckoutOwners = Readonly<Partial<Record<Transaction['source_type'], CheckoutOwner>>>;

/** Undefined when the API opened the checkout directly. */
export function ownerOf(
  ctx: Context,
  { source_type: type }: Pick<Transaction, 'source_type'>,
): CheckoutOwner | undefined {
  return ctx.owners[type];
}
