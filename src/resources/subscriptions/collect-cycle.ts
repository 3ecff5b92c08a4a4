import type { Act, Context } from '../../core/context.ts';
import { findInvoice } from '../../core/invoices/queries.ts';
import { enqueue } from '../../core/jobs/enqueue.ts';
import type { JobPayloads, PhasedJob } from '../../core/jobs/jobs.ts';
import type { MerchantId } from '../../core/merchants/principal.ts';
import { findShownMerchant } from '../../core/merchants/queries.ts';
import {
  type Cycle,
  countTry,
  findCycle,
  lockSubscription,
  type Subscription,
} from '../../core/subscriptions/queries.ts';
import { beginTry } from './begin-try.ts';
import { failTry } from './fail-try.ts';
import { periodJob } from './period-job.ts';
import { dayMs } from './period-start.ts';
import { isAsking } from './queries.ts';
import { tryDue } from './try-due.ts';

/** As long as a push waits: whoever is being asked is not asked twice. */
const busyMs = 120 * 1000;

/**
 * Job `subscriptions.collect`: the money of a period is due, or due again. With a wallet or a saved card a try begins.
 * Without one the invoice's page has waited for the customer since the last time, and that try has failed. While the
 * customer is paying, on the page or for another period, it is put off; so it is while the merchant is suspended.
 *
 * Spec: "Subscription". Decision 0017.
 */
export const collectCycle: PhasedJob<JobPayloads['subscriptions.collect'], boolean> = {
  ask: (ctx, merchant) => isSuspended(ctx, merchant.id),
  finish: async (act, { subscriptionId, periodStart }, suspended) => {
    const subscription = await lockSubscription(act.tx, act.merchant.id, subscriptionId);
    if (subscription?.status !== 'active') return;
    const period = { subscriptionId, periodStart: new Date(periodStart) };
    const cycle = await findCycle(act.tx, act.merchant.id, period);
    if (!cycle || cycle.outcome !== null) return;
    if (suspended) return await putOff(act, cycle, dayMs);
    if (await isBusy(act, cycle)) return await putOff(act, cycle, busyMs);
    if (await beginTry(act, subscription, cycle)) return;
    await waitForPage(act, subscription, cycle);
  },
};

async function isSuspended(ctx: Context, id: MerchantId): Promise<boolean> {
  return (await findShownMerchant(ctx.platform, id))?.status === 'suspended';
}

async function isBusy(act: Act, { subscription_id, invoice_id }: Cycle): Promise<boolean> {
  const invoice = await findInvoice(act.tx, act.merchant.id, invoice_id);
  if (invoice !== undefined && invoice.attempt_checkout_id !== null) return true;
  return await isAsking(act.tx, act.merchant.id, subscription_id);
}

async function putOff(act: Act, { subscription_id, period_start }: Cycle, byMs: number): Promise<void> {
  const at = new Date(act.ctx.now(act.merchant).getTime() + byMs);
  await enqueue(act, 'subscriptions.collect', { ...periodJob(subscription_id, period_start), at });
}

/** The first time the customer has just got the address; later what has passed since was a try that failed. */
async function waitForPage(act: Act, subscription: Subscription, cycle: Cycle): Promise<void> {
  const { subscription_id: subscriptionId, period_start: start } = cycle;
  const counted = { tries: 1, failures: 0 };
  const waited = await countTry(act.tx, act.merchant.id, { subscriptionId, periodStart: start }, counted);
  if (cycle.tries > 0) return await failTry(act, subscription, waited);
  const at = tryDue(cycle.created_at, waited.tries + 1);
  await enqueue(act, 'subscriptions.collect', { ...periodJob(subscriptionId, start), ...(at && { at }) });
}
