import type { Translated } from '../translated.ts';
import { formWords } from './forms.ts';
import { invoiceWords } from './invoices.ts';
import { closedWords, linkWords, startAgainWords } from './links.ts';
import { refusals } from './refusals.ts';
import { setupWords } from './saved-cards.ts';

/**
 * Every text that a customer reads, in English: what happened to the money first, then what to do; no blame, no jargon. The pages
 * take all texts from here, so that another language is another object of this shape.
 */
export const words = {
  language: 'en-ZW',
  lang: 'en',
  secure: 'Secure payment',
  testBanner: 'Test payment: no money moves',
  poweredBy: 'Powered by Merchant Payments',
  privacy: 'Your card details go to the bank and are not kept.',
  help: (merchant: string, quote: string | undefined) =>
    quote === undefined ? `Questions? Ask ${merchant}.` : `Questions? Ask ${merchant} and quote ${quote}.`,
  languages: 'Languages',

  payTo: (merchant: string) => `Pay ${merchant}`,
  reference: 'Reference',
  description: 'For',
  timeLeft: 'Time left',
  closes: (seconds: number) => `This page closes in ${seconds} seconds.`,
  ...formWords,

  wait: {
    title: 'Approve on your phone',
    steps: (phone: string) => [
      phone === '' ? 'Look at your phone.' : `Look at your phone ${phone}.`,
      'Enter your wallet PIN.',
      'Come back here.',
    ],
    left: 'Time left to approve',
    checkNow: 'I have approved, check now',
    noPrompt: 'No prompt on your phone?',
    checks: [
      'Check that the number above is right.',
      'Check that the wallet has enough money.',
      'Check that the phone is on and has a signal.',
      'Wait until this attempt has ended before you start another.',
    ],
    announce: (seconds: number) => `${seconds} seconds left to approve.`,
  },
  challenge: {
    title: 'Confirm this payment',
    text: 'Your bank asks you to confirm this payment. No money is taken before you do.',
    merchant: 'Merchant',
    card: 'Card',
    authorise: 'Authorise',
    authorising: 'Authorising …',
    fail: 'Fail',
  },
  bank: {
    title: 'Waiting for your bank',
    text: 'Your bank has not answered yet. Keep this page open: it will show the result. Do not pay again.',
    checkNow: 'Check now',
  },
  unknown: {
    title: 'We do not know yet',
    card: 'We do not know yet whether your payment went through. Do not pay again. This page will show the result.',
    wallet: (merchant: string) =>
      `We have not heard from your wallet yet. If you approved, ${merchant} will be told automatically. Do not pay again until you see the result.`,
    checkAgain: 'Check again',
  },
  receipt: {
    title: 'Payment received',
    amount: 'Amount',
    merchant: 'Paid to',
    method: 'Paid with',
    time: 'Time',
    transaction: 'Transaction',
    late: 'Your approval came after the time had run out. The payment still counts.',
    going: (merchant: string, seconds: number) => `You will return to ${merchant} in ${seconds} seconds.`,
    stay: 'Stay on this page',
    endsIn: (digits: string) => `ending in ${digits}`,
  },
  /** The merchant takes the amount later, or gives it up. */
  held: {
    hold: (amount: string) => `Hold ${amount}`,
    before: (merchant: string) =>
      `The amount is held on your card, not charged. ${merchant} may take it, or a part of it, within 7 days.`,
    title: 'Amount held',
    text: (merchant: string) =>
      `The amount is held on your card, not charged. If ${merchant} does not take it within 7 days, it is released.`,
    merchant: 'Held for',
    released: {
      title: 'Amount released',
      text: 'The amount is no longer held on your card. No money was taken.',
    },
  },
  goOn: (merchant: string) => `Continue to ${merchant}`,
  goBack: (merchant: string) => `Return to ${merchant}`,

  expired: {
    title: 'Payment expired',
    undecided: (merchant: string) =>
      `This payment has expired, and we do not know the result yet. If you approved, ${merchant} will be told automatically and this page will show the receipt. Do not pay again until you see the result.`,
  },
  aborted: {
    title: 'Payment cancelled',
    undecided:
      'This payment was stopped. If you still approve on your phone, the money will be returned to you.',
    undecidedCard:
      'This payment was stopped. If your bank still takes the money, it will be returned to you.',
  },
  failed: { title: 'Payment not made' },
  refusals,
  startAgain: startAgainWords,
  /** The approval came after the checkout had ended. */
  returned: 'Your approval came too late, so the money is on its way back to you.',
  link: linkWords,
  invoice: invoiceWords,
  setup: setupWords,
  closed: closedWords,
  notFound: {
    title: 'Page not found',
    text: 'There is no payment at this address, or it is too old to be shown. Check the address, or ask the shop for a new one.',
  },
  tooMany: {
    title: 'Too many requests',
    text: (seconds: number) =>
      `This page was opened too often. That changes nothing about your payment. Try again in ${seconds === 1 ? '1 second' : `${seconds} seconds`}.`,
  },
  noWayForAmount: {
    title: 'This amount cannot be paid here',
    text: 'At the moment no way to pay takes this amount. No money was taken. Ask the shop how to pay.',
  },
  badForm: {
    title: 'Form not understood',
    text: 'The form could not be read. No money was taken. Go back and try again.',
  },
  unavailable: {
    title: 'Briefly unavailable',
    text: 'The service is briefly unavailable. Nothing was charged twice. Try again in a moment.',
  },
  bug: {
    title: 'Something failed',
    text: (requestId: string) =>
      `Something failed on our side. Nothing was charged twice. Quote ${requestId}.`,
  },

  /** In the panel that only the sandbox shows. */
  test: {
    title: 'Test numbers',
    session: 'Test session',
    text: 'This is the sandbox. The number chooses the outcome. Use any future expiry date and any three digits as the security code.',
    cards: 'Test cards',
    phones: 'Test phones',
    number: 'Number',
    outcome: 'Outcome',
    use: 'Use this',
    useNumber: (number: string) => `Use this: ${number}`,
    expire: 'Expire this session now',
    seconds: (seconds: number) => (seconds === 0 ? 'at once' : `after ${seconds} s`),
  },
} as const;

/** Every text in some language. */
export type Words = Translated<typeof words>;
