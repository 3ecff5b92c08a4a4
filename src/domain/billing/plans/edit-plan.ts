import type { Act } from '../../../engine/context.ts';
import { recordEvent } from '../../../engine/recording/record.ts';
import { move } from '../../../engine/states/moves.ts';
import { notFound } from '../../../platform/ids.ts';
import { changePlan, lockPlan, type Plan } from './queries.ts';
import { planMoves } from './states.ts';

/** An undefined field stays as it is. */
export type PlanChanges = {
  readonly name: string | undefined;
  readonly description: string | undefined;
  readonly status: Plan['status'] | undefined;
};

/**
 * Changes a plan's name and description, and whether it takes new subscriptions. A value equal to the old one changes
 * nothing and records no event.
 *
 * @param precondition throws if the plan, which is locked, is not as its caller decided on
 * @throws NOT_FOUND
 *
 * Spec: "Subscription". Decision 0017.
 */
export async function editPlan(
  act: Act,
  id: string,
  changes: PlanChanges,
  precondition?: (plan: Plan) => void,
): Promise<Plan> {
  const plan = await lockPlan(act.tx, act.merchant.id, id);
  if (!plan) throw notFound('plan');
  precondition?.(plan);
  const { name = plan.name, description = plan.description, status } = changes;
  const named = await rename(act, plan, { name, description });
  if (status === undefined) return named;
  const edge = status === 'active' ? planMoves.activate : planMoves.deactivate;
  return (await move(act, 'plans', id, edge)) ?? named;
}

async function rename(act: Act, plan: Plan, words: Pick<Plan, 'name' | 'description'>): Promise<Plan> {
  if (words.name === plan.name && words.description === plan.description) return plan;
  const named = await changePlan(act.tx, act.merchant.id, plan.id, words);
  await recordEvent(act, 'billing.plan.updated', named);
  return named;
}
