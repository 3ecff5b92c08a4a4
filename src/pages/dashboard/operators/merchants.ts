import { listMerchantsAcrossMerchants } from '../../../domain/merchants/accounts/operator-queries.ts';
import { firstLetters } from '../../../platform/contract/letters.ts';
import { showId, uuidIn } from '../../../platform/ids.ts';
import { html } from '../../html.ts';
import { operatorsWords } from '../../words/dashboard/operators.ts';
import { filters, listRegion } from '../parts/filters.ts';
import { link, moment, state } from '../parts/show.ts';
import { pageIn, pager, table } from '../parts/tables.ts';
import { type Answer, seeOther } from '../requests/answers.ts';
import type { PersonVisit } from '../requests/visit.ts';
import { base, operatorScreen } from './operator-screen.ts';

const { merchants: words } = operatorsWords;
const pageSize = 50;
const longestSearch = 120;
const states = ['active', 'suspended'] as const;

type Listed = Awaited<ReturnType<typeof listMerchantsAcrossMerchants>>[number];

/** All merchants, the newest first. The id of a merchant, or of something that has one in its name, leads to it at once. */
export async function showMerchants(visit: PersonVisit): Promise<Answer> {
  const search = firstLetters((visit.query.get('search') ?? '').trim().replaceAll('\0', ''), longestSearch);
  const id = search.startsWith('mer_') ? uuidIn(search) : undefined;
  if (id !== undefined) return seeOther(`${base}/merchants/${showId('mer', id)}`);
  const before = pageIn(visit);
  const status = states.find((one) => one === visit.query.get('state'));
  const wanted = { search: search === '' ? undefined : search, status, before, limit: pageSize + 1 };
  const found = await listMerchantsAcrossMerchants(visit.office.platform, wanted);
  const rows = found.slice(0, pageSize);
  const older = found.length > pageSize ? rows.at(-1)?.id : undefined;
  return operatorScreen(visit, {
    title: words.title,
    main: html`${filters(visit, [
      { name: 'search', label: words.search, kind: 'search' },
      {
        name: 'state',
        label: words.state,
        options: states.map((value) => ({ value, label: words.states[value] })),
      },
    ])}
${listRegion(html`${merchantsTable(visit, rows)}${pager(visit, { older, isFirst: before === undefined })}`)}`,
  });
}

function merchantsTable(visit: PersonVisit, rows: readonly Listed[]) {
  return table<Listed>({
    caption: words.title,
    columns: [
      {
        title: words.name,
        cell: ({ id, business_name }) => link(`${base}/merchants/${showId('mer', id)}`, business_name),
      },
      { title: words.email, cell: ({ email }) => email },
      { title: words.country, cell: ({ country }) => country },
      { title: words.state, cell: ({ status }) => merchantState(status) },
      { title: words.created, cell: ({ created_at }) => moment(visit, created_at) },
    ],
    rows,
    empty: words.none,
  });
}

export const merchantState = (status: 'active' | 'suspended') =>
  state(words.states[status], status === 'active' ? 'good' : 'bad');
