import type { Moves } from '../../../engine/states/moves.ts';

/** The moves of an invoice of the platform; `paid` is final. Decision 0083. */
export const platformInvoiceMoves = {
  pay: { from: ['open', 'past_due'], to: 'paid', otherwise: 'skip' },
  /** The first try found the balance too low. */
  miss: { from: ['open'], to: 'past_due', otherwise: 'skip', event: 'billing.invoice.payment-failed' },
} as const satisfies Moves<'platform_invoices'>;

/** The moves of a merchant's subscription to the platform. Decision 0083. */
export const platformSubscriptionMoves = {
  fallBehind: { from: ['active'], to: 'past_due', otherwise: 'skip' },
  /** The last try of an invoice failed: live apps take no new payments. */
  restrict: { from: ['past_due'], to: 'restricted', otherwise: 'skip' },
  /** No invoice is past due any more. */
  restore: { from: ['past_due', 'restricted'], to: 'active', otherwise: 'skip' },
} as const satisfies Moves<'platform_subscriptions'>;
