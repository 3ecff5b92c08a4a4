import { editPlan } from '../../../../../domain/billing/plans/edit-plan.ts';
import { findPlan, findPlans, type Plan } from '../../../../../domain/billing/plans/queries.ts';
import { notFound, readId, showId } from '../../../../../platform/ids.ts';
import { type Html, html } from '../../../../html.ts';
import { subscriptionsWords } from '../../../../words/dashboard/selling/subscriptions.ts';
import { priceOf } from '../../../parts/billing.ts';
import { filters, listRegion } from '../../../parts/filters.ts';
import { screen } from '../../../parts/frame.ts';
import { link, linkButton, moment, state } from '../../../parts/show.ts';
import { pageIn, pager, table } from '../../../parts/tables.ts';
import { acting } from '../../../requests/acting.ts';
import { type Answer, seeOther } from '../../../requests/answers.ts';
import type { MerchantVisit } from '../../../requests/visit.ts';
import { listsOf } from './subscriptions.ts';

const { plans: words } = subscriptionsWords;
const pageRows = 30;
const statuses = Object.keys(words.statuses).filter(isStatus);

function isStatus(text: string): text is Plan['status'] {
  return text in words.statuses;
}

export const planState = ({ status }: Plan): Html =>
  state(words.statuses[status], status === 'active' ? 'good' : 'plain');

export const planAddress = ({ base }: MerchantVisit, id: string): string =>
  `${base}/subscriptions/plans/${showId('plan', id)}`;

/** The plan that the address names. @throws NOT_FOUND also for one of another merchant */
export async function planIn({ ctx, merchantId, params }: MerchantVisit): Promise<Plan> {
  const plan = await findPlan(ctx.db, merchantId, readId('plan', params['plan'] ?? ''));
  if (!plan) throw notFound('plan');
  return plan;
}

export async function showPlans(visit: MerchantVisit): Promise<Answer> {
  const { ctx, merchantId, query } = visit;
  const after = pageIn(visit);
  const status = statuses.find((each) => each === query.get('status'));
  const found = await findPlans(ctx.db, merchantId, { status }, { after, rows: pageRows + 1 });
  const rows = found.slice(0, pageRows);
  const options = statuses.map((value) => ({ value, label: words.statuses[value] }));
  return screen(visit, {
    title: words.title,
    actions: visit.may('sell') && linkButton(`${visit.base}/subscriptions/plans/new`, words.new),
    main: html`${listsOf(visit, '/subscriptions/plans')}<p class="soft">${words.intro}</p>
${filters(visit, [{ name: 'status', label: subscriptionsWords.state, options }])}
${listRegion(html`${table<Plan>({
  caption: words.title,
  columns: [
    { title: words.name, cell: ({ id, name }) => link(planAddress(visit, id), name) },
    { title: subscriptionsWords.price, cell: priceOf },
    { title: subscriptionsWords.state, cell: planState },
    { title: subscriptionsWords.created, cell: ({ created_at }) => moment(visit, created_at) },
  ],
  rows,
  empty: words.empty,
})}
${pager(visit, { older: found.length > pageRows ? rows.at(-1)?.id : undefined, isFirst: after === undefined })}`)}`,
  });
}

export const archive = (visit: MerchantVisit): Promise<Answer> => flip(visit, 'inactive');
export const activate = (visit: MerchantVisit): Promise<Answer> => flip(visit, 'active');

async function flip(visit: MerchantVisit, status: Plan['status']): Promise<Answer> {
  const { id, name } = await planIn(visit);
  const done = status === 'active' ? 'activated' : 'archived';
  await acting(visit, `plan.${done}`, async (act) => {
    await editPlan(act, id, { name: undefined, description: undefined, status });
    return { result: undefined, object: showId('plan', id), details: { name } };
  });
  return seeOther(`${planAddress(visit, id)}?done=${done}`);
}
