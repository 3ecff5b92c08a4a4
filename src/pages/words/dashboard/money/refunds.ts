/** What a merchant does with a payment: giving it back, and taking or releasing what is held. */
export const refundsWords = {
  refund: {
    title: (amount: string) => `Refund of ${amount}`,
    action: 'Refund',
    form: 'Refund this payment',
    text: (left: string) =>
      `Up to ${left} can go back to the customer. The amount leaves your balance at once. Fees are not returned.`,
    amount: 'Amount to refund',
    amountHint: (currency: string) => `In ${currency}, such as 10.50.`,
    reason: 'Reason',
    reasonHint: 'For your own records. The customer never sees it.',
    button: 'Refund',
    wrongAmount: 'Type an amount above zero, such as 10.50.',
    tooMuch: (left: string) => `Only ${left} can be refunded.`,
    longReason: 'Use at most 255 characters.',
    cardNumber: 'Take the card number out of the reason.',
    nothingLeft: 'Nothing of this payment can be refunded.',
    disputed: 'The customer disputes this payment. Nothing of it can be refunded until that is decided.',
    toDispute: 'To the dispute',
    featureOff:
      'Refunds are switched off for the app that took this payment. Switch them on in the settings of the app, under Apps.',
  },
  hold: {
    capture: 'Capture',
    void: 'Release',
    captureForm: 'Capture the held amount',
    captureText: (held: string) =>
      `The bank holds ${held}. You can capture all or a part of it once; the rest is released. It is held until `,
    amount: 'Amount to capture',
    tooMuch: (held: string) => `Only ${held} is held.`,
    captureButton: 'Capture',
    voidForm: 'Release the held amount',
    voidText: (held: string) =>
      `The customer can use ${held} again, and you take no money. This cannot be undone.`,
    voidButton: 'Release the amount',
    notHeld: 'No amount of this payment is held any longer.',
  },
  done: {
    completed: 'The refund was completed.',
    pending: 'The refund is on its way. The gateway has not confirmed it yet.',
    failed: 'The gateway refused the refund. The money is available again.',
    captured: 'The amount was captured.',
    capturing: 'The capture is on its way. The gateway has not confirmed it yet.',
    refused: 'The bank no longer holds the amount. No money was taken.',
    voided: 'The amount was released.',
    voiding: 'The release is on its way. The gateway has not confirmed it yet.',
  },
} as const;
