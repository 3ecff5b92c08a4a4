import { findSubscriptions, type Subscription } from '../../../../../domain/billing/subscriptions/queries.ts';
import { type Html, html } from '../../../../html.ts';
import { subscriptionsWords as words } from '../../../../words/dashboard/selling/subscriptions.ts';
import { subscriptionsTable } from '../../../parts/billing.ts';
import { filters, listRegion } from '../../../parts/filters.ts';
import { screen } from '../../../parts/frame.ts';
import { linkButton, tabs } from '../../../parts/show.ts';
import { pageIn, pager } from '../../../parts/tables.ts';
import type { Answer } from '../../../requests/answers.ts';
import type { MerchantVisit } from '../../../requests/visit.ts';

const pageRows = 30;
const statuses = Object.keys(words.statuses).filter(isStatus);

function isStatus(text: string): text is Subscription['status'] {
  return text in words.statuses;
}

/** The two lists of this area. */
export const listsOf = ({ base }: MerchantVisit, current: '/subscriptions' | '/subscriptions/plans'): Html =>
  tabs(words.lists, base + current, [
    { to: `${base}/subscriptions`, label: words.title },
    { to: `${base}/subscriptions/plans`, label: words.plans.title },
  ]);

export async function showSubscriptions(visit: MerchantVisit): Promise<Answer> {
  const { ctx, merchantId, query } = visit;
  const after = pageIn(visit);
  const status = statuses.find((each) => each === query.get('status'));
  const found = await findSubscriptions(ctx.db, merchantId, { status }, { after, rows: pageRows + 1 });
  const rows = found.slice(0, pageRows);
  const options = statuses.map((value) => ({ value, label: words.statuses[value] }));
  return screen(visit, {
    title: words.title,
    actions: visit.may('sell') && linkButton(`${visit.base}/subscriptions/new`, words.new),
    main: html`${listsOf(visit, '/subscriptions')}
${filters(visit, [{ name: 'status', label: words.state, options }])}
${listRegion(html`${await subscriptionsTable(visit, { rows, empty: words.empty })}
${pager(visit, { older: found.length > pageRows ? rows.at(-1)?.id : undefined, isFirst: after === undefined })}`)}`,
  });
}
