import { type Currency, currencies } from '../../../../../domain/money/amounts/currency.ts';
import { payoutFeeOf } from '../../../../../domain/money/fees/payout-fees.ts';
import { readBalances } from '../../../../../domain/money/ledger/balances.ts';
import { destinationOf } from '../../../../../domain/payouts/bank-accounts/destination.ts';
import type { WantedItem } from '../../../../../domain/payouts/batches/create-batch.ts';
import { findLastTime } from '../../../../../domain/people/audit/queries.ts';
import { type Child, html } from '../../../../html.ts';
import { showMoney } from '../../../../money.ts';
import { batchesWords } from '../../../../words/dashboard/money/batches.ts';
import { payoutsWords } from '../../../../words/dashboard/money/payouts.ts';
import { formTo } from '../../../parts/forms.ts';
import { screen } from '../../../parts/frame.ts';
import { notice } from '../../../parts/notices.ts';
import { section, shownMoment } from '../../../parts/show.ts';
import { type Column, facts, table } from '../../../parts/tables.ts';
import { onceOf } from '../../../requests/acting.ts';
import type { Answer } from '../../../requests/answers.ts';
import type { Shown } from '../../../requests/seen.ts';
import type { MerchantVisit } from '../../../requests/visit.ts';
import { nameOf } from './destinations.ts';
import { type Named, namedIn } from './named.ts';
import { codeField } from './second-factor.ts';

const { check: words } = batchesWords;
const mostShown = 50;

/** What a file says: sums, fees, what remains, and the first payouts. Its form carries the file. */
export async function showCheck(
  visit: MerchantVisit,
  csv: string,
  items: readonly WantedItem[],
): Promise<Answer> {
  const { available } = await readBalances(visit.ctx.db, visit.merchantId);
  const shown = items.slice(0, mostShown);
  const named = await namedIn(visit, shown);
  const rows = shown.map((item, at) => ({ ...item, line: at + 2 }));
  const paidAt = await findLastTime(visit.ctx.db, visit.merchantId, paymentOf(visit, csv));
  return screen(visit, {
    title: words.title,
    up: { label: batchesWords.upload.title, to: `${visit.base}/payouts/batches/new` },
    main: html`${paidAt && notice('warn', words.again(shownMoment(visit, paidAt)))}
${facts([
  [words.count, items.length.toLocaleString('en')],
  ...sumsOf(items).flatMap(({ currency, total, fees, own }): [string, Child][] => [
    [words.total(currency), showMoney(total, currency)],
    [words.ofPartners(currency), own === total ? undefined : showMoney(total - own, currency)],
    [words.fees(currency), showMoney(fees, currency)],
    [words.remains(currency), showMoney(available[currency] - own, currency)],
  ]),
])}
${formTo(visit, {
  to: `${visit.base}/payouts/batches/new`,
  files: true,
  button: words.confirm(items.length, amountsOf(items)),
  cancel: `${visit.base}/payouts/batches/new`,
  once: onceOf(),
  seen: shownPayment(paidAt),
  fields: html`<input type="hidden" name="csv" value="${csv}">
${await codeField(visit)}`,
})}
${section(
  words.first(rows.length, items.length),
  table<(typeof rows)[number]>({
    caption: words.first(rows.length, items.length),
    columns: [
      { title: words.line, cell: ({ line }) => String(line) },
      { title: payoutsWords.to, cell: (item) => toOf(visit, item, named) },
      ...(items.some(({ subaccountId }) => subaccountId !== undefined) ? [fromColumn(named)] : []),
      { title: payoutsWords.method, cell: ({ method }) => payoutsWords.methods[method] },
      { title: payoutsWords.amount, isNumber: true, cell: (item) => showMoney(item.amount, item.currency) },
      { title: payoutsWords.fee, isNumber: true, cell: (item) => showMoney(feeOf(item), item.currency) },
    ],
    rows,
    empty: '',
  }),
)}`,
  });
}

/** As the audit log names it. */
export const payMany = 'payout_batch.requested';

/** What the audit log keeps of a file. A hash without a key would let whoever reads the log try out the numbers of payees. */
export const markOf = ({ office }: MerchantVisit, csv: string) => ({
  file: office.secrets.sign('payout-batch-file', csv),
});

/** The payment of a file, as it is found in the audit log. */
export const paymentOf = (visit: MerchantVisit, csv: string) => ({
  action: payMany,
  details: markOf(visit, csv),
});

/** What the button depends on: whoever was not told that the file was paid would pay it a second time. */
export const shownPayment = (paidAt: Date | undefined): Shown => ({ paid: paidAt?.toISOString() ?? '' });

/** `US$120.00 + ZWG 5,000.00`. */
export const amountsOf = (items: readonly WantedItem[]): string =>
  sumsOf(items)
    .map(({ total, currency }) => showMoney(total, currency))
    .join(' + ');

const feeOf = ({ method, amount, currency }: WantedItem): bigint => payoutFeeOf(method, amount, currency);

const fromColumn = ({ partner }: Named): Column<WantedItem> => ({
  title: payoutsWords.subaccount,
  cell: (item) => partner(item)?.name,
});

type Sums = {
  readonly currency: Currency;
  readonly total: bigint;
  readonly fees: bigint;
  /** What the merchant's own balance pays; subaccounts pay the rest. */
  readonly own: bigint;
};

function sumsOf(items: readonly WantedItem[]): readonly Sums[] {
  return currencies.flatMap((currency) => {
    const alike = items.filter((item) => item.currency === currency);
    if (alike.length === 0) return [];
    const sum = (of: (item: WantedItem) => bigint): bigint =>
      alike.reduce((before, item) => before + of(item), 0n);
    const total = sum(({ amount }) => amount);
    return [{ currency, total, fees: sum(feeOf), own: sum(ownOf) }];
  });
}

const ownOf = ({ amount, subaccountId }: WantedItem): bigint => (subaccountId === undefined ? amount : 0n);

/** Who is paid: a saved destination, or what the line says, without the whole number. */
function toOf({ office }: MerchantVisit, item: WantedItem, { account }: Named): string {
  const { method, destination } = item;
  const { bankAccountId, fields } = destination;
  if (bankAccountId === undefined) {
    const type = method === 'bank_transfer' ? 'bank' : 'mobile_money';
    return `${fields.accountName ?? ''} ${nameOf(destinationOf(office.secrets, type, fields))}`.trim();
  }
  const saved = account(item);
  return saved ? `${saved.label ?? ''} ${nameOf(saved)}`.trim() : words.saved;
}
