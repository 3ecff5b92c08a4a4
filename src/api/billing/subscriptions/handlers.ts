import { editPlan } from '../../../domain/billing/plans/edit-plan.ts';
import { makePlan } from '../../../domain/billing/plans/make-plan.ts';
import { findPlans } from '../../../domain/billing/plans/queries.ts';
import { cancelSubscription as cancel } from '../../../domain/billing/subscriptions/cancel-subscription.ts';
import { editSubscription } from '../../../domain/billing/subscriptions/edit-subscription.ts';
import { pauseSubscription as pause } from '../../../domain/billing/subscriptions/pause-subscription.ts';
import { findSubscription, findSubscriptions } from '../../../domain/billing/subscriptions/queries.ts';
import { resumeSubscription as resume } from '../../../domain/billing/subscriptions/resume-subscription.ts';
import { type Paying, subscribe } from '../../../domain/billing/subscriptions/subscribe.ts';
import { parseAmount } from '../../../domain/money/amounts/amount.ts';
import { parsePercent } from '../../../domain/money/amounts/percent.ts';
import { normalisePhone } from '../../../domain/money/wallets/phone.ts';
import { storedMetadata } from '../../../domain/payments/checkouts/metadata.ts';
import type { Handler } from '../../../engine/calls/handler.ts';
import { readClock } from '../../../engine/clock/read-clock.ts';
import type { RequestOf } from '../../../platform/contract/types.ts';
import { findPage, showPage } from '../../../platform/http/cursor.ts';
import { readInstant } from '../../../platform/http/dates.ts';
import { notFound, readId } from '../../../platform/ids.ts';
import { planView, subscriptionView } from './view.ts';

export const createSubscriptionPlan: Handler<'createSubscriptionPlan'> = async (call) => {
  const { name, description = null, amount, currency, interval, interval_count: count } = call.body;
  const {
    tax_rate,
    trial_days: trialDays,
    max_cycles: maxCycles = null,
    on_exhausted: onExhausted,
  } = call.body;
  const plan = await makePlan(call, {
    name,
    description,
    amount: parseAmount(amount, currency),
    currency,
    taxBasisPoints: tax_rate === undefined ? null : parsePercent(tax_rate),
    rhythm: { interval, count },
    trialDays,
    maxCycles,
    onExhausted,
  });
  return call.reply(201, planView(plan));
};

export const listSubscriptionPlans: Handler<'listSubscriptionPlans'> = async (call) => {
  const { status } = call.query;
  const plans = await findPage(call.query, (page) => findPlans(call.db, call.merchant.id, { status }, page));
  return call.reply(200, showPage(plans, planView));
};

export const updateSubscriptionPlan: Handler<'updateSubscriptionPlan'> = async (call) => {
  const { name, description, status } = call.body;
  const plan = await editPlan(call, readId('plan', call.params.id), { name, description, status });
  return call.reply(200, planView(plan));
};

export const createSubscription: Handler<'createSubscription'> = async (call) => {
  const { plan_id, customer, customer_id, start_at, metadata = {} } = call.body;
  const subscription = await subscribe(call, {
    appId: call.principal.appId,
    planId: readId('plan', plan_id),
    customer: { customer, customer_id },
    ...payingIn(call.body),
    startAt: start_at === undefined ? undefined : readInstant(start_at),
    metadata: storedMetadata(metadata),
  });
  return call.reply(201, subscriptionView(subscription, call.ctx.now(call.merchant)));
};

type PayBy = NonNullable<RequestOf<'updateSubscription'>['body']['pay_by']>;

/** The contract has checked that a wallet and its phone are sent together. */
function payingIn({ wallet_type: type, customer_phone: phone, payment_method_id: saved }: PayBy): Paying {
  return {
    wallet: type === undefined || phone === undefined ? undefined : { type, phone: normalisePhone(phone) },
    paymentMethodId: saved === undefined ? undefined : readId('pm', saved),
  };
}

export const listSubscriptions: Handler<'listSubscriptions'> = async (call) => {
  const { status, customer_id, plan_id } = call.query;
  const customerId = customer_id && readId('cus', customer_id);
  const wanted = { status, customerId, planId: plan_id && readId('plan', plan_id) };
  const [subscriptions, { now }] = await Promise.all([
    findPage(call.query, (page) => findSubscriptions(call.db, call.merchant.id, wanted, page)),
    readClock(call.ctx, call.merchant.id),
  ]);
  return call.reply(
    200,
    showPage(subscriptions, (each) => subscriptionView(each, now)),
  );
};

export const getSubscription: Handler<'getSubscription'> = async (call) => {
  const [subscription, { now }] = await Promise.all([
    findSubscription(call.db, call.merchant.id, readId('sub', call.params.id)),
    readClock(call.ctx, call.merchant.id),
  ]);
  if (!subscription) throw notFound('sub');
  return call.reply(200, subscriptionView(subscription, now));
};

export const updateSubscription: Handler<'updateSubscription'> = async (call) => {
  const { plan_id, prorate, cancel_at_period_end: cancelAtPeriodEnd, pay_by: payBy, metadata } = call.body;
  const planId = plan_id === undefined ? undefined : readId('plan', plan_id);
  const changed = await editSubscription(call, readId('sub', call.params.id), {
    planId,
    prorate,
    cancelAtPeriodEnd,
    paying: payBy && payingIn(payBy),
    metadata: storedMetadata(metadata),
  });
  return call.reply(200, subscriptionView(changed, call.ctx.now(call.merchant)));
};

export const pauseSubscription: Handler<'pauseSubscription'> = async (call) => {
  const paused = await pause(call, readId('sub', call.params.id));
  return call.reply(200, subscriptionView(paused, call.ctx.now(call.merchant)));
};

export const resumeSubscription: Handler<'resumeSubscription'> = async (call) => {
  const resumed = await resume(call, readId('sub', call.params.id));
  return call.reply(200, subscriptionView(resumed, call.ctx.now(call.merchant)));
};

export const cancelSubscription: Handler<'cancelSubscription'> = async (call) => {
  const { at_period_end: atPeriodEnd = false, reason = null } = call.body ?? {};
  const canceled = await cancel(call, readId('sub', call.params.id), { atPeriodEnd, reason });
  return call.reply(200, subscriptionView(canceled, call.ctx.now(call.merchant)));
};
