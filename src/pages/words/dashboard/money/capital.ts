import type { Advance, Offer } from '../../../../domain/money/capital/queries.ts';

/** Advances on later payments. */
export const capitalWords = {
  title: 'Capital',
  intro:
    'An advance is credited at once and repaid by a part of each payment that settles. The fee is fixed: it does not grow.',
  offers: 'Offers',
  noOffers: 'No offer at the moment. We offer advances to merchants by what they sell.',
  advances: 'Advances',
  noAdvances: 'No advances yet.',
  amount: 'Amount',
  fee: 'Fee',
  holdback: 'Kept of each payment',
  until: 'Until',
  state: 'State',
  repaid: 'Repaid',
  left: 'Left',
  since: 'Since',
  offerTitle: (amount: string) => `Offer of ${amount}`,
  text: (amount: string, owed: string, rate: string) =>
    `${amount} are credited to your available balance at once. You repay ${owed}: ${rate} % of each payment that settles, until all is repaid.`,
  accept: 'Accept the offer',
  over: 'This offer can no longer be accepted.',
  another: 'You are repaying an advance in this currency. Once it is repaid, you can accept this offer.',
  look: 'Look at it',
  repay: 'Repay the rest now',
  repayText: (left: string) => `${left} are taken from your available balance.`,
  offerStates: {
    available: 'Open',
    accepted: 'Accepted',
    expired: 'Expired',
  } satisfies Record<Offer['status'], string>,
  advanceStates: { outstanding: 'Being repaid', repaid: 'Repaid' } satisfies Record<
    Advance['status'],
    string
  >,
  done: {
    accepted: 'The advance is credited to your available balance.',
    repaid: 'The advance is repaid.',
  } as Readonly<Record<string, string>>,
} as const;
