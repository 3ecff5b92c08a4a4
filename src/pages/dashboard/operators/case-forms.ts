import { resolutions } from '../../../domain/reconciliation/cases/case-states.ts';
import {
  type CaseAction,
  CaseNotMovable,
  changeCase,
  longestOwner,
} from '../../../domain/reconciliation/cases/change-case.ts';
import { type Case, findCaseAcrossMerchants } from '../../../domain/reconciliation/cases/queries.ts';
import { showSide } from '../../../domain/reconciliation/cases/show-amount.ts';
import type { Context } from '../../../engine/context.ts';
import { lettersIn } from '../../../platform/contract/letters.ts';
import { notFound, readId, showId } from '../../../platform/ids.ts';
import { type Html, html } from '../../html.ts';
import { reconciliationWords as words } from '../../words/dashboard/reconciliation.ts';
import { radios } from '../parts/choices.ts';
import { formTo, textField } from '../parts/forms.ts';
import { section } from '../parts/show.ts';
import { type Answer, Refusal, seeOther, WrongFields } from '../requests/answers.ts';
import { refuseChanged, type Shown } from '../requests/seen.ts';
import type { PersonVisit } from '../requests/visit.ts';
import { casesBase } from './cases.ts';
import { noteIn } from './operator-screen.ts';

/** The case that the address names, in whichever mode it is. */
export async function caseIn({
  office,
  params,
}: PersonVisit): Promise<{ readonly ctx: Context; readonly one: Case }> {
  const id = readId('case', params['case'] ?? '');
  for (const ctx of [office.contexts.live, office.contexts.sandbox]) {
    const one = await findCaseAcrossMerchants(ctx.db, id);
    if (one) return { ctx, one };
  }
  throw notFound('case');
}

const addressOf = ({ id }: Case): string => `${casesBase}/cases/${showId('case', id)}`;

/** What an operator can do with a case as it is. */
export function caseForms(visit: PersonVisit, one: Case): Html {
  return html`${one.state === 'resolved' ? reopenForm(visit, one) : openForms(visit, one)}
${section(words.addNote, noteForm(visit, one))}`;
}

/** Who looks after the case: two who take it at once would both believe that they do. */
const shownOwner = ({ owner }: Case): Shown => ({ owner: owner ?? '' });

/** What is resolved: a run that finds further lines makes another difference of it. */
const shownSides = (one: Case): Shown => ({
  sides: JSON.stringify([
    [showSide(one.expected, one.expected_currency), one.expected_on],
    [showSide(one.stated, one.stated_currency), one.stated_on],
  ]),
});

const noteField = (visit: PersonVisit, name: string): Html =>
  textField(visit, { name, label: words.note, hint: words.noteHint, maxlength: 500, rows: 3 });

function openForms(visit: PersonVisit, one: Case): Html {
  const options = resolutions.map((value) => ({ value, ...words.choices[value] }));
  const value = one.owner ?? visit.session.email;
  const assignFields = textField(visit, { name: 'owner', label: words.to, hint: words.toHint, value });
  const why = radios(visit, { name: 'as', label: words.as, options });
  return html`${section(
    words.assign,
    formTo(visit, {
      to: `${addressOf(one)}/assign`,
      button: words.assign,
      look: 'quiet',
      title: words.assign,
      seen: shownOwner(one),
      fields: assignFields,
    }),
  )}
${section(
  words.resolve,
  formTo(visit, {
    to: `${addressOf(one)}/resolve`,
    button: words.resolve,
    title: words.resolve,
    seen: shownSides(one),
    fields: html`${why}${noteField(visit, 'why')}`,
  }),
)}`;
}

function reopenForm(visit: PersonVisit, one: Case): Html {
  const to = `${addressOf(one)}/reopen`;
  // Not the name of the field that resolves: what was typed there is no reason to open the case again.
  const fields = noteField(visit, 'reason');
  return section(
    words.reopen,
    formTo(visit, { to, button: words.reopen, look: 'quiet', title: words.reopen, fields }),
  );
}

function noteForm(visit: PersonVisit, one: Case): Html {
  const to = `${addressOf(one)}/note`;
  const fields = noteField(visit, 'note');
  return formTo(visit, { to, button: words.addNote, look: 'quiet', title: words.addNote, fields });
}

export function assign(visit: PersonVisit): Promise<Answer> {
  const owner = visit.form.value('owner');
  if (owner === '' || lettersIn(owner) > longestOwner) throw new WrongFields({ owner: words.wrongOwner });
  return done(visit, { change: 'assigned', owner, by: visit.doer.email }, (known) =>
    refuseChanged(visit, { present: shownOwner(known), wanted: { owner } }),
  );
}

export function note(visit: PersonVisit): Promise<Answer> {
  const text = noteIn(visit, 'note', words.wrongNote);
  return done(visit, { change: 'noted', note: text, by: visit.doer.email });
}

export function resolve(visit: PersonVisit): Promise<Answer> {
  const resolution = resolutions.find((one) => one === visit.form.value('as'));
  if (!resolution) throw new WrongFields({ as: words.wrongAs });
  const text = noteIn(visit, 'why', words.wrongNote);
  return done(visit, { change: 'resolved', resolution, note: text, by: visit.doer.email }, (known) => {
    // What was resolved meanwhile says so.
    if (known.state !== 'resolved') refuseChanged(visit, { present: shownSides(known) });
  });
}

export function reopenCase(visit: PersonVisit): Promise<Answer> {
  const text = noteIn(visit, 'reason', words.wrongNote);
  return done(visit, { change: 'reopened', note: text, by: visit.doer.email });
}

async function done(
  visit: PersonVisit,
  action: CaseAction,
  precondition?: (known: Case) => void,
): Promise<Answer> {
  const { ctx, one } = await caseIn(visit);
  try {
    await changeCase(ctx.db, one.id, action, precondition);
  } catch (error) {
    if (error instanceof CaseNotMovable) throw new Refusal(words.changedBefore);
    throw error;
  }
  return seeOther(`${addressOf(one)}?done=${action.change}`);
}
