import type { PaymentMethod } from '../../../domain/money/fees/payment-fees.ts';
import type { CardBrand } from '../../../domain/money/gateways/card-number.ts';

/** The choice of a payment method, the fields of a card and of a wallet, and what may be wrong with them. */
export const formWords = {
  howToPay: 'How do you want to pay?',
  notYet: (methods: readonly string[]) => `Not yet available: ${methods.join(', ')}`,
  notForAmount: (methods: readonly string[]) => `Not for this amount: ${methods.join(', ')}`,
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
  cvv: { label: 'Security code', hint: '3 or 4 digits' },
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
    cardOfOther: 'This kind of card cannot be used for this payment. Enter the number of another card.',
    phoneOfOther: 'This number belongs to another wallet. Enter a number of the wallet you chose.',
    noWallet:
      'This phone number has no active wallet. No money was taken. Check the number or pay another way.',
    providerDown:
      'The wallet cannot be reached at the moment. No money was taken. Try again, or pay another way.',
    bankDown: 'Your bank cannot be reached at the moment. No money was taken. Try again, or pay another way.',
    tooManyPrompts:
      'This phone was asked to pay too often. No money was taken. Wait ten minutes, or pay another way.',
    tooManyCards:
      'Too many cards were declined here. No money was taken. Wait ten minutes, or pay another way.',
    method: 'Choose how you want to pay.',
    unreadable: 'Use letters, digits and spaces only.',
  },
  /** After a form whose outcome nobody knows, since something failed on our side. */
  lookFirst: {
    text: 'If you were paying, do not pay again before you have looked at your payment: its page shows the result.',
    look: 'Look at your payment',
    /** Where nothing was done. */
    back: 'Back to the page',
  },
  refused: {
    title: 'Payment not made',
    noMoney: 'No money was taken.',
    triesLeft: (tries: number) =>
      tries === 1 ? 'You can try once more.' : `You can try ${tries} more times.`,
  },
} as const;
