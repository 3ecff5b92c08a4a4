import type { CheckoutOwners } from '../core/checkouts/owners.ts';
import { claimInvoice } from '../core/invoices/claim-invoice.ts';
import { freeInvoice } from '../core/invoices/free-invoice.ts';
import { reserveInvoice } from '../core/invoices/reserve-invoice.ts';
import { settleInvoice } from '../core/invoices/settle-invoice.ts';
import { claimLinkUse } from '../resources/payment-links/claim-link-use.ts';
import { countLinkUse } from '../resources/payment-links/count-link-use.ts';
import { freeLinkUse } from '../resources/payment-links/free-link-use.ts';
import { reserveLinkUse } from '../resources/payment-links/reserve-link-use.ts';
import { ownTry } from '../resources/subscriptions/own-try.ts';
import { endSession } from '../resources/virtual-terminal/end-session.ts';
import { noteRefusal } from '../resources/virtual-terminal/note-refusal.ts';

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
  invoice: {
    begins: reserveInvoice,
    claim: claimInvoice,
    attemptOver: freeInvoice,
    ended: (act, checkout) =>
      checkout.status === 'completed' ? settleInvoice(act, checkout) : freeInvoice(act, checkout),
  },
  subscription: ownTry,
} satisfies CheckoutOwners;
