import type { Act, Job, JobPayloads } from '../../../engine/context.ts';
import { cancel, enqueue } from '../../../engine/jobs/enqueue.ts';
import { recordEvent } from '../../../engine/recording/record.ts';
import { move } from '../../../engine/states/moves.ts';
import type { Row } from '../../../platform/db/row.ts';
import { platformPaid } from '../../money/ledger/accounts.ts';
import { post } from '../../money/ledger/post.ts';
import { lockAvailable } from '../../money/ledger/queries.ts';
import { dayMs } from '../plans/period-start.ts';
import {
  countFailedTry,
  findPlatformSubscription,
  lockPlatformSubscription,
  lockUnpaidInvoices,
  type PlatformInvoice,
  type PlatformSubscription,
} from './queries.ts';
import { platformInvoiceMoves, platformSubscriptionMoves } from './states.ts';
import { platformCurrency } from './terms.ts';

declare module '../../../engine/context.ts' {
  interface JobPayloads {
    /** A try to collect this invoice is due. */
    'platform-billing.collect': { invoiceId: string };
    /** The balance has changed while invoices are past due. */
    'platform-billing.retry': object;
  }
}

/** The first try is at once, then there is one on each of these days. */
const mostTries = 8;

/**
 * Job `platform-billing.collect`: takes the amount of an invoice from `available`, if it is there. Otherwise the try has failed: the
 * next one is a day later, and after the eighth the subscription is restricted. Older invoices are collected first.
 *
 * Decision 0083.
 */
export const collectInvoice: Job<JobPayloads['platform-billing.collect']> = async (act, { invoiceId }) => {
  const subscription = await lockPlatformSubscription(act.tx, act.merchant.id);
  if (!subscription) return;
  const unpaid = await payWhatCanBePaid(act, subscription);
  const missed = unpaid.find(({ id }) => id === invoiceId);
  if (missed) await failTry(act, subscription, missed);
};

/**
 * Job `platform-billing.retry`: collects what is past due from a balance that has changed. If it is still too low, nothing happens: only
 * the daily tries count.
 *
 * Decision 0083.
 */
export const retryCollection: Job<JobPayloads['platform-billing.retry']> = async (act) => {
  const subscription = await lockPlatformSubscription(act.tx, act.merchant.id);
  if (subscription && subscription.status !== 'active') await payWhatCanBePaid(act, subscription);
};

/** Reaction to `merchant.account.balance-updated`: money may have come with which an invoice that is past due can be paid. */
export async function collectOverdue(act: Act, _head: Row<'ledger_heads'>): Promise<void> {
  const subscription = await findPlatformSubscription(act.tx, act.merchant.id);
  if (subscription && subscription.status !== 'active')
    await enqueue(act, 'platform-billing.retry', { key: act.merchant.id, payload: {} });
}

/**
 * Pays the unpaid invoices, oldest first, until the balance does not cover one.
 *
 * @returns those that are still not paid
 */
async function payWhatCanBePaid(
  act: Act,
  subscription: PlatformSubscription,
): Promise<readonly PlatformInvoice[]> {
  const unpaid = await lockUnpaidInvoices(act.tx, act.merchant.id);
  let available: bigint = await lockAvailable(act.tx, act.merchant.id, platformCurrency);
  let paid = 0;
  for (const invoice of unpaid) {
    if (available < invoice.total) break;
    await pay(act, invoice);
    available -= invoice.total;
    paid += 1;
  }
  const left = unpaid.slice(paid);
  if (subscription.status !== 'active' && left.every(({ status }) => status === 'open'))
    await move(act, 'platform_subscriptions', subscription.id, platformSubscriptionMoves.restore, {
      set: { past_due_at: null, restricted_at: null },
    });
  return left;
}

async function pay(act: Act, { id }: PlatformInvoice): Promise<void> {
  await cancel(act, 'platform-billing.collect', id);
  await move(act, 'platform_invoices', id, platformInvoiceMoves.pay, {
    set: { paid_at: act.ctx.now(act.merchant) },
    effect: ({ total: amount }) => post(act, platformPaid({ id, amount, currency: platformCurrency })),
  });
}

async function failTry(
  act: Act,
  subscription: PlatformSubscription,
  { id, status, failed_tries, created_at }: PlatformInvoice,
): Promise<void> {
  // A job that runs again after its last try.
  if (failed_tries === mostTries) return;
  const tries = failed_tries + 1;
  const now = act.ctx.now(act.merchant);
  const table = 'platform_subscriptions';
  await move(act, table, subscription.id, platformSubscriptionMoves.fallBehind, {
    set: { past_due_at: now },
  });
  if (tries === mostTries)
    await move(act, table, subscription.id, platformSubscriptionMoves.restrict, {
      set: { restricted_at: now },
    });
  else await enqueue(act, 'platform-billing.collect', { key: id, payload: { invoiceId: id }, at: next() });
  if (status === 'open')
    await move(act, 'platform_invoices', id, platformInvoiceMoves.miss, { set: { failed_tries: tries } });
  else
    await recordEvent(
      act,
      'billing.invoice.payment-failed',
      await countFailedTry(act.tx, act.merchant.id, id),
    );

  /** At least half a day apart: after an outage, the missed tries do not all follow at once. */
  function next(): Date {
    const planned = created_at.getTime() + tries * dayMs;
    return new Date(Math.max(planned, now.getTime() + dayMs / 2));
  }
}
