import { findSessions, type Session } from '../../../../../domain/payments/virtual-terminal/queries.ts';
import { html } from '../../../../html.ts';
import { showMoney } from '../../../../money.ts';
import { counterWords } from '../../../../words/dashboard/selling/counter.ts';
import { words as hosted } from '../../../../words/en/words.ts';
import { filters, listRegion } from '../../../parts/filters.ts';
import { screen } from '../../../parts/frame.ts';
import { link, linkButton, moment } from '../../../parts/show.ts';
import { pageIn, pager, table } from '../../../parts/tables.ts';
import type { Answer } from '../../../requests/answers.ts';
import type { MerchantVisit } from '../../../requests/visit.ts';
import { saleAddress, standing } from './sale.ts';

const { sales: words } = counterWords;
const pageRows = 30;
const statuses = ['pending', 'paid', 'canceled', 'expired'] as const;

/** Sales at the counter, newest first. */
export async function showSales(visit: MerchantVisit): Promise<Answer> {
  const { ctx, merchantId, query } = visit;
  const after = pageIn(visit);
  const status = statuses.find((one) => one === query.get('status'));
  const found = await findSessions(ctx.db, merchantId, { status }, { after, rows: pageRows + 1 });
  const rows = found.slice(0, pageRows);
  const options = statuses.map((value) => ({ value, label: counterWords.states[value] }));
  return screen(visit, {
    title: words.title,
    up: { label: counterWords.title, to: `${visit.base}/counter` },
    actions: visit.may('sell') && linkButton(`${visit.base}/counter`, counterWords.sale.newSale),
    main: html`${filters(visit, [{ name: 'status', label: words.state, options }])}
${listRegion(html`${table<Session>({
  caption: words.title,
  columns: [
    {
      title: words.time,
      cell: ({ id, created_at }) => link(saleAddress(visit, id), moment(visit, created_at)),
    },
    {
      title: counterWords.amount,
      isNumber: true,
      cell: ({ amount, currency }) => showMoney(amount, currency),
    },
    { title: words.state, cell: standing },
    { title: counterWords.method, cell: ({ payment_method: method }) => hosted.methods[method] },
    { title: counterWords.description, cell: ({ description }) => description ?? '' },
  ],
  rows,
  empty: words.empty,
})}
${pager(visit, { older: found.length > pageRows ? rows.at(-1)?.id : undefined, isFirst: after === undefined })}`)}`,
  });
}
