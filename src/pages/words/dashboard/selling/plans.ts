import type { Plan } from '../../../../domain/billing/plans/queries.ts';

/** What is sold by the period. */
export const plansWords = {
  title: 'Plans',
  new: 'New plan',
  intro: 'What is billed, and how often. A subscription keeps the price that its plan had when it began.',
  empty: 'No plans here. Make one, then subscribe customers to it, or take away a filter.',
  name: 'Name',
  description: 'Description',
  statuses: { active: 'Active', inactive: 'Archived' } satisfies Record<Plan['status'], string>,
  amount: 'Price of a period, without tax',
  amountHint: 'For example 12.00',
  tax: 'Tax in %',
  taxHint: 'It is added to the price, and stands on the invoices.',
  currency: 'Currency',
  interval: 'A period is',
  count: 'How many of them',
  countHint: 'For example 3 months for a quarter.',
  units: { day: 'Days', week: 'Weeks', month: 'Months', year: 'Years' } satisfies Record<
    Plan['interval_unit'],
    string
  >,
  trial: 'Free days at the beginning',
  cycles: 'Ends after so many periods',
  cyclesHint: 'Leave it empty for no end.',
  exhausted: 'When all tries to charge have failed',
  onExhausted: {
    pause: 'Pause the subscription',
    cancel: 'Cancel the subscription',
  } satisfies Record<Plan['on_exhausted'], string>,
  noTrial: 'None',
  noEnd: 'No end',
  edit: 'Name and description',
  editHint: 'Price, tax and interval never change. For others, make a new plan.',
  save: 'Save',
  archive: 'Archive',
  archiveText: 'It takes no new subscriptions. Those that exist go on.',
  activate: 'Take out of the archive',
  wrongName: 'Enter a name that you and your customers recognise.',
  wrongDescription: 'A description can be replaced, but not taken away. Enter another one.',
  wrongAmount: 'Enter an amount above zero, such as 12.00.',
  wrongTax: 'Enter a percentage up to 100, such as 15 or 7.50, or leave it empty.',
} as const;
