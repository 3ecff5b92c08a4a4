import { ownTry } from '../domain/billing/collection/own-try.ts';
import { claimInvoice } from '../domain/billing/invoices/claim-invoice.ts';
import { freeInvoice } from '../domain/billing/invoices/free-invoice.ts';
import { reserveInvoice } from '../domain/billing/invoices/reserve-invoice.ts';
import { settleInvoice } from '../domain/billing/invoices/settle-invoice.ts';
import type { CheckoutOwners } from '../domain/payments/checkouts/owners.ts';
import { linkAsOwner } from '../domain/payments/payment-links/link-as-owner.ts';
import { sessionAsOwner } from '../domain/payments/virtual-terminal/session-as-owner.ts';

/** Who opened a checkout, if not the API → what else its money and its end mean. Decision 0024. */
export const owners = {
  payment_link: linkAsOwner,
  virtual_terminal_session: sessionAsOwner,
  invoice: {
    begins: reserveInvoice,
    claim: claimInvoice,
    attemptOver: freeInvoice,
    ended: (act, checkout) =>
      checkout.status === 'completed' ? settleInvoice(act, checkout) : freeInvoice(act, checkout),
  },
  subscription: ownTry,
} satisfies CheckoutOwners;
