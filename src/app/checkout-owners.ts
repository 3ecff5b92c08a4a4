import { ownTry } from '../domain/billing/collection/own-try.ts';
import { claimInvoice } from '../domain/billing/invoices/claim-invoice.ts';
import { freeInvoice } from '../domain/billing/invoices/free-invoice.ts';
import { reserveInvoice } from '../domain/billing/invoices/reserve-invoice.ts';
import { settleInvoice } from '../domain/billing/invoices/settle-invoice.ts';
import type { CheckoutOwners } from '../domain/payments/checkouts/owners.ts';
import { claimLinkUse } from '../domain/payments/payment-links/claim-link-use.ts';
import { countLinkUse } from '../domain/payments/payment-links/count-link-use.ts';
import { freeLinkUse } from '../domain/payments/payment-links/free-link-use.ts';
import { reserveLinkUse } from '../domain/payments/payment-links/reserve-link-use.ts';
import { endSession } from '../domain/payments/virtual-terminal/end-session.ts';
import { noteRefusal } from '../domain/payments/virtual-terminal/note-refusal.ts';

/** By what a checkout was opened from, other than the API: what else follows from its money and its end. Decision 0024. */
export const checkoutOwners = {
  payment_link: {
    begins: reserveLinkUse,
    claim: claimLinkUse,
    attemptOver: freeLinkUse,
    ended: (act, checkout) =>
      checkout.status === 'completed' ? countLinkUse(act, checkout) : freeLinkUse(act, checkout),
  },
  virtual_terminal_session: {
    begins: async () => true,
    // The cashier has moved on, so money that arrives after the end is returned.
    claim: async (_act, checkout) => (checkout.status === 'pending' ? 'wanted' : 'late_payment'),
    attemptOver: noteRefusal,
    ended: endSession,
  },
  invoice: {
    begins: reserveInvoice,
    claim: claimInvoice,
    attemptOver: freeInvoice,
    ended: (act, checkout) =>
      checkout.status === 'completed' ? settleInvoice(act, checkout) : freeInvoice(act, checkout),
  },
  subscription: ownTry,
} satisfies CheckoutOwners;
