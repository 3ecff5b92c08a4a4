import type { Act, Job, JobPayloads } from '../../../engine/context.ts';
import { jobRow } from '../../../engine/jobs/enqueue.ts';
import { recordEvent } from '../../../engine/recording/record.ts';
import type { Line } from './accounts.ts';
import { findHead, type Told } from './telling-queries.ts';

declare module '../../../engine/context.ts' {
  interface JobPayloads {
    /** A balance changed within the last minute: one job per merchant. */
    'ledger.tell-balances': object;
  }
}

/** At most one event in this time, and none is later than this. */
const gatheredMs = 60_000;
const shown: readonly string[] = ['available', 'pending', 'reserve'];

/** The job that tells of a change a minute after it; none when the merchant sees no change. Where it waits already it stays. */
export function tellingOf(act: Act, lines: readonly Line[]): Told {
  const at = new Date(act.ctx.now(act.merchant).getTime() + gatheredMs);
  const job = jobRow(act, 'ledger.tell-balances', { key: act.merchant.id, payload: {}, at });
  const isSeen = lines.some(({ account }) => shown.includes(account));
  return { toldId: isSeen ? job.jobId : null, toldKind: job.kind, toldKey: job.key, toldAt: job.dueAt };
}

/**
 * Job `ledger.tell-balances`: tells what the merchant has, once for all that changed within a minute.
 *
 * Spec: "Events", merchant.account.balance-updated.
 */
export const tellBalances: Job<JobPayloads['ledger.tell-balances']> = async (act) => {
  const head = await findHead(act.tx, act.merchant.id);
  if (head) await recordEvent(act, 'merchant.account.balance-updated', head);
};
