import {
  type Case,
  type CaseChange,
  type CaseLine,
  findChangesAcrossMerchants,
  findLinesOfCaseAcrossMerchants,
} from '../../../domain/reconciliation/cases/queries.ts';
import type { Context } from '../../../engine/context.ts';
import { showId } from '../../../platform/ids.ts';
import { type Html, html } from '../../html.ts';
import { reconciliationWords as words } from '../../words/dashboard/reconciliation.ts';
import { exact, link, moment, section } from '../parts/show.ts';
import { facts, table } from '../parts/tables.ts';
import type { Answer } from '../requests/answers.ts';
import type { PersonVisit } from '../requests/visit.ts';
import { caseForms, caseIn } from './case-forms.ts';
import { caseState, casesBase, side } from './cases.ts';
import { base, operatorScreen } from './operator-screen.ts';

/** A difference with both sides, the lines that are about it, what happened to it, and what an operator can do. */
export async function showCase(visit: PersonVisit): Promise<Answer> {
  const { ctx, one } = await caseIn(visit);
  const lines = await findLinesOfCaseAcrossMerchants(ctx.db, one);
  const changes = await findChangesAcrossMerchants(ctx.db, one.id);
  return operatorScreen(visit, {
    title: words.kinds[one.kind],
    up: { label: words.title, to: casesBase },
    done: words.done[visit.query.get('done') ?? ''],
    main: html`<p class="soft">${words.explained[one.kind]}</p>
${section(words.both, sides(visit, ctx, one))}
${section(words.lines, linesTable(lines))}
${section(words.history, historyTable(visit, changes))}
${caseForms(visit, one)}`,
  });
}

function sides(visit: PersonVisit, { mode }: Context, one: Case): Html {
  const on = one.expected_on ?? one.stated_on ?? '';
  const day = new URLSearchParams({ gateway: one.gateway, day: on, mode }).toString();
  return facts([
    [words.ledger, side(one.expected, one.expected_currency, one.expected_on)],
    [words.statement, side(one.stated, one.stated_currency, one.stated_on)],
    [words.state, caseState(one)],
    one.resolution !== null && [words.as, words.resolutions[one.resolution]],
    [words.owner, one.owner ?? words.nobody],
    [words.gateway, one.gateway],
    [words.mode, words.modes[mode]],
    one.of_merchant !== null && [
      words.merchant,
      link(`${base}/merchants/${showId('mer', one.of_merchant)}`, showId('mer', one.of_merchant)),
    ],
    one.of_transaction !== null && [words.transaction, exact(showId('txn', one.of_transaction))],
    [words.opened, moment(visit, one.opened_at)],
    ['ID', exact(showId('case', one.id))],
    [words.sums, link(`${casesBase}/day?${day}`, on)],
  ]);
}

function linesTable(lines: readonly CaseLine[]): Html {
  return table<CaseLine>({
    caption: words.lines,
    columns: [
      { title: words.line.id, cell: ({ statement, line }) => `${statement}: ${line}` },
      { title: words.line.kind, cell: ({ kind }) => kind },
      {
        title: words.line.reference,
        cell: ({ reference, gateway_reference: other }) =>
          [reference, other].filter((text) => text !== null).join(', '),
      },
      {
        title: words.line.amount,
        isNumber: true,
        cell: ({ amount, currency, booked_on: on }) => side(amount, currency, on),
      },
    ],
    rows: lines,
    empty: words.noLines,
  });
}

function historyTable(visit: PersonVisit, changes: readonly CaseChange[]): Html {
  return table<CaseChange>({
    caption: words.history,
    columns: [
      { title: words.log.when, cell: ({ at }) => moment(visit, at) },
      { title: words.log.what, cell: whatHappened },
      { title: words.log.who, cell: ({ by }) => by },
      { title: words.log.note, cell: ({ note: text }) => text && html`<span dir="auto">${text}</span>` },
    ],
    rows: changes,
    empty: '',
  });
}

function whatHappened({ change, owner, resolution }: CaseChange): string {
  const what = words.changes[change];
  if (change === 'assigned') return `${what} ${owner ?? ''}`;
  return change === 'resolved' && resolution !== null ? `${what}: ${words.resolutions[resolution]}` : what;
}
