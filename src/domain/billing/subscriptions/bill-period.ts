import type { Act } from '../../../engine/context.ts';
import { enqueue } from '../../../engine/jobs/enqueue.ts';
import { assert } from '../../../platform/assert.ts';
import { newId, showId } from '../../../platform/ids.ts';
import { draftInvoice } from '../invoices/draft-invoice.ts';
import { issueInvoice } from '../invoices/issue-invoice.ts';
import { periodStart } from '../plans/period-start.ts';
import { priceOf } from '../plans/price.ts';
import { findPlan, type Plan } from '../plans/queries.ts';
import { insertCycle } from './cycle-queries.ts';
import { periodJob } from './period-job.ts';
import type { Subscription } from './queries.ts';
import { lineLess } from './unused-time.ts';

type Billed = Pick<
  Subscription,
  | 'anchor_at'
  | 'anchor_cycles'
  | 'current_period_start'
  | 'current_period_end'
  | 'next_billing_at'
  | 'cycle_count'
  | 'latest_invoice_id'
  | 'tax_basis_points'
>;

/**
 * Bills the next period of a locked subscription: sends its invoice, inserts its cycle, and queues the first try to collect
 * it and the renewal after it. A period is billed only once, because its cycle is unique.
 *
 * @param credit what is deducted from the price with tax: less than that
 * @returns the columns of the subscription that change with it
 *
 * Spec: "Subscription". Decision 0017.
 */
export async function billPeriod(act: Act, subscription: Subscription, credit = 0n): Promise<Billed> {
  const { id, anchor_at, anchor_cycles } = subscription;
  const { name: plan, tax_basis_points } = await planOf(act, subscription);
  const rhythm = { interval: subscription.interval_unit, count: subscription.interval_count };
  const start = periodStart(anchor_at, rhythm, anchor_cycles);
  const end = periodStart(anchor_at, rhythm, anchor_cycles + 1);
  const invoiceId = newId();
  const counted = { anchor_at, anchor_cycles: anchor_cycles + 1 };
  // Before its invoice, whose events say which period it bills.
  await insertCycle(act.tx, act.merchant.id, {
    ...counted,
    subscription_id: id,
    period_start: start,
    period_end: end,
    invoice_id: invoiceId,
    plan_id: subscription.plan_id,
    price: subscription.amount,
    tax_basis_points,
    created_at: act.ctx.now(act.merchant),
  });
  await draft(act, { ...subscription, tax_basis_points }, { invoiceId, plan, start, credit });
  await enqueue(act, 'subscriptions.collect', periodJob(id, start));
  await enqueue(act, 'subscriptions.renew', { ...periodJob(id, end), at: end });
  // Last, because its number makes the merchant's other renewals wait for this transaction.
  await issueInvoice(act, invoiceId);
  return {
    ...counted,
    current_period_start: start,
    current_period_end: end,
    next_billing_at: end,
    cycle_count: subscription.cycle_count + 1,
    latest_invoice_id: invoiceId,
    tax_basis_points,
  };
}

/**
 * The tax that a subscription is billed with: that of its plan, which never changes. The copy may be wrong, since the release before
 * taxes did not write it.
 */
export async function taxOf(
  act: Act,
  subscription: Subscription,
): Promise<Pick<Subscription, 'tax_basis_points'>> {
  const { tax_basis_points } = await planOf(act, subscription);
  return { tax_basis_points };
}

async function planOf(act: Act, { plan_id }: Subscription): Promise<Plan> {
  const plan = await findPlan(act.tx, act.merchant.id, plan_id);
  assert(plan, 'a plan is never deleted');
  return plan;
}

/** The shortest time to pay before the due date is over: a night, also in the time zone of the page, which is ahead of UTC. */
const payableMs = 12 * 60 * 60 * 1000;

/**
 * The first day (UTC) whose end leaves more than that time. Counted from the sending: a service that was down bills after the start.
 *
 * @returns `2026-01-31`
 */
function dueDateOf(start: Date, sentAt: Date): string {
  const from = sentAt > start ? sentAt : start;
  return new Date(from.getTime() + payableMs).toISOString().slice(0, 10);
}

type Drafted = {
  readonly invoiceId: string;
  readonly plan: string;
  readonly start: Date;
  readonly credit: bigint;
};

async function draft(
  act: Act,
  subscription: Subscription,
  { invoiceId, plan, start, credit }: Drafted,
): Promise<void> {
  const { net } = priceOf(subscription, credit);
  const line = {
    description: credit > 0n ? lineLess(plan, subscription.amount - net) : plan,
    quantity: 1,
    unitAmount: net,
    taxBasisPoints: subscription.tax_basis_points,
  };
  await draftInvoice(act, {
    id: invoiceId,
    appId: subscription.app_id,
    customer: {
      id: subscription.customer_id,
      name: subscription.customer_name,
      email: subscription.customer_email,
      phone: subscription.customer_phone,
    },
    currency: subscription.currency,
    lines: [line],
    dueDate: dueDateOf(start, act.ctx.now(act.merchant)),
    reference: showId('sub', subscription.id),
    notes: null,
    metadata: subscription.metadata,
    reminderDays: [],
    subscriptionId: subscription.id,
  });
}
