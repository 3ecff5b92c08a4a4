import { errorCatalogue } from '../../../../../../generated/error-catalogue.ts';
import { amountOf } from '../../../../../domain/money/amounts/amount.ts';
import {
  type Batch,
  type Counts,
  countItems,
  findBatch,
  findBatches,
  findItems,
  type ShownItem,
} from '../../../../../domain/payouts/batches/queries.ts';
import { isErrorCode } from '../../../../../platform/errors.ts';
import { notFound, readId, showId } from '../../../../../platform/ids.ts';
import { type Child, html } from '../../../../html.ts';
import { showMoney } from '../../../../money.ts';
import { frameWords } from '../../../../words/dashboard/frame.ts';
import { batchesWords as words } from '../../../../words/dashboard/money/batches.ts';
import { payoutsWords } from '../../../../words/dashboard/money/payouts.ts';
import { screen } from '../../../parts/frame.ts';
import { exact, link, linkButton, moment, section, state } from '../../../parts/show.ts';
import { type Column, facts, pageIn, pager, table } from '../../../parts/tables.ts';
import type { Answer } from '../../../requests/answers.ts';
import type { MerchantVisit } from '../../../requests/visit.ts';
import { nameOf } from './destinations.ts';
import { standing as standingOf } from './payouts.ts';

const batchesShown = 30;
const itemsShown = 100;
const looks = {
  processing: 'warn',
  completed: 'plain',
  denied: 'bad',
} as const satisfies Record<Batch['status'], string>;
const countNames = ['total', 'waiting', 'processing', 'completed', 'failed', 'refused'] as const;

const standing = ({ status }: Batch): Child => state(words.states[status], looks[status]);

export async function showBatches(visit: MerchantVisit): Promise<Answer> {
  const { ctx, merchantId } = visit;
  const after = pageIn(visit);
  const found = await findBatches(ctx.db, merchantId, { after, rows: batchesShown + 1 });
  const batches = found.slice(0, batchesShown);
  const ids = batches.map(({ id }) => id);
  const counts = await countItems(ctx.db, merchantId, ids);
  return screen(visit, {
    title: words.title,
    up: { label: payoutsWords.title, to: `${visit.base}/payouts` },
    actions: visit.may('payout') && linkButton(`${visit.base}/payouts/batches/new`, words.payMany),
    main: html`<p class="soft">${words.intro}</p>
${table<Batch>({
  caption: words.title,
  columns: [
    {
      title: words.created,
      cell: ({ id, created_at: at }) =>
        link(`${visit.base}/payouts/batches/${showId('pob', id)}`, moment(visit, at)),
    },
    { title: words.state, cell: standing },
    ...countNames.map(
      (name): Column<Batch> => ({
        title: words.counts[name],
        isNumber: true,
        cell: ({ id }) => String(counts.get(id)?.[name] ?? 0),
      }),
    ),
  ],
  rows: batches,
  empty: words.empty,
})}
${pager(visit, { older: found.length > batchesShown ? ids.at(-1) : undefined, isFirst: after === undefined })}`,
  });
}

/** One batch, and what each of its items came to. */
export async function showBatch(visit: MerchantVisit): Promise<Answer> {
  const { ctx, merchantId, params, query } = visit;
  const batch = await findBatch(ctx.db, merchantId, readId('pob', params['batch'] ?? ''));
  if (!batch) throw notFound('pob');
  const after = pageIn(visit);
  const [counts, found] = await Promise.all([
    countItems(ctx.db, merchantId, [batch.id]),
    findItems(ctx.db, merchantId, batch.id, { after, rows: itemsShown + 1 }),
  ]);
  const items = found.slice(0, itemsShown);
  return screen(visit, {
    title: words.one,
    up: { label: words.title, to: `${visit.base}/payouts/batches` },
    done: words.done[query.get('done') ?? ''],
    main: html`${batch.status === 'processing' && html`<p>${words.running} ${link(visit.path, frameWords.refresh)}</p>`}
${facts([
  [words.state, standing(batch)],
  ...countFacts(counts.get(batch.id)),
  [words.created, moment(visit, batch.created_at)],
  batch.completed_at !== null && [words.completed, moment(visit, batch.completed_at)],
  ['ID', exact(showId('pob', batch.id))],
])}
${section(
  words.items.title,
  html`<p class="soft">${words.items.numbers}</p>
${table<ShownItem>({ caption: words.items.title, columns: columnsOf(visit), rows: items, empty: '' })}
${pager(visit, { older: found.length > itemsShown ? items.at(-1)?.id : undefined, isFirst: after === undefined })}`,
)}`,
  });
}

const countFacts = (counts: Counts | undefined): readonly (readonly [string, Child])[] =>
  countNames.flatMap((name) => {
    const count = counts?.[name] ?? 0;
    return count > 0 ? [[words.counts[name], String(count)]] : [];
  });

const columnsOf = ({ base }: MerchantVisit): readonly Column<ShownItem>[] => [
  {
    title: words.items.position,
    cell: ({ position, payout_id: id }) =>
      id === null ? String(position) : link(`${base}/payouts/${showId('po', id)}`, String(position)),
  },
  {
    title: payoutsWords.to,
    cell: (item) => item.payout_id !== null && `${item.account_name ?? ''} ${nameOf(item)}`.trim(),
  },
  { title: payoutsWords.method, cell: ({ method }) => method && payoutsWords.methods[method] },
  {
    title: payoutsWords.amount,
    isNumber: true,
    cell: ({ amount, currency }) =>
      amount !== null && currency !== null && showMoney(amountOf(amount), currency),
  },
  { title: words.state, cell: stateOf },
  { title: words.items.why, cell: whyOf },
];

function stateOf({ payout_status: status, held_for, refusal }: ShownItem): Child {
  if (status !== null) return standingOf({ status, held_for });
  return refusal === null ? state(words.items.waiting, 'warn') : state(words.items.refused, 'bad');
}

function whyOf({ refusal, refusal_errors: errors }: ShownItem): Child {
  if (refusal === null) return '';
  const fields = errors.map(({ instancePath, message }) => `${instancePath.slice(1)} ${message}.`);
  return [isErrorCode(refusal) ? errorCatalogue[refusal].message : refusal, ...fields].join(' ');
}
