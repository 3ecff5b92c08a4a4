import type { Act, Job, JobPayloads } from '../../../engine/context.ts';
import { jobRow } from '../../../engine/jobs/enqueue.ts';
import { recordEvent } from '../../../engine/recording/record.ts';
import type { Line } from './accounts.ts';
import { findHead, type Told } from './telling-queries.ts';

declare module '../../../engine/context.ts' {
  interface JobPayloads {
    /** One job per merchant, for all changes within a minute. */
    'ledger.tell-balances': object;
  }
}

/** How long after the first change the event follows: all changes within this time share one event. */
const gatheredMs = 60_000;
const shown: readonly string[] = ['available', 'pending', 'reserve'];

/** The job that reports a change a minute later; all null if the merchant sees none of the changed balances. */
export function tellingOf(act: Act, lines: readonly Line[]): Told {
  const at = new Date(act.ctx.now(act.merchant).getTime() + gatheredMs);
  const job = jobRow(act, 'ledger.tell-balances', { key: act.merchant.id, payload: {}, at });
  const isSeen = lines.some(({ account }) => shown.includes(account));
  return { toldId: isSeen ? job.jobId : null, toldKind: job.kind, toldKey: job.key, toldAt: job.dueAt };
}

/**
 * Job `ledger.tell-balances`: records one event with the merchant's balances for all changes within a minute.
 *
 * Spec: "Events", merchant.account.balance-updated.
 */
export const tellBalances: Job<JobPayloads['ledger.tell-balances']> = async (act) => {
  const head = await findHead(act.tx, act.merchant.id);
  if (head) await recordEvent(act, 'merchant.account.balance-updated', head);
};
