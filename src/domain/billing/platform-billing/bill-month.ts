import type { Act, JobPayloads, PhasedJob } from '../../../engine/context.ts';
import { enqueue } from '../../../engine/jobs/enqueue.ts';
import { recordEvent } from '../../../engine/recording/record.ts';
import { newId } from '../../../platform/ids.ts';
import { periodStart } from '../plans/period-start.ts';
import {
  endMonth,
  insertPlatformInvoice,
  lockPlatformSubscription,
  type PlatformSubscription,
  takePlatformNumberAcrossMerchants,
} from './queries.ts';
import { type PlatformTerms, platformTerms } from './terms.ts';

declare module '../../../engine/context.ts' {
  interface JobPayloads {
    /** A month of the merchant's subscription to the platform has ended. The first such job is queued by a trigger of the ledger. */
    'platform-billing.bill': object;
  }
}

const monthly = { interval: 'month', count: 1 } as const;

/**
 * Job `platform-billing.bill`: bills the month that has ended, and queues the job of the next one. Each run ends one month, so a clock
 * that is turned by a year ends twelve of them, one after the other. A month on a plan that costs nothing has no invoice, nor has one
 * that ends while the merchant is restricted.
 *
 * Decision 0083.
 */
export const billMonth: PhasedJob<JobPayloads['platform-billing.bill'], PlatformTerms> = {
  ask: (ctx, merchant) => platformTerms(ctx.platform, merchant.id),
  finish: async (act, _payload, terms) => {
    const subscription = await lockPlatformSubscription(act.tx, act.merchant.id);
    // The job ran before, and the month that it ended is over.
    if (!subscription || subscription.next_invoice_at > act.ctx.now(act.merchant)) return;
    if (terms.amount > 0n && subscription.status !== 'restricted')
      await makeInvoice(act, subscription, terms);
    const months = subscription.months + 1;
    const nextInvoiceAt = periodStart(subscription.anchor_at, monthly, months + 1);
    await endMonth(act.tx, act.merchant.id, { months, nextInvoiceAt });
    await enqueue(act, 'platform-billing.bill', { key: act.merchant.id, payload: {}, at: nextInvoiceAt });
  },
};

async function makeInvoice(
  act: Act,
  { anchor_at, months, next_invoice_at }: PlatformSubscription,
  { name, amount, taxBasisPoints, tax, total }: PlatformTerms,
): Promise<void> {
  const invoice = await insertPlatformInvoice(act.tx, act.merchant.id, {
    id: newId(),
    number: await takePlatformNumberAcrossMerchants(act.tx),
    status: 'open',
    plan_name: name,
    subtotal: amount,
    tax_basis_points: taxBasisPoints,
    tax,
    total,
    period_start: periodStart(anchor_at, monthly, months),
    period_end: next_invoice_at,
    created_at: act.ctx.now(act.merchant),
  });
  await recordEvent(act, 'billing.invoice.created', invoice);
  await enqueue(act, 'platform-billing.collect', { key: invoice.id, payload: { invoiceId: invoice.id } });
}
