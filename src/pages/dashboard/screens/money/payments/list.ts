import { currencies } from '../../../../../domain/money/amounts/currency.ts';
import type { Transaction } from '../../../../../domain/payments/transactions/queries.ts';
import { type Html, html } from '../../../../html.ts';
import { showMoney } from '../../../../money.ts';
import { frameWords } from '../../../../words/dashboard/frame.ts';
import { paymentsWords as words } from '../../../../words/dashboard/money/payments.ts';
import { type Filter, filters, listRegion } from '../../../parts/filters.ts';
import { screen } from '../../../parts/frame.ts';
import { notice } from '../../../parts/notices.ts';
import { customerOf, methodOf, paymentAddress, refundAddress, statusOf } from '../../../parts/payments.ts';
import { link, moment, tabs } from '../../../parts/show.ts';
import { type Column, csvLink, pager, table } from '../../../parts/tables.ts';
import type { Answer } from '../../../requests/answers.ts';
import type { MerchantVisit } from '../../../requests/visit.ts';
import { findWanted, placeIn, shownPlace, statuses, wantedOf } from './wanted.ts';

type Kind = 'payments' | 'refunds';

const pageRows = 25;

export const showPayments = (visit: MerchantVisit): Promise<Answer> => showList(visit, 'payments');
export const showRefunds = (visit: MerchantVisit): Promise<Answer> => showList(visit, 'refunds');

async function showList(visit: MerchantVisit, kind: Kind): Promise<Answer> {
  const after = placeIn(visit);
  const wanted = wantedOf(visit, kind === 'payments' ? 'payment' : 'refund');
  const { rows, resume } = await findWanted(visit, wanted, { after, rows: pageRows + 1 });
  const shown = rows.slice(0, pageRows);
  const next = rows.length > pageRows ? shown.at(-1)?.id : resume;
  const older = next === undefined ? undefined : shownPlace(next);
  const title = kind === 'payments' ? words.title : words.refunds;
  return screen(visit, {
    title,
    main: html`${listsOf(visit, kind)}${filters(visit, filtersOf(visit, kind))}
${listRegion(html`${csvLink(visit)}
${resume !== undefined && notice('plain', frameWords.pager.searchGoesOn)}
${table<Transaction>({ caption: title, columns: columnsOf(visit, kind), rows: shown, empty: words.empty[kind] })}
${pager(visit, { older, isFirst: after === undefined })}`)}`,
  });
}

const listsOf = ({ base }: MerchantVisit, kind: Kind): Html =>
  tabs(words.lists, kind === 'payments' ? `${base}/payments` : `${base}/payments/refunds`, [
    { to: `${base}/payments`, label: words.title },
    { to: `${base}/payments/refunds`, label: words.refunds },
  ]);

function filtersOf({ ctx }: MerchantVisit, kind: Kind): readonly Filter[] {
  const { filter, status } = words;
  const held = ['authorized', 'voided', 'reversed'];
  return [
    {
      name: 'status',
      label: filter.status,
      options: statuses
        .filter((value) => kind === 'payments' || !held.includes(value))
        .map((value) => ({ value, label: status[value] })),
    },
    {
      name: 'gateway',
      label: filter.gateway,
      options: ctx.gateways.routed.payments.map((value) => ({ value, label: value })),
    },
    {
      name: 'currency',
      label: filter.currency,
      options: currencies.map((value) => ({ value, label: value })),
    },
    { name: 'from', label: filter.from, kind: 'date' },
    { name: 'to', label: filter.to, kind: 'date' },
    { name: 'search', label: filter.search, kind: 'search' },
  ];
}

function columnsOf(visit: MerchantVisit, kind: Kind): readonly Column<Transaction>[] {
  const { column } = words;
  const address = ({ id, source_id }: Transaction): string =>
    kind === 'payments' ? paymentAddress(visit, id) : refundAddress(visit, source_id);
  const payment: Column<Transaction> = {
    title: column.payment,
    cell: ({ parent_id }) => parent_id !== null && link(paymentAddress(visit, parent_id), column.payment),
  };
  return [
    { title: column.time, cell: (row) => link(address(row), moment(visit, row.created_at)) },
    {
      title: column.amount,
      isNumber: true,
      cell: ({ amount, currency }) => html`<strong>${showMoney(amount, currency)}</strong>`,
    },
    { title: column.status, cell: statusOf },
    { title: column.reference, cell: ({ reference }) => reference },
    { title: column.method, cell: methodOf },
    { title: column.customer, cell: customerOf },
    ...(kind === 'refunds' ? [payment] : []),
  ];
}
