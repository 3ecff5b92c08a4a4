import { type Dispute, findDispute, findDisputes } from '../../../../../domain/payments/disputes/queries.ts';
import { notFound, readId } from '../../../../../platform/ids.ts';
import { type Html, html } from '../../../../html.ts';
import { showMoney } from '../../../../money.ts';
import { disputesWords as words } from '../../../../words/dashboard/money/disputes.ts';
import { filters, listRegion } from '../../../parts/filters.ts';
import { screen } from '../../../parts/frame.ts';
import { disputeAddress, paymentAddress } from '../../../parts/payments.ts';
import { link, moment, state } from '../../../parts/show.ts';
import { pageIn, pager, table } from '../../../parts/tables.ts';
import type { Answer } from '../../../requests/answers.ts';
import type { MerchantVisit } from '../../../requests/visit.ts';

const pageRows = 30;
const statuses = ['needs_response', 'warning', 'under_review', 'won', 'lost', 'warning_closed'] as const;
const looks = {
  warning: 'warn',
  warning_closed: 'plain',
  needs_response: 'bad',
  under_review: 'warn',
  won: 'good',
  lost: 'bad',
} as const satisfies Record<Dispute['status'], string>;

export const standing = ({ status }: Pick<Dispute, 'status'>): Html =>
  state(words.states[status], looks[status]);

/** The dispute that the address names. @throws NOT_FOUND also for one of another merchant */
export async function disputeIn({ ctx, merchantId, params }: MerchantVisit): Promise<Dispute> {
  const found = await findDispute(ctx.db, merchantId, readId('dsp', params['dispute'] ?? ''));
  if (!found) throw notFound('dsp');
  return found;
}

export async function showDisputes(visit: MerchantVisit): Promise<Answer> {
  const { ctx, merchantId, query } = visit;
  const after = pageIn(visit);
  const wanted = { status: statuses.find((one) => one === query.get('status')), paymentId: undefined };
  const found = await findDisputes(ctx.db, merchantId, wanted, { after, rows: pageRows + 1 });
  const rows = found.slice(0, pageRows);
  const options = statuses.map((value) => ({ value, label: words.states[value] }));
  return screen(visit, {
    title: words.title,
    main: html`<p class="soft">${words.intro}</p>
${filters(visit, [{ name: 'status', label: words.state, options }])}
${listRegion(html`${table<Dispute>({
  caption: words.title,
  columns: [
    {
      title: words.opened,
      cell: (one) => link(disputeAddress(visit, one.id), moment(visit, one.created_at)),
    },
    { title: words.amount, isNumber: true, cell: ({ amount, currency }) => showMoney(amount, currency) },
    { title: words.state, cell: standing },
    { title: words.reason, cell: ({ reason }) => words.reasons[reason] },
    { title: words.due, cell: (one) => (isOpen(one) ? moment(visit, one.evidence_due_at) : '') },
    {
      title: words.payment,
      cell: ({ transaction_id: id }) => link(paymentAddress(visit, id), words.payment),
    },
  ],
  rows,
  empty: words.none,
})}
${pager(visit, { older: found.length > pageRows ? rows.at(-1)?.id : undefined, isFirst: after === undefined })}`)}`,
  });
}

/** Whether the merchant still has something to do. */
export const isOpen = ({ status }: Pick<Dispute, 'status'>): boolean =>
  status === 'needs_response' || status === 'warning';
