import type { Act } from '../../../engine/context.ts';
import { enqueue } from '../../../engine/jobs/enqueue.ts';
import { ApiError } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { countReports, insertReport, type Report } from './queries.ts';

type WantedReport = {
  readonly appId: string;
  readonly type: Report['type'];
  readonly format: Report['format'];
  readonly from: Date;
  /** The first moment after the period. */
  readonly before: Date;
};

/** Writing takes time, and keeping takes room: both are bounded for each merchant. */
const most = { pending: 5, kept: 100 } as const;

/** Rows carry the time at which they were made, and are committed up to about five seconds later: a statement may take as long. */
const settleMs = 5000;

/**
 * Orders a report. A job writes it. What happens after this moment is not in it, so a period that has not ended ends now. The job
 * waits until what happened before the end is committed.
 *
 * @throws REPORT_LIMIT_REACHED too many are being written, or kept
 *
 * Decision 0084.
 */
export async function createReport(act: Act, wanted: WantedReport): Promise<Report> {
  const now = act.ctx.now(act.merchant);
  const counts = await countReports(act.tx, act.merchant.id, now);
  for (const status of ['pending', 'kept'] as const)
    if (counts[status] >= most[status])
      throw new ApiError('REPORT_LIMIT_REACHED', { details: { status, limit: most[status] } });
  const before = wanted.before < now ? wanted.before : now;
  const report = await insertReport(act.tx, act.merchant.id, {
    id: newId(),
    app_id: wanted.appId,
    type: wanted.type,
    format: wanted.format,
    status: 'pending',
    period_from: wanted.from,
    period_before: before,
    created_at: now,
  });
  const at = new Date(before.getTime() + settleMs);
  const job = { key: report.id, payload: { reportId: report.id } };
  await enqueue(act, 'reports.write', at > now ? { ...job, at } : job);
  return report;
}
