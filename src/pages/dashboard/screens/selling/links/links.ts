import { currencies } from '../../../../../domain/money/amounts/currency.ts';
import { judgeLink } from '../../../../../domain/payments/payment-links/judge-link.ts';
import {
  findLink,
  findLinks,
  type PaymentLink,
} from '../../../../../domain/payments/payment-links/queries.ts';
import { readClock } from '../../../../../engine/clock/read-clock.ts';
import { notFound, readId, showId } from '../../../../../platform/ids.ts';
import { type Html, html } from '../../../../html.ts';
import { showMoney } from '../../../../money.ts';
import { linksWords as words } from '../../../../words/dashboard/selling/links.ts';
import { filters, listRegion } from '../../../parts/filters.ts';
import { screen } from '../../../parts/frame.ts';
import { link, linkButton, moment, state } from '../../../parts/show.ts';
import { pageIn, pager, table } from '../../../parts/tables.ts';
import type { Answer } from '../../../requests/answers.ts';
import type { MerchantVisit } from '../../../requests/visit.ts';

const pageRows = 30;
const statuses = Object.keys(words.statuses).filter(isStatus);

function isStatus(text: string): text is PaymentLink['status'] {
  return text in words.statuses;
}

const looks = {
  open: 'good',
  busy: 'good',
  paused: 'warn',
  expired: 'plain',
  exhausted: 'plain',
  deactivated: 'plain',
} as const satisfies Record<keyof typeof words.states, string>;

/** @param now by the merchant's clock: it decides whether the link has expired */
export function standing(one: PaymentLink, now: Date): Html {
  const judged = judgeLink(one, now);
  return state(words.states[judged], looks[judged]);
}

export const linkAddress = ({ base }: MerchantVisit, id: string): string =>
  `${base}/links/${showId('plink', id)}`;

/** The link that the address names. @throws NOT_FOUND also for one of another merchant */
export async function linkIn({ ctx, merchantId, params }: MerchantVisit): Promise<PaymentLink> {
  const found = await findLink(ctx.db, merchantId, readId('plink', params['link'] ?? ''));
  if (!found) throw notFound('plink');
  return found;
}

export async function showLinks(visit: MerchantVisit): Promise<Answer> {
  const { ctx, merchantId, query } = visit;
  const after = pageIn(visit);
  const wanted = {
    status: statuses.find((status) => status === query.get('status')),
    currency: currencies.find((currency) => currency === query.get('currency')),
  };
  const [found, { now }] = await Promise.all([
    findLinks(ctx.db, merchantId, wanted, { after, rows: pageRows + 1 }),
    readClock(ctx, merchantId),
  ]);
  const links = found.slice(0, pageRows);
  return screen(visit, {
    title: words.title,
    actions: visit.may('sell') && linkButton(`${visit.base}/links/new`, words.create),
    main: html`<p class="soft">${words.intro}</p>
${filters(visit, [
  {
    name: 'status',
    label: words.state,
    options: statuses.map((value) => ({ value, label: words.statuses[value] })),
  },
  { name: 'currency', label: words.currency, options: currencies.map((value) => ({ value, label: value })) },
])}
${listRegion(html`${table<PaymentLink>({
  caption: words.title,
  columns: [
    { title: words.name, cell: ({ id, title }) => link(linkAddress(visit, id), title) },
    { title: words.amount, isNumber: true, cell: ({ amount, currency }) => showMoney(amount, currency) },
    { title: words.state, cell: (one) => standing(one, now) },
    { title: words.uses, cell: ({ uses_completed, max_uses }) => words.usesOf(uses_completed, max_uses) },
    {
      title: words.collected,
      isNumber: true,
      cell: ({ amount_collected, currency }) => showMoney(amount_collected, currency),
    },
    { title: words.created, cell: ({ created_at }) => moment(visit, created_at) },
  ],
  rows: links,
  empty: words.empty,
})}
${pager(visit, { older: found.length > pageRows ? links.at(-1)?.id : undefined, isFirst: after === undefined })}`)}`,
  });
}
