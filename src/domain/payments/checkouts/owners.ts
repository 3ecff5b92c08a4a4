import type { Act, Context } from '../../../engine/context.ts';
import type { Transaction } from '../transactions/queries.ts';
import type { Checkout } from './queries.ts';

/** Money for a checkout: it is taken, or it goes back for this reason. */
export type Claim = 'wanted' | 'late_payment' | 'surplus_payment';

/**
 * Who a checkout was opened for, when it was not opened by the API itself: what else happens in the same transaction.
 * The checkout is locked whenever one of these is called.
 */
export type CheckoutOwner = {
  /** An attempt begins. False: it may not, since the owner takes no payment now, or somebody else is paying. */
  readonly begins: (act: Act, checkout: Checkout) => Promise<boolean>;
  /** Money has come for a checkout that is pending, or expired a short while ago. It also takes the owner's lock, before the ledger's. */
  readonly claim: (act: Act, checkout: Checkout) => Promise<Claim>;
  /** An attempt came to nothing; null: it never began. */
  readonly attemptOver: (act: Act, checkout: Checkout, failure: string | null) => Promise<void>;
  /** The checkout has ended, paid or not. */
  readonly ended: (act: Act, checkout: Checkout) => Promise<void>;
};

declare module '../../../engine/context.ts' {
  interface Context {
    readonly owners: CheckoutOwners;
  }
}

/** Decision 0024. */
export type CheckoutOwners = Readonly<Partial<Record<Transaction['source_type'], CheckoutOwner>>>;

/** Undefined: the API opened it, and nobody else is concerned. */
export function ownerOf(
  ctx: Context,
  { source_type: type }: Pick<Transaction, 'source_type'>,
): CheckoutOwner | undefined {
  return ctx.owners[type];
}
