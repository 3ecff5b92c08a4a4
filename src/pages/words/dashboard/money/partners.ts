import type { Split } from '../../../../domain/money/splits/queries.ts';
import type { SubaccountEntry } from '../../../../domain/money/splits/subaccount-queries.ts';

/** Partners, each with a subaccount, and the splits that say who gets which share of a payment. */
export const partnersWords = {
  title: 'Partners',
  lists: 'Lists',
  intro:
    'Partners get shares of your payments: suppliers, branches, drivers. What you owe each of them stands on a balance of its own until you pay it out. They have no access here.',
  add: 'Add a partner',
  none: 'No partners yet. Add one, then say in a split which share they get.',
  name: 'Name',
  label: 'Your own name for them',
  balance: (currency: string) => `Balance in ${currency}`,
  created: 'Added',
  payOut: 'Pay out',
  missing: { name: 'Enter the name of the partner.' },
  entries: {
    title: 'What changed the balance',
    what: 'What',
    types: {
      'split.settled': 'Share of a payment',
      'payout.requested': 'Paid out',
      'payout.failed': 'A payout failed and came back',
      'payout.returned': 'A payout was sent back by the bank',
    } satisfies Record<SubaccountEntry['movement'], string>,
    share: 'Share',
    amount: 'Amount',
    after: 'Balance after it',
    time: 'Time',
    none: 'Nothing yet. A share comes when a payment that names a split settles.',
  },
  splits: {
    title: 'Splits',
    intro:
      'A split says who gets which share of what is left of a payment after fee and reserve. The rest is yours. Your systems name it by its ID when they take a payment.',
    new: 'Make a split',
    none: 'No splits yet. Make one, and let your systems name it in a payment.',
    shares: 'Shares',
    currency: 'Currency',
    state: 'State',
    states: { active: 'Active', inactive: 'Inactive' } satisfies Record<Split['status'], string>,
    created: 'Made',
    deactivate: 'Deactivate',
    final:
      'A split never changes, and one that is deactivated stays so. To share in another way, make a new one.',
    partner: (place: number) => `Partner ${place}`,
    share: (place: number) => `Share ${place} in per cent`,
    shareHint: 'For example 20 or 2.50.',
    nobody: 'Nobody',
    noPartner: 'Add a partner first.',
    missing: { name: 'Name the split.' },
    field: 'Share it with partners',
    fieldHint: 'They get their shares when the payment settles.',
    notShared: 'Not shared',
    optionOf: (name: string, currency: string) => `${name} (${currency})`,
    of: 'Split',
    ofPayment: 'Shared with partners',
    ofPaymentNote: 'Of what is left after fee and reserve. It is credited when the payment settles.',
    partnerOf: 'Partner',
    shareOf: 'Share',
    credited: 'Credited so far',
    wrong: {
      none: 'Choose at least one partner.',
      share: 'Enter a share above zero, up to 100.',
      partner: 'Choose who gets this share.',
    },
  },
  done: {
    added: 'The partner is added.',
    made: 'The split is ready.',
    deactivated: 'The split is deactivated. What names it already is still shared.',
  } as Readonly<Record<string, string>>,
} as const;
