import { entryColumns } from '../../../../../domain/billing/reports/columns.ts';
import { byteOrderMark, headOf, lineOf } from '../../../../../domain/billing/reports/format.ts';
import { currencies } from '../../../../../domain/money/amounts/currency.ts';
import { placeOf, shownBuckets } from '../../../../../domain/money/ledger/entries/place.ts';
import { findEntries } from '../../../../../domain/money/ledger/entries/queries.ts';
import { readClock } from '../../../../../engine/clock/read-clock.ts';
import { html } from '../../../../html.ts';
import { balanceWords } from '../../../../words/dashboard/money/balance.ts';
import { filters, listRegion } from '../../../parts/filters.ts';
import { screen } from '../../../parts/frame.ts';
import { csvLink, pager } from '../../../parts/tables.ts';
import type { Answer } from '../../../requests/answers.ts';
import type { MerchantVisit } from '../../../requests/visit.ts';
import { entriesTable } from './entries.ts';
import { filtersIn, placeIn, shownPlace } from './wanted.ts';

const { journal: words, buckets } = balanceWords;
const pageRows = 25;

export async function showJournal(visit: MerchantVisit): Promise<Answer> {
  const { ctx, merchantId, base } = visit;
  const after = placeIn(visit);
  const page = { after, rows: pageRows + 1 };
  const entries = await findEntries(ctx.db, merchantId, filtersIn(visit), page);
  const shown = entries.slice(0, pageRows);
  const last = shown.at(-1);
  const older = entries.length > pageRows && last ? shownPlace(last) : undefined;
  return screen(visit, {
    title: words.title,
    up: { label: balanceWords.title, to: `${base}/balance` },
    main: html`${filters(visit, [
      {
        name: 'bucket',
        label: words.bucket,
        options: shownBuckets.map((value) => ({ value, label: buckets[value] })),
      },
      {
        name: 'currency',
        label: words.currency,
        options: currencies.map((value) => ({ value, label: value })),
      },
      { name: 'from', label: words.from, kind: 'date' },
      { name: 'to', label: words.to, kind: 'date' },
    ])}
${listRegion(html`${csvLink(visit)}${entriesTable(visit, shown)}${pager(visit, { older, isFirst: after === undefined })}`)}`,
  });
}

const chunkRows = 1000;

export async function downloadJournal(visit: MerchantVisit): Promise<Answer> {
  const { now } = await readClock(visit.ctx, visit.merchantId);
  const name = `journal-${visit.mode}-${now.toISOString().slice(0, 10)}.csv`;
  return { kind: 'file', type: 'text/csv; charset=utf-8', name, chunks: linesOf(visit) };
}

async function* linesOf(visit: MerchantVisit): AsyncGenerator<string> {
  const { ctx, merchantId } = visit;
  yield byteOrderMark + headOf('csv', entryColumns);
  let after: string | undefined;
  do {
    const rows = await findEntries(ctx.db, merchantId, filtersIn(visit), { after, rows: chunkRows });
    yield rows.map((row) => lineOf('csv', entryColumns, row)).join('');
    const last = rows.at(-1);
    after = last && rows.length === chunkRows ? placeOf(last) : undefined;
  } while (after !== undefined);
}
