import type { Act, Job, JobPayloads } from '../../../engine/context.ts';
import { jobRow } from '../../../engine/jobs/enqueue.ts';
import { recordEvent } from '../../../engine/recording/record.ts';
import type { Line } from './accounts.ts';
import { type BalanceEventJob, findHead } from './balance-event-queries.ts';

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
export function balanceEventJob(act: Act, lines: readonly Line[]): BalanceEventJob {
  const at = new Date(act.ctx.now(act.merchant).getTime() + gatheredMs);
  const job = jobRow(act, 'ledger.tell-balances', { key: act.merchant.id, payload: {}, at });
  const isSeen = lines.some(({ account }) => shown.includes(account));
  return {
    balanceJobId: isSeen ? job.jobId : null,
    balanceJobKind: job.kind,
    balanceJobKey: job.key,
    balanceJobAt: job.dueAt,
  };
}

/**
 * Job `ledger.tell-balances`: records one event with the merchant's balances for all changes within a minute.
 *
 * Spec: "Events", merchant.account.balance-updated.
 */
export const recordBalances: Job<JobPayloads['ledger.tell-balances']> = async (act) => {
  const head = await findHead(act.tx, act.merchant.id);
  if (head) await recordEvent(act, 'merchant.account.balance-updated', head);
};
