import type { Job, JobPayloads } from '../../../engine/context.ts';
import { enqueue } from '../../../engine/jobs/enqueue.ts';
import { move } from '../../../engine/states/moves.ts';
import { dayMs } from '../plans/period-start.ts';
import { insertChunk, lockReport, saveProgress } from './queries.ts';
import { readSlice } from './slices.ts';
import { reportMoves } from './states.ts';

declare module '../../../engine/context.ts' {
  interface JobPayloads {
    /** The next slice of a report is to be written. The release before knows no `place`: see `Start`. */
    'reports.write': { reportId: string; place?: string };
  }
}

const keptDays = 7;

/**
 * Job `reports.write`: writes one slice of a report, and queues itself for the next one, until the report is complete. A slice, its
 * place and the next job commit together: after a crash the report goes on where it was. No transaction lasts longer than a slice.
 *
 * Decision 0084.
 */
export const writeReport: Job<JobPayloads['reports.write']> = async (act, { reportId, place }) => {
  const { tx, merchant } = act;
  const report = await lockReport(tx, merchant.id, reportId);
  if (report?.status !== 'pending') return;
  const { head, lines, next } = await readSlice(act, report, place);
  const content = Buffer.from(`${report.chunks === 0 ? head : ''}${lines.join('')}`);
  if (content.length > 0)
    await insertChunk(tx, merchant.id, { report_id: reportId, number: report.chunks, content });
  const progress = {
    position: next?.position ?? null,
    chunks: report.chunks + (content.length > 0 ? 1 : 0),
    row_count: report.row_count + BigInt(lines.length),
    byte_count: report.byte_count + BigInt(content.length),
  };
  if (next !== undefined) {
    await saveProgress(tx, merchant.id, reportId, progress);
    const payload = { reportId, ...(next.place !== undefined && { place: next.place }) };
    await enqueue(act, 'reports.write', { key: reportId, payload });
    return;
  }
  const now = act.ctx.now(merchant);
  const expires_at = new Date(now.getTime() + keptDays * dayMs);
  await move(act, 'reports', reportId, reportMoves.finish, {
    set: { ...progress, available_at: now, expires_at },
  });
};
