import { completeSinceAcrossMerchants } from '../../../domain/payments/transactions/archive-queries.ts';
import { showAmount } from '../../../domain/reconciliation/cases/show-amount.ts';
import { type Day, reconcileDay } from '../../../domain/reconciliation/matching/day.ts';
import { usualGraceDays } from '../../../domain/reconciliation/matching/grace.ts';
import { isDay } from '../../../domain/reconciliation/statements/csv-cells.ts';
import type { Db } from '../../../platform/db/database.ts';
import { type Html, html } from '../../html.ts';
import { reconciliationWords } from '../../words/dashboard/reconciliation.ts';
import { filters, listRegion } from '../parts/filters.ts';
import { notice } from '../parts/notices.ts';
import { state } from '../parts/show.ts';
import { table } from '../parts/tables.ts';
import type { Answer } from '../requests/answers.ts';
import type { PersonVisit } from '../requests/visit.ts';
import { casesBase } from './cases.ts';
import { operatorScreen } from './operator-screen.ts';

const { day: words, gateway: gatewayWord, mode: modeWord, modes, title } = reconciliationWords;

/** What the ledger and the statement say of a day, and what explains the difference. */
export async function showDay(visit: PersonVisit): Promise<Answer> {
  const { query, office } = visit;
  const mode = query.get('mode') === 'sandbox' ? 'sandbox' : 'live';
  const gateway = (query.get('gateway') ?? '').trim().replaceAll('\0', '');
  const day = query.get('day') ?? '';
  const { db } = office.contexts[mode];
  const closedOn = office.rails[mode].find(({ name }) => name === gateway)?.closedOn;
  const wanted = { gateway, day, graceDays: usualGraceDays, closedOn };
  const since = isDay(day) ? await archivedUpTo(db, day) : undefined;
  const isAsked = isDay(day) && gateway !== '' && since === undefined;
  const days = isAsked ? await reconcileDay(db, wanted) : [];
  return operatorScreen(visit, {
    title: words.title,
    up: { label: title, to: casesBase },
    main: html`<p class="soft">${words.text}</p>
${filters(visit, filterList)}
${listRegion(since === undefined ? sumsTable(days) : notice('plain', words.archived(since)))}`,
  });
}

/** The day from which on payments are in the database, if this one is before it: without them, the ledger would look short. */
async function archivedUpTo(db: Db, day: string): Promise<string | undefined> {
  const since = await completeSinceAcrossMerchants(db);
  return since !== undefined && day < since ? since : undefined;
}

const filterList = [
  { name: 'gateway', label: gatewayWord, kind: 'text' },
  { name: 'day', label: words.day, kind: 'date' },
  {
    name: 'mode',
    label: modeWord,
    options: [{ value: 'sandbox', label: modes.sandbox }],
    usual: modes.live,
  },
] as const;

const rows = [
  'ledger',
  'stated',
  'difference',
  'open',
  'settled',
  'timing',
  'awaited',
  'unexplained',
  'listed',
] as const;
type Row = (typeof rows)[number];

/** What is added up stands below one another, with a column for each currency. */
function sumsTable(days: readonly Day[]): Html {
  return table<Row>({
    caption: words.title,
    columns: [
      { title: words.sum, cell: (row) => words[row] },
      ...days.map((day) => ({ title: day.currency, isNumber: true, cell: (row: Row) => sumOf(day, row) })),
    ],
    rows: days.length === 0 ? [] : rows,
    empty: words.none,
  });
}

function sumOf(day: Day, row: Row): Html {
  const shown = showAmount(day[row]);
  if (row === 'stated' && !day.covered)
    return html`<span>${shown} <span class="small">${words.uncovered}</span></span>`;
  if (row !== 'unexplained' || !day.covered) return html`${shown}`;
  return state(shown, day.unexplained === 0n ? 'good' : 'bad');
}
