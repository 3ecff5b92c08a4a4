import { findPlans, type Plan } from '../../../../../domain/billing/plans/queries.ts';
import { findCycle } from '../../../../../domain/billing/subscriptions/cycle-queries.ts';
import { editSubscription } from '../../../../../domain/billing/subscriptions/edit-subscription.ts';
import type { Subscription } from '../../../../../domain/billing/subscriptions/queries.ts';
import { unusedOf } from '../../../../../domain/billing/subscriptions/unused-time.ts';
import { readClock } from '../../../../../engine/clock/read-clock.ts';
import { ApiError } from '../../../../../platform/errors.ts';
import { readId, showId } from '../../../../../platform/ids.ts';
import { type Html, html } from '../../../../html.ts';
import { showMoney } from '../../../../money.ts';
import { subscriptionsWords } from '../../../../words/dashboard/selling/subscriptions.ts';
import { priceOf, subscriptionAddress } from '../../../parts/billing.ts';
import { radios } from '../../../parts/choices.ts';
import { formTo, selectField } from '../../../parts/forms.ts';
import { screen } from '../../../parts/frame.ts';
import { empty } from '../../../parts/notices.ts';
import { acting } from '../../../requests/acting.ts';
import { type Answer, seeOther, WrongFields } from '../../../requests/answers.ts';
import { judged } from '../../../requests/judged.ts';
import type { MerchantVisit } from '../../../requests/visit.ts';
import { subscriptionIn } from './subscription.ts';

const { changing: words, form } = subscriptionsWords;
const mostPlans = 200;

export async function showChangingPlan(visit: MerchantVisit): Promise<Answer> {
  const subscription = await subscriptionIn(visit);
  const page = { after: undefined, rows: mostPlans };
  const active = await findPlans(visit.ctx.db, visit.merchantId, { status: 'active' }, page);
  const plans = active.filter(({ currency }) => currency === subscription.currency);
  return screen(visit, {
    title: words.title,
    up: { label: subscription.customer_name, to: subscriptionAddress(visit, subscription.id) },
    main:
      plans.length === 0
        ? empty(words.none(subscription.currency))
        : changingForm(visit, { subscription, plans, unused: await unusedNow(visit, subscription) }),
  });
}

type Shown = {
  readonly subscription: Subscription;
  readonly plans: readonly Plan[];
  readonly unused: bigint | undefined;
};

function changingForm(visit: MerchantVisit, { subscription, plans, unused }: Shown): Html {
  const address = subscriptionAddress(visit, subscription.id);
  const options = plans.map((plan) => ({
    value: showId('plan', plan.id),
    label: `${plan.name}, ${priceOf(plan)}`,
  }));
  const now = unused === undefined ? [] : [nowOption(unused, subscription)];
  return formTo(visit, {
    to: `${address}/plan`,
    button: words.button,
    cancel: address,
    fields: html`${subscription.cancel_at_period_end && html`<p>${words.ending}</p>`}
${selectField(visit, { name: 'plan_id', label: subscriptionsWords.plan, options, value: showId('plan', subscription.plan_id) })}
${radios(visit, { name: 'when', label: words.when, value: 'next', options: [{ value: 'next', label: words.next, hint: words.nextHint }, ...now] })}`,
  });
}

const nowOption = (unused: bigint, { currency }: Subscription) => ({
  value: 'now',
  label: words.now,
  hint: unused === 0n ? words.nowHint : words.nowLess(showMoney(unused, currency)),
});

/** What the rest of the running period is worth at this moment. Undefined before the first period: there is nothing to end. */
async function unusedNow({ ctx, merchantId: id }: MerchantVisit, subscription: Subscription) {
  const { id: subscriptionId, current_period_start: periodStart } = subscription;
  if (periodStart === null) return undefined;
  const cycle = await findCycle(ctx.db, id, { subscriptionId, periodStart });
  if (!cycle) return undefined;
  const { now } = await readClock(ctx, id);
  return await unusedOf({ tx: ctx.db, merchant: { id } }, cycle, now);
}

/** Judged by the contract of `updateSubscription`. */
export async function changePlan(visit: MerchantVisit): Promise<Answer> {
  const { id, cancel_at_period_end: isEnding, updated_at: before } = await subscriptionIn(visit);
  const when = visit.form.value('when');
  if (when !== 'next' && when !== 'now') throw new WrongFields({ when: words.wrongWhen });
  const plan = visit.form.value('plan_id');
  if (plan === '') throw new WrongFields({ plan_id: form.wrongPlan });
  const body = judged('updateSubscription', { plan_id: plan, prorate: when === 'now' });
  const planId = readId('plan', body.plan_id ?? '');
  await acting(visit, 'subscription.plan_changed', async (act) => {
    const edits = { planId, prorate: body.prorate };
    const { updated_at: after } = await editSubscription(act, id, edits).catch((error: unknown) => {
      throw when === 'now' ? inWords(error) : error;
    });
    if (after.getTime() === before.getTime()) throw new WrongFields({ plan_id: words.same });
    return {
      result: undefined,
      object: showId('sub', id),
      details: { plan: body.plan_id, prorate: body.prorate },
    };
  });
  const done = when === 'now' ? 'planNow' : isEnding ? 'planEnding' : 'planNext';
  return seeOther(`${subscriptionAddress(visit, id)}?done=${done}`);
}

/** The form offers no plan of another currency. So one that does not fit now costs no more than what is left is worth. */
function inWords(error: unknown): unknown {
  const isTooCheap = error instanceof ApiError && error.code === 'PLAN_NOT_COMPATIBLE';
  return isTooCheap ? new WrongFields({ plan_id: words.tooCheap }) : error;
}
