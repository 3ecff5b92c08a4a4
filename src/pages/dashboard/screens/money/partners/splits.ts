import { formatPercent } from '../../../../../domain/money/amounts/percent.ts';
import { deactivateSplit } from '../../../../../domain/money/splits/create-split.ts';
import { findWholeSplits, type WholeSplit } from '../../../../../domain/money/splits/queries.ts';
import { findSubaccounts } from '../../../../../domain/money/splits/subaccount-queries.ts';
import { readId, showId } from '../../../../../platform/ids.ts';
import { type Html, html } from '../../../../html.ts';
import { frameWords } from '../../../../words/dashboard/frame.ts';
import { partnersWords } from '../../../../words/dashboard/money/partners.ts';
import { buttonTo } from '../../../parts/forms.ts';
import { screen } from '../../../parts/frame.ts';
import { exact, linkButton, moment, state } from '../../../parts/show.ts';
import { pageIn, pager, table } from '../../../parts/tables.ts';
import { acting } from '../../../requests/acting.ts';
import { type Answer, seeOther } from '../../../requests/answers.ts';
import type { MerchantVisit } from '../../../requests/visit.ts';
import { listsOf } from './partners.ts';

const { splits: words, done } = partnersWords;
const pageRows = 30;

export async function showSplits(visit: MerchantVisit): Promise<Answer> {
  const { ctx, merchantId, base, query } = visit;
  const after = pageIn(visit);
  const found = await findWholeSplits(ctx.db, merchantId, {}, { after, rows: pageRows + 1 });
  const rows = found.slice(0, pageRows);
  const names = await namesOf(visit, rows);
  const mayChange = visit.may('payout');
  return screen(visit, {
    title: words.title,
    done: done[query.get('done') ?? ''],
    actions: mayChange && linkButton(`${base}/partners/splits/new`, words.new),
    main: html`${listsOf(visit, '/partners/splits')}
<p class="soft">${words.intro}</p>
${table<WholeSplit>({
  caption: words.title,
  columns: [
    { title: partnersWords.name, cell: ({ split }) => split.name },
    {
      title: words.shares,
      cell: ({ shares }) =>
        shares.map(({ subaccount_id: id, basis_points: points }, at) => [
          at > 0 && ', ',
          shareOf(names.get(id) ?? '', points),
        ]),
    },
    { title: words.currency, cell: ({ split }) => split.currency },
    {
      title: words.state,
      cell: ({ split: { status } }) => state(words.states[status], status === 'active' ? 'good' : 'plain'),
    },
    { title: words.created, cell: ({ split }) => moment(visit, split.created_at) },
    { title: 'ID', cell: ({ id }) => exact(showId('spl', id)) },
    {
      title: frameWords.table.actions,
      cell: ({ id, split }) =>
        mayChange &&
        split.status === 'active' &&
        buttonTo(visit, {
          to: `${base}/partners/splits/${showId('spl', id)}/deactivate`,
          label: words.deactivate,
        }),
    },
  ],
  rows,
  empty: words.none,
})}
${rows.length > 0 && html`<p class="soft">${words.final}</p>`}
${pager(visit, { older: found.length > pageRows ? rows.at(-1)?.id : undefined, isFirst: after === undefined })}`,
  });
}

/** A name that is read from right to left would draw the shares around it to other names. */
const shareOf = (name: string, points: number): Html => html`<bdi>${name}</bdi> ${formatPercent(points)} %`;

async function namesOf(
  { ctx, merchantId }: MerchantVisit,
  splits: readonly WholeSplit[],
): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(splits.flatMap(({ shares }) => shares.map(({ subaccount_id: id }) => id)))];
  const found = ids.length === 0 ? [] : await findSubaccounts(ctx.db, merchantId, ids);
  return new Map(found.map(({ id, name }) => [id, name]));
}

export async function deactivate(visit: MerchantVisit): Promise<Answer> {
  const id = readId('spl', visit.params['split'] ?? '');
  await acting(visit, 'split.deactivated', async (act) => {
    await deactivateSplit(act, id);
    return { result: undefined, object: showId('spl', id) };
  });
  return seeOther(`${visit.base}/partners/splits?done=deactivated`);
}
