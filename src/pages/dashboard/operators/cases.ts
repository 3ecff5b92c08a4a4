import { caseKinds, caseStates } from '../../../domain/reconciliation/cases/case-states.ts';
import { type Case, listCasesAcrossMerchants } from '../../../domain/reconciliation/cases/queries.ts';
import { showSide } from '../../../domain/reconciliation/cases/show-amount.ts';
import type { Mode } from '../../../engine/principal.ts';
import { showId } from '../../../platform/ids.ts';
import { type Html, html } from '../../html.ts';
import { reconciliationWords as words } from '../../words/dashboard/reconciliation.ts';
import { filters, listRegion } from '../parts/filters.ts';
import { calendarDay, link, moment, state } from '../parts/show.ts';
import { pageIn, pager, table } from '../parts/tables.ts';
import type { Answer } from '../requests/answers.ts';
import type { PersonVisit } from '../requests/visit.ts';
import { base, operatorScreen } from './operator-screen.ts';

const pageSize = 50;
export const casesBase = `${base}/reconciliation`;

/** Differences of a mode, newest first. Without a filter: those of live that are not resolved. */
export async function showCases(visit: PersonVisit): Promise<Answer> {
  const { mode, wanted, before } = wantedOf(visit);
  const { db } = visit.office.contexts[mode];
  const found = await listCasesAcrossMerchants(db, wanted, { before, most: pageSize + 1 });
  const rows = found.slice(0, pageSize);
  const older = found.length > pageSize ? rows.at(-1)?.id : undefined;
  return operatorScreen(visit, {
    title: words.title,
    main: html`<p class="soft">${words.text} ${link(`${casesBase}/day`, words.sums)}</p>
${filters(visit, filterList)}
${listRegion(html`${casesTable(visit, rows, wanted.unresolved)}${pager(visit, { older, isFirst: before === undefined })}`)}`,
  });
}

function wantedOf(visit: PersonVisit) {
  const { query } = visit;
  const mode: Mode = query.get('mode') === 'sandbox' ? 'sandbox' : 'live';
  const chosen = caseStates.find((one) => one === query.get('state'));
  const kind = caseKinds.find((one) => one === query.get('kind'));
  const gateway = (query.get('gateway') ?? '').trim().replaceAll('\0', '');
  const wanted = {
    state: chosen,
    kind,
    gateway: gateway === '' ? undefined : gateway,
    unresolved: chosen === undefined,
  };
  return { mode, wanted, before: pageIn(visit) };
}

const filterList = [
  {
    name: 'state',
    label: words.state,
    options: caseStates.map((value) => ({ value, label: words.states[value] })),
    usual: words.unresolved,
  },
  {
    name: 'kind',
    label: words.kind,
    options: caseKinds.map((value) => ({ value, label: words.kinds[value] })),
  },
  { name: 'gateway', label: words.gateway, kind: 'text' },
  {
    name: 'mode',
    label: words.mode,
    options: [{ value: 'sandbox', label: words.modes.sandbox }],
    usual: words.modes.live,
  },
] as const;

const looks = { open: 'warn', assigned: 'plain', resolved: 'good' } as const;

export const caseState = (one: Case): Html => state(words.states[one.state], looks[one.state]);

/** What one side says, and of which day; one element, which a narrow screen does not pull apart. */
export function side(amount: bigint | null, currency: string | null, on: string | null): Html {
  return amount === null || on === null
    ? html`<span class="soft">${words.nothing}</span>`
    : html`<span>${showSide(amount, currency)} <span class="small">${calendarDay(on)}</span></span>`;
}

function casesTable(visit: PersonVisit, rows: readonly Case[], isOpen: boolean): Html {
  return table<Case>({
    caption: words.title,
    columns: [
      {
        title: words.kind,
        cell: ({ id, kind }) => link(`${casesBase}/cases/${showId('case', id)}`, words.kinds[kind]),
      },
      { title: words.gateway, cell: ({ gateway }) => gateway },
      {
        title: words.ledger,
        isNumber: true,
        cell: (one) => side(one.expected, one.expected_currency, one.expected_on),
      },
      {
        title: words.statement,
        isNumber: true,
        cell: (one) => side(one.stated, one.stated_currency, one.stated_on),
      },
      { title: words.state, cell: caseState },
      { title: words.owner, cell: ({ owner }) => owner ?? words.nobody },
      { title: words.opened, cell: ({ opened_at }) => moment(visit, opened_at) },
    ],
    rows,
    empty: isOpen ? words.noneOpen : words.none,
  });
}
