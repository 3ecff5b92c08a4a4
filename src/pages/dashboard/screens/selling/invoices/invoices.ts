import { findInvoices } from '../../../../../domain/billing/invoices/list-queries.ts';
import type { Invoice } from '../../../../../domain/billing/invoices/queries.ts';
import { readClock } from '../../../../../engine/clock/read-clock.ts';
import { html } from '../../../../html.ts';
import { invoicesWords as words } from '../../../../words/dashboard/selling/invoices.ts';
import { invoicesTable } from '../../../parts/billing.ts';
import { filters, listRegion } from '../../../parts/filters.ts';
import { screen } from '../../../parts/frame.ts';
import { linkButton } from '../../../parts/show.ts';
import { pageIn, pager } from '../../../parts/tables.ts';
import type { Answer } from '../../../requests/answers.ts';
import type { MerchantVisit } from '../../../requests/visit.ts';

const pageRows = 30;
const statuses = Object.keys(words.statuses).filter(isStatus);

function isStatus(text: string): text is Invoice['status'] {
  return text in words.statuses;
}

export async function showInvoices(visit: MerchantVisit): Promise<Answer> {
  const { ctx, merchantId, query } = visit;
  const after = pageIn(visit);
  const status = statuses.find((each) => each === query.get('status'));
  const [found, { now }] = await Promise.all([
    findInvoices(ctx.db, merchantId, { status }, { after, rows: pageRows + 1 }),
    readClock(ctx, merchantId),
  ]);
  const rows = found.slice(0, pageRows);
  const options = statuses.map((value) => ({ value, label: words.statuses[value] }));
  return screen(visit, {
    title: words.title,
    actions: visit.may('sell') && linkButton(`${visit.base}/invoices/new`, words.new),
    main: html`${filters(visit, [{ name: 'status', label: words.state, options }])}
${listRegion(html`${invoicesTable(visit, { rows, now, empty: words.empty })}
${pager(visit, { older: found.length > pageRows ? rows.at(-1)?.id : undefined, isFirst: after === undefined })}`)}`,
  });
}
