import type { Api } from './api.ts';
import type { App } from './app.ts';
import { turnClock } from './build.ts';

/** A plan that the contract accepts. */
export function aPlan(about: Record<string, unknown> = {}) {
  return { name: 'Tea club', amount: '12.00', currency: 'USD', interval: 'month', ...about };
}

/** Makes a plan, and fails the test when it is not made. */
export async function createdPlan(api: Api, about: Record<string, unknown> = {}) {
  const created = await api('createSubscriptionPlan', { body: aPlan(about) });
  if (created.status !== 201) throw new Error(JSON.stringify(created.body));
  return created.data;
}

export const paidBy = (phone: string) => ({ wallet_type: 'wallet_a', customer_phone: phone });

/** Subscribes a customer to a plan of these terms, or to one that is there. */
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

/** The invoices of a subscription, the oldest first. */
export async function invoicesOf(api: Api, { id }: Named) {
  const { data } = await api('listInvoices', { query: { limit: 100 } });
  return data.items.filter(({ subscription_id }) => subscription_id === id).toReversed();
}

/** Turns the clock to a moment, in steps that it allows. */
export async function turnTo(api: Api, moment: string): Promise<void> {
  for (;;) {
    const { data } = await api('getTestClock');
    const seconds = Math.ceil((Date.parse(moment) - Date.parse(data.now)) / 1000);
    if (seconds <= 0) return;
    await turnClock(api, Math.min(seconds, 366 * 86_400));
  }
}

export type Told = {
  readonly type: string;
  readonly sequence: number;
  readonly at: string;
  readonly data: Readonly<Record<string, unknown>>;
};

/** What was told of a subscription or a plan, in its order. */
export async function toldOf(app: App, { id }: Named): Promise<Told[]> {
  const rows = await app.database.asOwner(
    `SELECT type, sequence, created_at, data FROM sandbox.events
      WHERE replace(resource_id::text, '-', '') = $1 ORDER BY sequence`,
    [id.replace(/^[a-z]+_/, '')],
  );
  return rows.map((row) => ({
    type: String(row['type']).replace(/^billing\.(subscription|plan)\./, ''),
    sequence: Number(row['sequence']),
    at: (row['created_at'] as Date).toISOString(),
    data: typeof row['data'] === 'string' ? JSON.parse(row['data']) : row['data'],
  }));
}

export async function typesOf(app: App, named: Named): Promise<string[]> {
  return (await toldOf(app, named)).map(({ type }) => type);
}
