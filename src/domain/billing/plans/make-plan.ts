import type { Act } from '../../../engine/context.ts';
import { recordEvent } from '../../../engine/recording/record.ts';
import { newId } from '../../../platform/ids.ts';
import type { Amount } from '../../money/amounts/amount.ts';
import type { Currency } from '../../money/amounts/currency.ts';
import { refuseTooLarge } from '../../payments/checkouts/gateway-for.ts';
import type { Rhythm } from './period-start.ts';
import { priceOf } from './price.ts';
import { insertPlan, type Plan } from './queries.ts';

export type WantedPlan = {
  readonly name: string;
  readonly description: string | null;
  /** For one period, without tax. */
  readonly amount: Amount;
  readonly currency: Currency;
  /** Added to the amount: 15 % is 1500; null: no tax. */
  readonly taxBasisPoints: number | null;
  readonly rhythm: Rhythm;
  readonly trialDays: number;
  /** Null: the subscription has no end. */
  readonly maxCycles: number | null;
  readonly onExhausted: 'pause' | 'cancel';
};

/**
 * Makes a plan that customers can be subscribed to.
 *
 * @throws AMOUNT_TOO_LARGE with its tax; `details.maximum`
 *
 * Spec: "POST /v1/subscriptions/subscription-plans".
 */
export async function makePlan(act: Act, wanted: WantedPlan): Promise<Plan> {
  const { amount, currency, taxBasisPoints: tax_basis_points } = wanted;
  refuseTooLarge('card', priceOf({ amount, currency, tax_basis_points }).total);
  const plan = await insertPlan(act.tx, act.merchant.id, {
    id: newId(),
    status: 'active',
    name: wanted.name,
    description: wanted.description,
    amount,
    currency,
    tax_basis_points,
    interval_unit: wanted.rhythm.interval,
    interval_count: wanted.rhythm.count,
    trial_days: wanted.trialDays,
    max_cycles: wanted.maxCycles,
    on_exhausted: wanted.onExhausted,
    created_at: act.ctx.now(act.merchant),
  });
  await recordEvent(act, 'billing.plan.created', plan);
  return plan;
}
