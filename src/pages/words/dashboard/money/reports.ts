import type { Report } from '../../../../domain/billing/reports/queries.ts';

/** Reports: files with all rows of a period. */
export const reportsWords = {
  title: 'Reports',
  new: 'Order a report',
  intro:
    'A report is a file with all rows of a period. It is written in the background and kept for seven days. Reports that your systems order by the API are listed here too.',
  type: 'Report',
  types: {
    transactions: 'Transactions',
    payouts: 'Payouts',
    ledger_entries: 'Entries of the ledger',
    fees: 'Fees',
  } satisfies Record<Report['type'], string>,
  hints: {
    transactions: 'A row for each payment, refund and payout that was created in the period.',
    payouts: 'A row for each payout that was requested in the period, with its destination.',
    ledger_entries:
      'A row for each change of what is available, pending or in reserve, with the balance after it.',
    fees: 'A row for each fee that was taken in the period.',
  } satisfies Record<Report['type'], string>,
  format: 'Format',
  formats: { csv: 'CSV', jsonl: 'JSON Lines' } satisfies Record<Report['format'], string>,
  formatHints: { csv: 'For spreadsheets.', jsonl: 'For programs.' } satisfies Record<
    Report['format'],
    string
  >,
  period: 'Period',
  from: 'First day',
  to: 'Last day',
  toHint: 'This day is included. A period that has not ended is reported up to now.',
  order: 'Order',
  state: 'State',
  states: {
    pending: 'being written',
    available: 'ready',
    expired: 'no longer kept',
  } satisfies Record<Report['status'], string>,
  rows: 'Rows',
  ordered: 'Ordered',
  until: 'until',
  download: 'Download',
  empty: 'No reports here. Order one, or take away a filter.',
  writing: 'A report is being written. This usually takes a few seconds; refresh the list to see it.',
  missing: {
    type: 'Choose a report.',
    format: 'Choose a format.',
    from: 'Enter the first day of the period.',
    to: 'Enter the last day of the period.',
  },
  wrong: {
    order: 'The last day is before the first one.',
    future: 'This day has not come yet. Enter one that has begun.',
  },
  done: {
    ordered: 'The report is ordered.',
  } as Readonly<Record<string, string>>,
} as const;
