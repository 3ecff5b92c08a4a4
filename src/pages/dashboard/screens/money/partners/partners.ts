import { currencies } from '../../../../../domain/money/amounts/currency.ts';
import { formatPercent } from '../../../../../domain/money/amounts/percent.ts';
import {
  balanceIn,
  findSubaccountEntries,
  findWholeSubaccount,
  findWholeSubaccounts,
  type SubaccountEntry,
  type WholeSubaccount,
} from '../../../../../domain/money/splits/subaccount-queries.ts';
import { notFound, readId, showId } from '../../../../../platform/ids.ts';
import { type Child, type Html, html } from '../../../../html.ts';
import { showMoney } from '../../../../money.ts';
import { partnersWords as words } from '../../../../words/dashboard/money/partners.ts';
import { screen } from '../../../parts/frame.ts';
import { partnerAddress } from '../../../parts/payments.ts';
import { exact, link, linkButton, moment, section, tabs } from '../../../parts/show.ts';
import { type Column, facts, pageIn, pager, table } from '../../../parts/tables.ts';
import type { Answer } from '../../../requests/answers.ts';
import type { MerchantVisit } from '../../../requests/visit.ts';

const pageRows = 30;

/** The two lists of this area. */
export const listsOf = ({ base }: MerchantVisit, current: '/partners' | '/partners/splits'): Html =>
  tabs(words.lists, base + current, [
    { to: `${base}/partners`, label: words.title },
    { to: `${base}/partners/splits`, label: words.splits.title },
  ]);

const balanceColumns: readonly Column<WholeSubaccount>[] = currencies.map((currency) => ({
  title: words.balance(currency),
  isNumber: true,
  cell: (partner) => showMoney(balanceIn(partner, currency), currency),
}));

export async function showPartners(visit: MerchantVisit): Promise<Answer> {
  const after = pageIn(visit);
  const page = { after, rows: pageRows + 1 };
  const found = await findWholeSubaccounts(visit.ctx.db, visit.merchantId, page);
  const partners = found.slice(0, pageRows);
  return screen(visit, {
    title: words.title,
    done: words.done[visit.query.get('done') ?? ''],
    actions: visit.may('payout') && linkButton(`${visit.base}/partners/new`, words.add),
    main: html`${listsOf(visit, '/partners')}
<p class="soft">${words.intro}</p>
${table<WholeSubaccount>({
  caption: words.title,
  columns: [
    { title: words.name, cell: ({ id, subaccount }) => link(partnerAddress(visit, id), subaccount.name) },
    { title: words.label, cell: ({ subaccount }) => subaccount.label },
    ...balanceColumns,
    { title: words.created, cell: ({ subaccount }) => moment(visit, subaccount.created_at) },
  ],
  rows: partners,
  empty: words.none,
})}
${pager(visit, { older: found.length > pageRows ? partners.at(-1)?.id : undefined, isFirst: after === undefined })}`,
  });
}

/** A partner, with what changed their balance. */
export async function showPartner(visit: MerchantVisit): Promise<Answer> {
  const { ctx, merchantId, params } = visit;
  const subaccountId = readId('sac', params['partner'] ?? '');
  const partner = await findWholeSubaccount(ctx.db, merchantId, subaccountId);
  if (!partner) throw notFound('sac');
  const after = pageIn(visit);
  const page = { after, rows: pageRows + 1 };
  const found = await findSubaccountEntries(ctx.db, merchantId, { subaccountId }, page);
  const entries = found.slice(0, pageRows);
  const { subaccount } = partner;
  const payOut = `${visit.base}/payouts/new?from=${showId('sac', subaccountId)}`;
  return screen(visit, {
    title: subaccount.name,
    up: { label: words.title, to: `${visit.base}/partners` },
    done: words.done[visit.query.get('done') ?? ''],
    actions: visit.may('payout') && linkButton(payOut, words.payOut),
    main: html`${facts([
      ...currencies.map((currency): [string, Child] => [
        words.balance(currency),
        showMoney(balanceIn(partner, currency), currency),
      ]),
      subaccount.label !== null && [words.label, subaccount.label],
      [words.created, moment(visit, subaccount.created_at)],
      ['ID', exact(showId('sac', subaccountId))],
    ])}
${section(
  words.entries.title,
  html`${table<SubaccountEntry>({
    caption: words.entries.title,
    columns: entryColumns(visit),
    rows: entries,
    empty: words.entries.none,
  })}
${pager(visit, { older: found.length > pageRows ? entries.at(-1)?.id : undefined, isFirst: after === undefined })}`,
)}`,
  });
}

const entryColumns = (visit: MerchantVisit): readonly Column<SubaccountEntry>[] => [
  {
    title: words.entries.what,
    cell: (entry) => link(sourceOf(visit, entry), words.entries.types[entry.movement]),
  },
  {
    title: words.entries.share,
    isNumber: true,
    cell: ({ basis_points: points }) => points !== null && `${formatPercent(points)} %`,
  },
  {
    title: words.entries.amount,
    isNumber: true,
    cell: ({ amount, currency }) => html`<strong>${showMoney(amount, currency)}</strong>`,
  },
  {
    title: words.entries.after,
    isNumber: true,
    cell: ({ balance_after, currency }) => showMoney(balance_after, currency),
  },
  { title: words.entries.time, cell: ({ effective_at }) => moment(visit, effective_at) },
];

/** The payout, or the payment that was shared. */
const sourceOf = ({ base }: MerchantVisit, { payout_id, transaction_id }: SubaccountEntry): string =>
  payout_id === null
    ? `${base}/payments/${showId('txn', transaction_id)}`
    : `${base}/payouts/${showId('po', payout_id)}`;
