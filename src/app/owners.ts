import { subscriptionAsOwner } from '../domain/billing/collection/subscription-as-owner.ts';
import { invoiceAsOwner } from '../domain/billing/invoices/invoice-payment.ts';
import type { CheckoutOwners } from '../domain/payments/checkouts/owners.ts';
import { claimLinkUse } from '../domain/payments/payment-links/claim-link-use.ts';
import { countLinkUse } from '../domain/payments/payment-links/count-link-use.ts';
import { freeLinkUse } from '../domain/payments/payment-links/free-link-use.ts';
import { reserveLinkUse } from '../domain/payments/payment-links/reserve-link-use.ts';
import { endSession } from '../domain/payments/virtual-terminal/end-session.ts';
import { noteRefusal } from '../domain/payments/virtual-terminal/note-refusal.ts';

/** Who opened a checkout, if not the API → what else its money and its end mean. Decision 0024. */
export const owners = {
  payment_link: {
    begins: reserveLinkUse,
    claim: claimLinkUse,
    attemptOver: freeLinkUse,
    ended: (act, checkout) =>
      checkout.status === 'completed' ? countLinkUse(act, checkout) : freeLinkUse(act, checkout),
  },
  virtual_terminal_session: {
    begins: async () => true,
    // The cashier has moved on: what comes after the end goes back.
    claim: async (_act, checkout) => (checkout.status === 'pending' ? 'wanted' : 'late_payment'),
    attemptOver: noteRefusal,
    ended: endSession,
  },
  invoice: invoiceAsOwner,
  subscription: subscriptionAsOwner,
} satisfies CheckoutOwners;
