import { type Customer, findCustomers } from '../../../../../domain/payers/customers/queries.ts';
import { html } from '../../../../html.ts';
import { customersWords as words } from '../../../../words/dashboard/selling/customers.ts';
import { customerAddress } from '../../../parts/billing.ts';
import { filters, listRegion } from '../../../parts/filters.ts';
import { screen } from '../../../parts/frame.ts';
import { link, linkButton, moment } from '../../../parts/show.ts';
import { pageIn, pager, table } from '../../../parts/tables.ts';
import type { Answer } from '../../../requests/answers.ts';
import type { MerchantVisit } from '../../../requests/visit.ts';

const pageRows = 30;

export async function showCustomers(visit: MerchantVisit): Promise<Answer> {
  const { ctx, merchantId, query } = visit;
  const after = pageIn(visit);
  const wanted = { email: typed(query, 'email'), externalId: typed(query, 'external_id') };
  const found = await findCustomers(ctx.db, merchantId, wanted, { after, rows: pageRows + 1 });
  const rows = found.slice(0, pageRows);
  return screen(visit, {
    title: words.title,
    done: words.done[query.get('done') ?? ''],
    actions: visit.may('sell') && linkButton(`${visit.base}/customers/new`, words.new),
    main: html`<p class="soft">${words.intro}</p>
${filters(visit, [
  { name: 'email', label: words.email, kind: 'search' },
  { name: 'external_id', label: words.externalId, kind: 'search' },
])}
${listRegion(html`${table<Customer>({
  caption: words.title,
  columns: [
    { title: words.name, cell: ({ id, name }) => link(customerAddress(visit, id), name) },
    { title: words.email, cell: ({ email }) => email },
    { title: words.phone, cell: ({ phone }) => phone },
    { title: words.externalId, cell: ({ external_id }) => external_id },
    { title: words.created, cell: ({ created_at }) => moment(visit, created_at) },
  ],
  rows,
  empty: words.empty,
})}
${pager(visit, { older: found.length > pageRows ? rows.at(-1)?.id : undefined, isFirst: after === undefined })}`)}`,
  });
}

/** PostgreSQL takes no NUL in a text. */
function typed(query: URLSearchParams, name: string): string | undefined {
  const text = (query.get(name) ?? '').trim();
  return text === '' || /\p{Cc}|\p{Cs}/u.test(text) ? undefined : text.slice(0, 254);
}
