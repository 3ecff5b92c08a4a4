import { currencies } from '../../../../../domain/money/amounts/currency.ts';
import { readBalances } from '../../../../../domain/money/ledger/balances.ts';
import { failureInfo } from '../../../../../domain/payments/transactions/failures.ts';
import { findHandedOutBy } from '../../../../../domain/payouts/agents/queries.ts';
import { findPayout, findPayouts, type Payout } from '../../../../../domain/payouts/payouts/queries.ts';
import { shownFee } from '../../../../../domain/payouts/payouts/shown-fee.ts';
import { notFound, readId, showId } from '../../../../../platform/ids.ts';
import { type Html, html } from '../../../../html.ts';
import { showMoney } from '../../../../money.ts';
import { batchesWords } from '../../../../words/dashboard/money/batches.ts';
import { payoutsWords as words } from '../../../../words/dashboard/money/payouts.ts';
import { dayIn } from '../../../parts/days.ts';
import { filters, listRegion } from '../../../parts/filters.ts';
import { screen } from '../../../parts/frame.ts';
import { exact, link, linkButton, moment, section, state } from '../../../parts/show.ts';
import { facts, pageIn, pager, table } from '../../../parts/tables.ts';
import type { Answer } from '../../../requests/answers.ts';
import type { MerchantVisit } from '../../../requests/visit.ts';
import { nameOf } from './destinations.ts';

const pageSize = 30;
const looks = {
  processing: 'warn',
  completed: 'good',
  failed: 'bad',
  held: 'warn',
  blocked: 'bad',
  unclaimed: 'bad',
  returned: 'bad',
} as const satisfies Record<Payout['status'], string>;
const statuses = Object.keys(words.states).filter(isStatus);
const methods = Object.keys(words.methods).filter(isMethod);

function isStatus(text: string): text is Payout['status'] {
  return text in words.states;
}

function isMethod(text: string): text is Payout['method'] {
  return text in words.methods;
}

/** The state of a payout, and why it is held. */
export const standing = ({ status, held_for: why }: Pick<Payout, 'status' | 'held_for'>): Html =>
  state(why === null ? words.states[status] : words.heldFor[why], looks[status]);

export async function showPayouts(visit: MerchantVisit): Promise<Answer> {
  const { ctx, merchantId } = visit;
  const after = pageIn(visit);
  const [found, balances] = await Promise.all([
    findPayouts(ctx.db, merchantId, wantedOf(visit), { after, rows: pageSize + 1 }),
    readBalances(ctx.db, merchantId),
  ]);
  const payouts = found.slice(0, pageSize);
  const available = currencies
    .map((currency) => showMoney(balances.available[currency], currency))
    .join(', ');
  return screen(visit, {
    title: words.title,
    actions: html`${link(`${visit.base}/payouts/destinations`, words.accounts)} ${link(`${visit.base}/payouts/batches`, batchesWords.title)} ${visit.may('payout') && linkButton(`${visit.base}/payouts/new`, words.new)}`,
    main: html`<p class="soft">${words.available(available)}</p>
${filters(visit, [
  {
    name: 'status',
    label: words.state,
    options: statuses.map((value) => ({ value, label: words.states[value] })),
  },
  {
    name: 'method',
    label: words.method,
    options: methods.map((value) => ({ value, label: words.methods[value] })),
  },
  { name: 'currency', label: words.currency, options: currencies.map((value) => ({ value, label: value })) },
  { name: 'from', label: words.from, kind: 'date' },
  { name: 'to', label: words.until, kind: 'date' },
])}
${listRegion(html`${table<Payout>({
  caption: words.title,
  columns: [
    {
      title: words.created,
      cell: (payout) =>
        link(`${visit.base}/payouts/${showId('po', payout.id)}`, moment(visit, payout.created_at)),
    },
    { title: words.to, cell: nameOf },
    { title: words.method, cell: ({ method }) => words.methods[method] },
    { title: words.amount, isNumber: true, cell: ({ amount, currency }) => showMoney(amount, currency) },
    { title: words.fee, isNumber: true, cell: (payout) => showMoney(shownFee(payout).fee, payout.currency) },
    { title: words.state, cell: standing },
  ],
  rows: payouts,
  empty: words.empty,
})}
${pager(visit, { older: found.length > pageSize ? payouts.at(-1)?.id : undefined, isFirst: after === undefined })}`)}`,
  });
}

function wantedOf({ query, session }: MerchantVisit) {
  const of = (name: string): string => query.get(name) ?? '';
  return {
    status: statuses.find((status) => status === of('status')),
    method: methods.find((method) => method === of('method')),
    currency: currencies.find((currency) => currency === of('currency')),
    from: dayIn(query.get('from'), session.timeZone),
    before: dayIn(query.get('to'), session.timeZone, 1),
  };
}

export async function showPayout(visit: MerchantVisit): Promise<Answer> {
  const payout = await findPayout(visit.ctx.db, visit.merchantId, readId('po', visit.params['payout'] ?? ''));
  if (!payout) throw notFound('po');
  const { amount, currency } = payout;
  const { fee, net } = shownFee(payout);
  const agent =
    payout.method === 'agent_cash'
      ? await findHandedOutBy(visit.ctx.db, visit.merchantId, payout.id)
      : undefined;
  return screen(visit, {
    title: showMoney(amount, currency),
    up: { label: words.title, to: `${visit.base}/payouts` },
    main: section(
      words.title,
      facts([
        [words.state, standing(payout)],
        payout.failure !== null && [words.failure, failureInfo(payout.failure)?.message],
        [words.to, nameOf(payout)],
        [words.method, words.methods[payout.method]],
        agent && [words.handedOutBy, link(`${visit.base}/agents/${showId('agt', agent.id)}`, agent.name)],
        payout.subaccount_id !== null && [
          words.subaccount,
          link(
            `${visit.base}/partners/${showId('sac', payout.subaccount_id)}`,
            showId('sac', payout.subaccount_id),
          ),
        ],
        [words.fee, showMoney(fee, currency)],
        [words.net, showMoney(net, currency)],
        [words.created, moment(visit, payout.created_at)],
        payout.completed_at !== null && [words.completed, moment(visit, payout.completed_at)],
        [words.transaction, exact(showId('txn', payout.transaction_id))],
        ['ID', exact(showId('po', payout.id))],
      ]),
    ),
  });
}
