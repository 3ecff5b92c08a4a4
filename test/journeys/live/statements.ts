import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { statementOf } from '../../support/rails/bank/messages.ts';
import type { Acquirer } from '../../support/rails/jpos.ts';
import type { Site } from './site.ts';

/** What the columns of the acquirer's statements mean, as somebody writes it down once. */
const mapping = {
  separator: ';',
  date: 'DD/MM/YYYY',
  decimal: ',',
  thousands: '.',
  currency: 'USD',
  columns: {
    line: 'Entry',
    booked_on: 'Date',
    kind: 'Type',
    amount: 'Amount',
    gateway_reference: 'RRN',
  },
  kinds: { SALE: 'payment', REFUND: 'refund', CHARGEBACK: 'return', FEE: 'fee' },
  unsigned: false,
};

type Line = { readonly type: string; readonly cents: number; readonly rrn: string };

/** What the acquirer has booked, by its own ledger. */
export async function booksOf(acquirer: Acquirer): Promise<readonly Line[]> {
  const entries = Object.entries(await acquirer.ledger());
  return entries.map(([rrn, { kind, taken, amount, of }]) =>
    kind === 'refund' ? { type: 'REFUND', cents: -amount, rrn: of } : { type: 'SALE', cents: taken, rrn },
  );
}

/** Writes a statement of the acquirer and takes it. */
export async function takeCsv(
  site: Site,
  day: string,
  lines: readonly Line[],
  name = 'acquirer.csv',
): Promise<unknown> {
  const [path, mapped] = [join(site.folder, name), join(site.folder, 'mapping.json')];
  const date = day.split('-').toReversed().join('/');
  const rows = lines.map(
    ({ type, cents, rrn }, at) => `${name}-${at + 1};${date};${type};${written(cents)};${rrn}`,
  );
  writeFileSync(path, ['Entry;Date;Type;Amount;RRN', ...rows, ''].join('\n'));
  writeFileSync(mapped, JSON.stringify(mapping));
  const taken = await site.json(`reconcile import --gateway acquirer --file ${path} --mapping ${mapped}`);
  return taken['statements'];
}

const written = (cents: number): string => (cents / 100).toFixed(2).replace('.', ',');

/** Writes a statement of the bank about transfers of ours, and takes it. */
export async function takeCamt053(
  site: Site,
  day: string,
  transfers: readonly { readonly id: string; readonly amount: string }[],
): Promise<unknown> {
  const path = join(site.folder, 'bank.xml');
  const entries = transfers.map((one, at) => ({ ...one, reference: `B-${at + 1}` }));
  const left = transfers.reduce((sum, { amount }) => sum - Number(amount.replace('.', '')), 100_000);
  const about = { id: `bank-${day}`, day, closing: [(left / 100).toFixed(2), 'CRDT'] } as const;
  writeFileSync(path, statementOf(about, ...entries));
  const taken = await site.json(`reconcile import --gateway bank --file ${path} --format camt053`);
  return taken['statements'];
}
