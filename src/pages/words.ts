import type { PaymentMethod } from '../domain/money/fees/payment-fees.ts';
import type { CardBrand } from '../domain/money/gateways/card-number.ts';
import type { DeclineCode } from '../domain/money/gateways/port.ts';
import { invoiceWords } from './words-of-invoices.ts';
import { closedWords, linkWords, startAgainWords } from './words-of-links.ts';
import { setupWords } from './words-of-setup.ts';
import { testWords } from './words-of-tests.ts';

/** Every text a customer reads. Money first, then what to do; no blame, no jargon. */
export const words = {
  language: 'en-ZW',
  lang: 'en',
  secure: 'Secure payment',
  testBanner: 'Test payment: no money moves',
  poweredBy: 'Powered by Merchant Payments',
  privacy: 'Your card details go to the bank and are not kept.',
  help: (merchant: string, reference: string) => `Questions? Ask ${merchant} and quote ${reference}.`,

  payTo: (merchant: string) => `Pay ${merchant}`,
  reference: 'Reference',
  description: 'For',
  timeLeft: 'Time left',
  closes: (seconds: number) => `This page closes in ${seconds} seconds.`,
  howToPay: 'How do you want to pay?',
  notYet: 'Not yet available',
  methods: {
    card: 'Card',
    domestic_switch: 'Domestic switch card',
    wallet_a: 'Wallet A',
    wallet_b: 'Wallet B',
    wallet_c: 'Wallet C',
  } satisfies Record<PaymentMethod, string>,
  brands: {
    visa: 'Visa',
    mastercard: 'Mastercard',
    amex: 'American Express',
    diners: 'Diners Club',
    discover: 'Discover',
    jcb: 'JCB',
    unionpay: 'UnionPay',
    maestro: 'Maestro',
    domestic_switch: 'Domestic switch',
    unknown: 'Card',
  } satisfies Record<CardBrand | 'unknown', string>,
  number: { label: 'Card number', hint: 'The long number on the front of the card' },
  expiry: { label: 'Expiry date', hint: 'MM / YY' },
  holder: { label: 'Name on card', hint: 'As printed on the card' },
  cvv: { label: 'Security code', hint: 'The 3 digits on the back, or 4 on the front' },
  phone: { label: 'Wallet phone number', hint: 'For example 0771234567' },
  pay: (amount: string) => `Pay ${amount}`,
  paying: 'Paying …',
  cancel: 'Cancel payment',

  errors: {
    title: 'There is a problem',
    number: 'Enter the card number: 12 to 19 digits, as on the card.',
    numberMistyped: 'Check the card number: one digit seems to be wrong.',
    expiry: 'Enter the expiry date as month and year, for example 08 / 29.',
    expiryPast: 'This card has expired. Use another card.',
    holder: 'Enter the name on the card.',
    holderDigits: 'Enter the name on the card, not a number.',
    cvv: (digits: number) => `Enter the security code: ${digits} digits.`,
    phone: 'Enter a wallet phone number, for example 0771234567.',
    cardOfOther: 'This payment takes another kind of card. Enter the number of such a card.',
    phoneOfOther: 'This number belongs to another wallet. Enter a number of the wallet you chose.',
    noWallet:
      'This phone number has no active wallet. No money was taken. Check the number or pay another way.',
    providerDown:
      'The wallet cannot be reached at the moment. No money was taken. Try again, or pay another way.',
    tooManyPrompts:
      'This phone was asked too often. No money was taken. Wait ten minutes, or pay another way.',
    method: 'Choose how you want to pay.',
    unreadable: 'Use letters, digits and spaces only.',
  },
  refused: {
    title: 'Payment not made',
    noMoney: 'No money was taken.',
    triesLeft: (tries: number) =>
      tries === 1 ? 'You can try once more.' : `You can try ${tries} more times.`,
  },

  wait: {
    title: 'Approve on your phone',
    steps: (phone: string) => [`Look at your phone ${phone}.`, 'Enter your wallet PIN.', 'Come back here.'],
    left: 'Time left to approve',
    checkNow: 'I have approved, check now',
    noPrompt: 'No prompt on your phone?',
    checks: [
      'Check that the number above is right.',
      'Check that the wallet has enough money.',
      'Check that the SIM is on and in range.',
      'Wait for the end of this try before you start another.',
    ],
    announce: (seconds: number) => `${seconds} seconds left to approve.`,
  },
  bank: {
    title: 'Waiting for your bank',
    text: 'Your bank has not answered yet. Keep this page open; it shows the result. Do not pay again.',
    checkNow: 'Check now',
  },
  unknown: {
    title: 'We do not know yet',
    card: 'We do not know yet whether your payment went through. Do not pay again. This page shows the result.',
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
    late: 'Your approval came after the time was over. The payment counts.',
    going: (merchant: string, seconds: number) => `You go back to ${merchant} in ${seconds} seconds.`,
    stay: 'Stay on this page',
    endsIn: (digits: string) => `ending in ${digits}`,
  },
  goOn: (merchant: string) => `Continue to ${merchant}`,
  goBack: (merchant: string) => `Return to ${merchant}`,

  expired: {
    title: 'Payment expired',
    text: 'This payment has expired. No money was taken.',
    undecided: (merchant: string) =>
      `This payment has expired, and we have not heard the result. If you approved, ${merchant} will be told automatically and this page turns into the receipt. Do not pay again until you see the result.`,
  },
  aborted: {
    title: 'Payment cancelled',
    text: 'Cancelled. No money was taken.',
    undecided: 'Stopped. If you still approve on your phone, the money comes back to you.',
    undecidedCard: 'Stopped. If your bank still takes the money, it comes back to you.',
  },
  failed: { title: 'Payment not made' },
  startAgain: startAgainWords,
  /** Approved after nobody waited for it any more. */
  returned: 'Your approval came too late, so the money is on its way back to you.',
  link: linkWords,
  invoice: invoiceWords,
  setup: setupWords,
  closed: closedWords,
  notFound: {
    title: 'Page not found',
    text: 'There is no payment at this address. No money was taken. Check the address, or ask the shop for a new one.',
  },
  tooMany: {
    title: 'Too many requests',
    text: (seconds: number) =>
      `This page was opened too often. Nothing was charged. Try again in ${seconds} seconds.`,
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

  test: testWords,
} as const;

/** What a customer reads for each refusal: what happened, whether money was taken, what to do next. */
export const refusals = {
  CARD_DECLINED:
    'Your card was declined by your bank. No money was taken. Try another card, or pay with a wallet.',
  CARD_INSUFFICIENT_FUNDS:
    'There is not enough money on this card. No money was taken. Try another card, or pay with a wallet.',
  CARD_EXPIRED: 'Your bank says this card has expired. No money was taken. Try another card.',
  CARD_CVV_INVALID:
    'The security code is wrong. No money was taken. Check the code on the card and try again.',
  CARD_BLOCKED: 'This card is blocked. No money was taken. Ask your bank, or try another card.',
  CARD_NOT_TEST_CARD:
    'This is a test page: use a test card number. No money was taken. The numbers are under "Test numbers" below.',
  GATEWAY_TIMEOUT: 'Your bank did not answer in time. No money was taken. Try again.',
  WALLET_CANCELLED: 'The request was refused on the phone. No money was taken. Try again when you are ready.',
  WALLET_WRONG_PIN: 'The PIN was wrong three times. No money was taken. Check your PIN and try again.',
  WALLET_INSUFFICIENT_FUNDS:
    'There is not enough money in the wallet. No money was taken. Top up, or pay another way.',
  WALLET_TIMEOUT:
    'The request was not approved in time. No money was taken. Have your phone at hand and try again.',
  WALLET_UNREACHABLE:
    'Your phone could not be reached. No money was taken. Check that it is on and in range, and try again later.',
  WALLET_LIMIT_EXCEEDED:
    'The payment is above the limit of your wallet. No money was taken. Pay another way, or try again later.',
  AMOUNT_MISMATCH: 'Another amount than asked for was paid. The money is on its way back to you.',
  ATTEMPTS_EXHAUSTED: 'The payment was refused five times. No money was taken.',
  CHECKOUT_ABORTED: 'Cancelled. No money was taken.',
  CHECKOUT_EXPIRED: 'This payment has expired. No money was taken.',
} as const satisfies Record<DeclineCode | OfCheckout, string>;

type OfCheckout = 'AMOUNT_MISMATCH' | 'ATTEMPTS_EXHAUSTED' | 'CHECKOUT_ABORTED' | 'CHECKOUT_EXPIRED';
