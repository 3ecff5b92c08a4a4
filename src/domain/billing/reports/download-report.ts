import type { MerchantId } from '../../../engine/principal.ts';
import type { Db } from '../../../platform/db/database.ts';
import { ApiError } from '../../../platform/errors.ts';
import { showId } from '../../../platform/ids.ts';
import { findChunk, type Report } from './queries.ts';

/** Also `expired` between the end of its time and the daily job that deletes it. */
export function statusAt(report: Report, now: Date): Report['status'] {
  const isOver = report.expires_at !== null && report.expires_at <= now;
  return report.status === 'available' && isOver ? 'expired' : report.status;
}

/**
 * The file of a report, chunk by chunk. Each chunk is read in a statement of its own once the client has taken the one before: a slow
 * client holds no transaction open, and no more than a chunk in memory.
 *
 * @throws REPORT_NOT_AVAILABLE it is not written yet, or not kept any more; `details.status`
 *
 * Decision 0084.
 */
export function downloadOf(db: Db, merchantId: MerchantId, { report, now }: { report: Report; now: Date }) {
  const status = statusAt(report, now);
  if (status !== 'available')
    throw new ApiError('REPORT_NOT_AVAILABLE', {
      details: { status },
      ...(status === 'pending' && { retryAfterSeconds: 2 }),
    });
  return {
    name: `${showId('rpt', report.id)}.${report.format}`,
    length: Number(report.byte_count),
    chunks: () => chunksOf(db, merchantId, report),
  };
}

async function* chunksOf(db: Db, merchantId: MerchantId, { id, chunks }: Report): AsyncGenerator<Buffer> {
  for (let number = 0; number < chunks; number += 1) {
    const content = await findChunk(db, merchantId, id, number);
    if (content === undefined) throw new Error('the report was deleted while it was downloaded');
    yield content;
  }
}
