import { transactionColumns } from '../../../../../domain/billing/reports/columns.ts';
import { byteOrderMark, headOf, lineOf } from '../../../../../domain/billing/reports/format.ts';
import { readClock } from '../../../../../engine/clock/read-clock.ts';
import type { Answer } from '../../../requests/answers.ts';
import type { MerchantVisit } from '../../../requests/visit.ts';
import { findWanted, type Wanted, wantedOf } from './wanted.ts';

/** Read by one statement, and held in memory: the download needs no more, however long the list is. */
const chunkRows = 1000;

export const downloadPayments = (visit: MerchantVisit): Promise<Answer> => download(visit, 'payment');
export const downloadRefunds = (visit: MerchantVisit): Promise<Answer> => download(visit, 'refund');

/** The whole filtered list as CSV, newest first. A row that changes meanwhile is shown as it is when it is read. */
async function download(visit: MerchantVisit, type: 'payment' | 'refund'): Promise<Answer> {
  const { now } = await readClock(visit.ctx, visit.merchantId);
  const name = `${type}s-${visit.mode}-${now.toISOString().slice(0, 10)}.csv`;
  return {
    kind: 'file',
    type: 'text/csv; charset=utf-8',
    name,
    chunks: linesOf(visit, wantedOf(visit, type)),
  };
}

async function* linesOf(visit: MerchantVisit, wanted: Wanted): AsyncGenerator<string> {
  const columns = transactionColumns(visit.ctx);
  yield byteOrderMark + headOf('csv', columns);
  let after: string | undefined;
  do {
    const { rows, resume } = await findWanted(visit, wanted, { after, rows: chunkRows });
    yield rows.map((row) => lineOf('csv', columns, row)).join('');
    after = rows.length === chunkRows ? rows.at(-1)?.id : resume;
  } while (after !== undefined);
}
