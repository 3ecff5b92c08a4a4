import { downloadOf, statusAt } from '../../../../../domain/billing/reports/download-report.ts';
import { byteOrderMark } from '../../../../../domain/billing/reports/format.ts';
import { findReport, listReports, type Report } from '../../../../../domain/billing/reports/queries.ts';
import { readClock } from '../../../../../engine/clock/read-clock.ts';
import { notFound, readId, showId } from '../../../../../platform/ids.ts';
import { type Html, html } from '../../../../html.ts';
import { frameWords } from '../../../../words/dashboard/frame.ts';
import { reportsWords as words } from '../../../../words/dashboard/money/reports.ts';
import { filters, listRegion } from '../../../parts/filters.ts';
import { screen } from '../../../parts/frame.ts';
import { link, linkButton, moment, state } from '../../../parts/show.ts';
import { pageIn, pager, table } from '../../../parts/tables.ts';
import type { Answer } from '../../../requests/answers.ts';
import type { MerchantVisit } from '../../../requests/visit.ts';
import { types } from './order.ts';

const pageSize = 30;
const looks = {
  pending: 'warn',
  available: 'good',
  expired: 'plain',
} as const satisfies Record<Report['status'], string>;

/** The reports of the merchant, newest first, whoever ordered them. */
export async function showReports(visit: MerchantVisit): Promise<Answer> {
  const { query, ctx, merchantId } = visit;
  const after = pageIn(visit);
  const type = types.find((one) => one === query.get('type'));
  const [found, { now }] = await Promise.all([
    listReports(ctx.db, merchantId, type, { after, rows: pageSize + 1 }),
    readClock(ctx, merchantId),
  ]);
  const reports = found.slice(0, pageSize);
  const isWriting = reports.some(({ status }) => status === 'pending');
  return screen(visit, {
    title: words.title,
    done: words.done[query.get('done') ?? ''],
    actions: !visit.suspended && linkButton(`${visit.base}/reports/new`, words.new),
    main: html`<p class="soft">${words.intro}</p>
${filters(visit, [
  {
    name: 'type',
    label: words.type,
    options: types.map((value) => ({ value, label: words.types[value] })),
  },
])}
${listRegion(html`${isWriting && html`<p>${words.writing} ${link(visit.path, frameWords.refresh)}</p>`}
${table<Report>({
  caption: words.title,
  columns: [
    { title: words.type, cell: ({ type: of }) => words.types[of] },
    {
      title: words.period,
      // The first moment after the period belongs to the next day.
      cell: ({ period_from: from, period_before: before }) =>
        html`${moment(visit, from)} – ${moment(visit, new Date(before.getTime() - 1))}`,
    },
    { title: words.format, cell: ({ format }) => words.formats[format] },
    {
      title: words.state,
      cell: (report) => standing(visit, report, now),
    },
    { title: words.rows, isNumber: true, cell: ({ row_count }) => String(row_count) },
    { title: words.ordered, cell: ({ created_at }) => moment(visit, created_at) },
    {
      title: frameWords.table.actions,
      cell: (report) =>
        statusAt(report, now) === 'available' &&
        linkButton(`${visit.base}/reports/${showId('rpt', report.id)}/content`, words.download, 'quiet'),
    },
  ],
  rows: reports,
  empty: words.empty,
})}
${pager(visit, { older: found.length > pageSize ? reports.at(-1)?.id : undefined, isFirst: after === undefined })}`)}`,
  });
}

function standing(visit: MerchantVisit, report: Report, now: Date): Html {
  const status = statusAt(report, now);
  const shown = state(words.states[status], looks[status]);
  const { expires_at: end } = report;
  return status === 'available' && end
    ? html`${shown} <span class="soft">${words.until} ${moment(visit, end)}</span>`
    : shown;
}

const mediaTypes = { csv: 'text/csv; charset=utf-8', jsonl: 'application/jsonl' } as const;

/** The file of a report; a CSV with a mark that tells spreadsheets its encoding. @throws REPORT_NOT_AVAILABLE */
export async function downloadReport(visit: MerchantVisit): Promise<Answer> {
  const { ctx, merchantId, params } = visit;
  const [report, { now }] = await Promise.all([
    findReport(ctx.db, merchantId, readId('rpt', params['report'] ?? '')),
    readClock(ctx, merchantId),
  ]);
  if (!report) throw notFound('rpt');
  const { name, chunks } = downloadOf(ctx.db, merchantId, { report, now });
  const { format } = report;
  return {
    kind: 'file',
    type: mediaTypes[format],
    name,
    chunks: format === 'csv' ? marked(chunks()) : chunks(),
  };
}

async function* marked(chunks: AsyncIterable<Buffer>): AsyncGenerator<string | Buffer> {
  yield byteOrderMark;
  yield* chunks;
}
