/** What a customer who saves a card reads. A part of `words`. */
export const setupWords = {
  title: 'Save your card',
  askedBy: (merchant: string) => `${merchant} asks you to save a card`,
  meaning: (merchant: string) =>
    `Your card is saved for later payments to ${merchant}. Nothing is charged now.`,
  privacy: (merchant: string) =>
    `Your card is kept by the payment provider. ${merchant} sees only its kind, its last four digits and its expiry date.`,
  save: 'Save card',
  saving: 'Saving …',
  cancel: 'Do not save a card',
  refused: 'Card not saved',
  saved: {
    title: 'Card saved',
    text: (merchant: string) =>
      `It will be used for later payments to ${merchant}. Saving it cost nothing. To remove it, ask ${merchant}.`,
    card: 'Card',
    ends: 'Valid until',
    merchant: 'Saved for',
  },
  /** Why no card can be saved on this page any more, or why the saved one cannot be charged. */
  over: {
    SETUP_EXPIRED: {
      title: 'This page has expired',
      text: (merchant: string) =>
        `The time to save a card here has run out. No card was saved. Ask ${merchant} for a new page.`,
    },
    SETUP_CANCELED: {
      title: 'No card saved',
      text: () => 'You chose not to save a card. Nothing was charged.',
    },
    ATTEMPTS_EXHAUSTED: {
      title: 'No card saved',
      text: (merchant: string) =>
        `The card was refused five times. Nothing was charged. Ask ${merchant} for a new page.`,
    },
    card: {
      title: 'This card has expired',
      text: (merchant: string) => `It will not be charged any more. Ask ${merchant} to save another card.`,
    },
    deleted: {
      title: 'This card was removed',
      text: (merchant: string) => `${merchant} cannot charge it any more.`,
    },
  },
  /** Why a card was not saved, where the words of a payment would not fit. */
  refusals: {
    CARD_EXPIRED: 'Your bank says this card has expired. Nothing was charged. Try another card.',
    CARD_CVV_INVALID:
      'The security code is wrong. Nothing was charged. Check the code on the card and try again.',
    CARD_BLOCKED: 'This card is blocked. Nothing was charged. Ask your bank, or try another card.',
    CARD_NOT_TEST_CARD:
      'This is a test page: use a test card number. Nothing was charged. The numbers are under "Test numbers" below.',
    PROVIDER_UNAVAILABLE: 'Your bank cannot be reached at the moment. Nothing was charged. Try again.',
    other: 'Your bank did not accept this card. Nothing was charged. Try another card.',
  },
  test: 'This page refuses only the cards that a bank rejects at once: card_expired, card_wrong_cvv and switch_blocked. The others are saved, and their outcome shows when they are charged. A saved card_challenge is declined then, because nobody is there to confirm.',
} as const;
