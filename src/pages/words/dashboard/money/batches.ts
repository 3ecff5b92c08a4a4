import type { Batch } from '../../../../domain/payouts/batches/queries.ts';

const counted = (count: number, one: string, many: string): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`;

/** Many payouts at once. */
export const batchesWords = {
  title: 'Payout batches',
  one: 'Payout batch',
  payMany: 'Pay many',
  intro: 'Up to 1,000 payouts at once, from a file: salaries, suppliers, winnings.',
  empty: 'No batches yet. Upload a file with what you want to pay.',
  upload: {
    title: 'Pay many',
    file: 'CSV file',
    fileHint: 'Of at most 250 kB, with at most 1,000 payouts. You see what it says before anything is paid.',
    check: 'Go on',
    how: 'What the file looks like',
    howText:
      'The first line names the columns, beginning with amount, currency and method. Each further line is a payout; a cell that does not apply stays empty. Amounts may be 12, 12.5 or 12.50. Spreadsheets save such a file as “CSV UTF-8”, with commas between the cells. They drop zeros at the beginning of numbers: give the columns of accounts, branches and phones the format “Text” before you fill them.',
    example: 'An example',
    exampleText: `amount,currency,method,mobile_money_provider,mobile_money_number,bank_name,bank_account_name,bank_account_number,bank_branch_code
120.00,USD,mobile_money,wallet_a,0771234567,,,,
950.00,USD,bank_transfer,,,First Bank,Rudo Ncube,1234567890,01101`,
  },
  wrong: {
    missing: 'Choose the CSV file.',
    tooLarge: 'The file has more than 250 kB. Split it into several.',
    tooMany: (count: number) =>
      `The file has ${count.toLocaleString('en')} payouts. At most 1,000 can be paid at once: split it into several.`,
    empty: 'The file has no payouts: only a first line, or nothing.',
    head: 'The first line must name the columns, beginning with amount,currency,method. There are commas between the names, and no spaces or quotes.',
    controls:
      'The file has an empty line between others, or signs that no text has. Take out empty lines, and save it as “CSV UTF-8”.',
    lines: (count: number) =>
      `${counted(count, 'line is', 'lines are')} wrong, so nothing is paid. Correct the file, and upload it again.`,
    title: 'What is wrong',
    absent: 'is missing',
    amount: 'must be above zero, such as 12, 12.5 or 1200.00, without commas between thousands',
    oneOf: (values: string) => `must be one of ${values}`,
    noAccount: 'bank_account_id is none of your saved destinations.',
    noPartner: 'subaccount_id is none of your partners.',
    line: 'Line',
    why: 'Why',
    more: (count: number) => `${counted(count, 'more line is', 'more lines are')} wrong.`,
  },
  check: {
    title: 'Check the payouts',
    count: 'Payouts',
    total: (currency: string) => `Total in ${currency}`,
    fees: (currency: string) => `Fees in ${currency}, taken from it`,
    remains: (currency: string) => `Available afterwards in ${currency}`,
    ofPartners: (currency: string) => `From the balances of partners in ${currency}`,
    again: (moment: string) =>
      `A file with the same text was paid before, on ${moment}. Paying it again pays everybody in it a second time.`,
    line: 'Line',
    saved: 'Saved destination',
    first: (shown: number, count: number) =>
      shown < count
        ? `The first ${shown} of ${count.toLocaleString('en')} payouts`
        : counted(count, 'payout', 'payouts'),
    confirm: (count: number, amounts: string) => `Pay ${amounts} in ${counted(count, 'payout', 'payouts')}`,
  },
  created: 'Requested',
  completed: 'Ended',
  state: 'State',
  states: {
    processing: 'under way',
    completed: 'ended',
    denied: 'nothing was paid',
  } satisfies Record<Batch['status'], string>,
  counts: {
    total: 'Payouts',
    waiting: 'Not begun',
    processing: 'Under way',
    completed: 'Paid',
    failed: 'Failed or came back',
    refused: 'Refused',
  },
  items: {
    title: 'Payouts of this batch',
    position: 'Number',
    numbers:
      'Numbers do not count the first line of a file, which names the columns: number 1 is line 2 of the file.',
    waiting: 'not begun',
    refused: 'refused',
    why: 'Reason',
  },
  running: 'Payouts of this batch are being made, or are under way.',
  done: { requested: 'The payouts are requested.' } as Readonly<Record<string, string>>,
} as const;
