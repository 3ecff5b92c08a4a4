import type { Act, Context, JobPayloads, PhasedJob } from '../../../engine/context.ts';
import { enqueue } from '../../../engine/jobs/enqueue.ts';
import type { MerchantId } from '../../../engine/principal.ts';
import { findShownMerchant } from '../../merchants/accounts/brand-queries.ts';
import { findCheckout } from '../../payments/checkouts/queries.ts';
import { findInvoice } from '../invoices/queries.ts';
import { dayMs } from '../plans/period-start.ts';
import { type Cycle, countTry, findCycle } from '../subscriptions/cycle-queries.ts';
import { periodJob } from '../subscriptions/period-job.ts';
import { lockSubscription, type Subscription } from '../subscriptions/queries.ts';
import { beginTry } from './begin-try.ts';
import { failTry, tryDue } from './fail-try.ts';
import { latestTryAt, pendingTryEndsAt } from './queries.ts';

declare module '../../../engine/context.ts' {
  interface JobPayloads {
    /** A try to collect the money of this period is due. */
    'subscriptions.collect': { subscriptionId: string; periodStart: string };
  }
}

/** How long to wait, at least, while the customer is paying: a wallet prompt stays open this long. */
const busyMs = 120 * 1000;
/** After a suspension, or after the service was down, a customer is not charged for all missed periods at once. */
const restMs = dayMs / 2;

/**
 * Job `subscriptions.collect`: a try to collect the money of a cycle is due. With a wallet or a saved card the try begins now.
 * Without one, the service waits for the customer to pay on the invoice's page: the first job starts that wait, and each later
 * one that finds the invoice unpaid notes a failed try.
 *
 * The job puts itself off while the customer is paying, on the page or for another period, and while the merchant is suspended. Tries
 * that are late, after that or because the service was down, begin half a day apart.
 *
 * Spec: "Subscription". Decisions 0017 and 0042.
 */
export const collectCycle: PhasedJob<JobPayloads['subscriptions.collect'], boolean> = {
  ask: (ctx, merchant) => isSuspended(ctx, merchant.id),
  finish: async (act, { subscriptionId, periodStart }, suspended) => {
    const subscription = await lockSubscription(act.tx, act.merchant.id, subscriptionId);
    if (subscription?.status !== 'active') return;
    const period = { subscriptionId, periodStart: new Date(periodStart) };
    const cycle = await findCycle(act.tx, act.merchant.id, period);
    if (!cycle || cycle.outcome !== null) return;
    const at = await putOffTo(act, cycle, suspended);
    if (at !== undefined) return await putOff(act, cycle, at);
    const begun = await beginTry(act, subscription, cycle);
    if (begun === 'refused') return await failTry(act, subscription, cycle, null);
    if (begun === 'page') await waitForPage(act, subscription, cycle);
  },
};

async function isSuspended(ctx: Context, id: MerchantId): Promise<boolean> {
  return (await findShownMerchant(ctx.platform, id))?.status === 'suspended';
}

/** When the try may begin; undefined: now. */
async function putOffTo(act: Act, cycle: Cycle, suspended: boolean): Promise<Date | undefined> {
  const now = act.ctx.now(act.merchant);
  if (suspended) return new Date(now.getTime() + dayMs);
  const until = await busyUntil(act, cycle);
  if (until !== undefined) return later(until, new Date(now.getTime() + busyMs));
  const rested = await restedAt(act, cycle, now);
  return rested !== undefined && rested > now ? rested : undefined;
}

/** Half a day after the latest try of the subscription, for a try that is late; undefined: it is in time, or there was none. */
async function restedAt(act: Act, cycle: Cycle, now: Date): Promise<Date | undefined> {
  // Counted from the start of the period: a service that was down bills several at the same moment.
  const due = tryDue(cycle.period_start, cycle.tries + 1);
  if (due === undefined || now.getTime() < due.getTime() + restMs) return undefined;
  const latest = await latestTryAt(act.tx, act.merchant.id, cycle.subscription_id);
  return latest && new Date(latest.getTime() + restMs);
}

/** When the checkout that is being paid expires; undefined: nobody is paying. */
async function busyUntil(act: Act, { subscription_id, invoice_id }: Cycle): Promise<Date | undefined> {
  const invoice = await findInvoice(act.tx, act.merchant.id, invoice_id);
  const id = invoice?.attempt_checkout_id;
  if (id) return (await findCheckout(act.tx, act.merchant.id, id))?.expires_at;
  return await pendingTryEndsAt(act.tx, act.merchant.id, subscription_id);
}

function later(one: Date, other: Date): Date {
  return one > other ? one : other;
}

async function putOff(act: Act, { subscription_id, period_start }: Cycle, at: Date): Promise<void> {
  await enqueue(act, 'subscriptions.collect', { ...periodJob(subscription_id, period_start), at });
}

/** The first try begins when the invoice is sent: nothing has failed yet. */
async function waitForPage(act: Act, subscription: Subscription, cycle: Cycle): Promise<void> {
  const { subscription_id: subscriptionId, period_start: start } = cycle;
  const counted = { tries: 1, failures: 0 };
  const waited = await countTry(act.tx, act.merchant.id, { subscriptionId, periodStart: start }, counted);
  if (cycle.tries > 0) return await failTry(act, subscription, waited, null);
  const at = tryDue(cycle.created_at, waited.tries + 1);
  await enqueue(act, 'subscriptions.collect', { ...periodJob(subscriptionId, start), ...(at && { at }) });
}
