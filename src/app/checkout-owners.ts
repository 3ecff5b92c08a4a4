import { subscriptionAsOwner } from '../domain/billing/collection/subscription-as-owner.ts';
import { invoiceAsOwner } from '../domain/billing/invoices/invoice-payment.ts';
import type { CheckoutOwners } from '../domain/payments/checkouts/owners.ts';
import { linkAsOwner } from '../domain/payments/payment-links/link-as-owner.ts';
import { sessionAsOwner } from '../domain/payments/virtual-terminal/session-as-owner.ts';

/** Kind of thing that a checkout was opened for → its owner, which reacts to the checkout's money and its end. Decision 0024. */
export const checkoutOwners = {
  payment_link: linkAsOwner,
  virtual_terminal_session: sessionAsOwner,
  invoice: invoiceAsOwner,
  subscription: subscriptionAsOwner,
} satisfies CheckoutOwners;
