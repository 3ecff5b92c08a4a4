import type { InvoiceStanding } from '../../../domain/billing/invoices/hosted-page.ts';
import type { Standing } from '../../../domain/payments/payment-links/judge-link.ts';

/** What the payer of a link reads. A part of `words`. */
export const linkWords = {
  contact: 'Your details (optional)',
  name: { label: 'Your name', hint: 'Shown to the merchant' },
  email: { label: 'Email', hint: 'Shown to the merchant' },
  phone: { label: 'Phone', hint: 'For example 0771234567' },
  scan: 'Pay on another phone',
  qr: 'Scan to pay',
  again: 'Back to the payment link',
  errors: {
    name: 'Enter your name with up to 120 letters, or leave it empty.',
    email: 'Enter an email address such as name@example.com, or leave it empty.',
    phone: 'Enter a phone number such as 0771234567, or leave it empty.',
  },
} as const;

/** How to start again, by what the checkout was opened from. A part of `words`. */
export const startAgainWords = {
  checkout: (merchant: string) => `Go back to ${merchant} to start again.`,
  payment_link: (_merchant: string) => 'Go back to the payment link to start again.',
  virtual_terminal_session: (merchant: string) => `Ask ${merchant} to start again.`,
  invoice: (_merchant: string) => 'Go back to the invoice to start again.',
} as const;

type Closed = { readonly title: string; readonly text: (merchant: string) => string };

/** Why an address takes no payment. A part of `words`. */
export const closedWords = {
  open: { title: 'Pay', text: (merchant: string) => `You can pay ${merchant} here.` },
  busy: {
    title: 'A payment is under way',
    text: (merchant: string) =>
      `A payment to ${merchant} is under way here: yours from another page, or somebody else’s. Do not pay again now. If it does not go through, this page opens again within minutes.`,
  },
  paused: {
    title: 'Payments are paused',
    text: (merchant: string) =>
      `${merchant} has paused payments at this address. No money was taken from you now. Try again later, or ask ${merchant}.`,
  },
  expired: {
    title: 'This link has expired',
    text: (merchant: string) =>
      `The time to pay here has run out. No money was taken from you now. Ask ${merchant} for a new link.`,
  },
  exhausted: {
    title: 'This link is used up',
    text: (merchant: string) =>
      `${merchant} has received every payment that this link allows. No money was taken from you now. Ask ${merchant} for a new link.`,
  },
  suspended: {
    title: 'Payments are not possible',
    text: (merchant: string) =>
      `${merchant} cannot take payments at the moment. No money was taken from you now. Ask ${merchant}.`,
  },
  paid: {
    title: 'This invoice is paid',
    text: (merchant: string) => `This invoice from ${merchant} is paid. Nothing more is owed.`,
  },
  void: {
    title: 'This invoice was withdrawn',
    text: (merchant: string) =>
      `${merchant} has withdrawn this invoice. Nothing is owed. No money was taken.`,
  },
  deactivated: {
    title: 'This link is closed',
    text: (merchant: string) =>
      `${merchant} no longer takes payments at this address. No money was taken from you now. Ask ${merchant} for a new link.`,
  },
} satisfies Record<Standing | InvoiceStanding | 'suspended', Closed>;
