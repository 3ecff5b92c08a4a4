import type { Api } from '../service/api.ts';
import type { App } from '../service/app.ts';
import { turnClock } from './build.ts';
import { eventsAbout, type RecordedEvent } from './inside.ts';

/** The body of a plan that the contract accepts. */
export function aPlan(about: Record<string, unknown> = {}) {
  return { name: 'Tea club', amount: '12.00', currency: 'USD', interval: 'month', ...about };
}

/** Makes a plan, and fails the test if that is refused. */
export async function createdPlan(api: Api, about: Record<string, unknown> = {}) {
  const created = await api('createSubscriptionPlan', { body: aPlan(about) });
  if (created.status !== 201) throw new Error(JSON.stringify(created.body));
  return created.data;
}

/** The fields of a subscription that is paid by wallet. The phone number chooses the outcome. */
export const paidBy = (phone: string) => ({ wallet_type: 'wallet_a', customer_phone: phone });

/** Subscribes a customer to a new plan with these terms, or to an existing plan by its id. */
export async function subscribed(
  api: Api,
  plan: Record<string, unknown> | string = {},
  about: Record<string, unknown> = {},
) {
  const plan_id = typeof plan === 'string' ? plan : (await createdPlan(api, plan)).plan_id;
  const body = { plan_id, customer: { name: 'Rudo Ncube' }, ...about };
  const created = await api('createSubscription', { body });
  if (created.status !== 201) throw new Error(JSON.stringify(created.body));
  return created.data;
}

type Named = { readonly id: string };

export async function subscriptionNow(api: Api, { id }: Named) {
  const read = await api('getSubscription', { params: { id } });
  if (read.status !== 200) throw new Error(JSON.stringify(read.body));
  return read.data;
}

export const pause = (api: Api, { id }: Named) => api('pauseSubscription', { params: { id } });
export const resume = (api: Api, { id }: Named) => api('resumeSubscription', { params: { id } });
export const cancel = (api: Api, { id }: Named, body: Record<string, unknown> = {}) =>
  api('cancelSubscription', { params: { id }, body });

/** The invoices of a subscription, oldest first. */
export async function invoicesOf(api: Api, { id }: Named) {
  const { data } = await api('listInvoices', { query: { limit: 100 } });
  return data.items.filter(({ subscription_id }) => subscription_id === id).toReversed();
}

/** Turns the clock to a moment, in as many calls as its limit of a year requires. */
export async function turnTo(api: Api, moment: string): Promise<void> {
  for (;;) {
    const { data } = await api('getTestClock');
    const seconds = Math.ceil((Date.parse(moment) - Date.parse(data.now)) / 1000);
    if (seconds <= 0) return;
    await turnClock(api, Math.min(seconds, 366 * 86_400));
  }
}

/** The payments of a merchant, newest first. */
export async function paymentsOf(api: Api) {
  return (await api('listTransactions', { query: { type: 'payment', limit: 100 } })).data.items;
}

/** The events about a subscription or a plan, in order; their types without `billing.subscription.` or `billing.plan.`. */
export async function billingEvents(app: App, named: Named): Promise<RecordedEvent[]> {
  const events = await eventsAbout(app, named);
  return events.map((event) => ({
    ...event,
    type: event.type.replace(/^billing\.(subscription|plan)\./, ''),
  }));
}

export async function billingEventTypes(app: App, named: Named): Promise<string[]> {
  return (await billingEvents(app, named)).map(({ type }) => type);
}
