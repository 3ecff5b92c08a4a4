import { countRecoveryCodes } from '../../../../../domain/people/factors/enrol.ts';
import { endOtherSessions, listSessions } from '../../../../../domain/people/sessions/sessions.ts';
import { changePassword as setPassword, setPerson } from '../../../../../domain/people/users/own-account.ts';
import { passwordProblem } from '../../../../../domain/people/users/passwords.ts';
import { lettersIn } from '../../../../../platform/contract/letters.ts';
import { type Html, html } from '../../../../html.ts';
import { entryWords } from '../../../../words/dashboard/entry.ts';
import { accountWords as words } from '../../../../words/dashboard/merchant/account.ts';
import { buttonTo, formTo, textField } from '../../../parts/forms.ts';
import { screen } from '../../../parts/frame.ts';
import { linkButton, moment, section, state } from '../../../parts/show.ts';
import { table } from '../../../parts/tables.ts';
import { type Answer, seeOther, WrongFields } from '../../../requests/answers.ts';
import { ownOf, type PersonVisit } from '../../../requests/visit.ts';
import { emailSection } from './email.ts';

export async function showAccount(visit: PersonVisit): Promise<Answer> {
  const { session } = visit;
  return screen(visit, {
    title: words.title,
    up: { label: entryWords.merchants.back, to: '/dashboard' },
    done: words.done[visit.query.get('done') ?? ''],
    main: html`${section(
      words.person,
      formTo(visit, {
        to: '/dashboard/account',
        button: words.save,
        fields: html`${textField(visit, { name: 'name', label: words.name, value: session.name, autocomplete: 'name', maxlength: 120 })}
${textField(visit, { name: 'timeZone', label: words.timeZone, hint: words.timeZoneHint, value: session.timeZone, maxlength: 60 })}`,
      }),
    )}
${emailSection(visit)}
${await factorSection(visit)}
${section(
  words.password.title,
  formTo(visit, {
    to: '/dashboard/account/password',
    button: words.password.save,
    look: 'quiet',
    fields: html`<input type="hidden" name="username" autocomplete="username" value="${session.email}">
${textField(visit, { name: 'password', label: words.password.next, hint: words.password.hint, kind: 'password', autocomplete: 'new-password' })}`,
  }),
)}
${await sessionsSection(visit)}`,
  });
}

async function factorSection(visit: PersonVisit): Promise<Html> {
  const { session, office } = visit;
  const { factor } = words;
  if (!session.hasFactor)
    return section(
      factor.title,
      html`<p>${factor.off}</p><p>${linkButton('/dashboard/account/factor', factor.begin)}</p>`,
    );
  const left = await countRecoveryCodes(office.platform, session.userId);
  return section(
    factor.title,
    html`<p>${state(factor.on, 'good')}</p><p>${factor.codesLeft(left)}</p>
${buttonTo(visit, { to: '/dashboard/account/recovery-codes', label: factor.renew })}
${buttonTo(visit, { to: '/dashboard/account/factor-off', label: factor.remove, look: 'danger' })}`,
  );
}

async function sessionsSection(visit: PersonVisit): Promise<Html> {
  const sessions = await listSessions(visit.office.platform, visit.session);
  const isHere = ({ hash }: { readonly hash: Buffer }) => hash.equals(visit.session.hash);
  return section(
    words.sessions.title,
    html`${table<(typeof sessions)[number]>({
      caption: words.sessions.title,
      columns: [
        {
          title: words.sessions.device,
          cell: (one) =>
            html`${one.user_agent === '' ? '–' : one.user_agent} ${isHere(one) && state(words.sessions.here, 'good')}`,
        },
        { title: words.sessions.address, cell: ({ ip }) => ip },
        { title: words.sessions.since, cell: ({ created_at }) => moment(visit, created_at) },
        { title: words.sessions.seen, cell: ({ seen_at }) => moment(visit, seen_at) },
      ],
      rows: sessions,
      empty: '',
    })}
${sessions.length > 1 && buttonTo(visit, { to: '/dashboard/account/sessions', label: words.sessions.endOthers })}`,
  );
}

export async function saveAccount(visit: PersonVisit): Promise<Answer> {
  const [name, timeZone] = [visit.form.value('name'), timeZoneIn(visit.form.value('timeZone'))];
  const wrong = {
    ...((name === '' || lettersIn(name) > 120) && { name: words.wrongName }),
    ...(timeZone === undefined && { timeZone: words.wrongZone }),
  };
  if (timeZone === undefined || Object.keys(wrong).length > 0) throw new WrongFields(wrong);
  await setPerson(visit.office.platform, visit.session.userId, { name, timeZone });
  return seeOther('/dashboard/account?done=saved');
}

/**
 * A time zone as the calendar writes it, whatever case it was typed in; undefined if it is none. Offsets such as `+02:00` are left out:
 * they know no summer time. Not by `Intl.supportedValuesOf`, which has `Asia/Calcutta` and no other name of the same zone.
 */
function timeZoneIn(text: string): string | undefined {
  if (!/^(?:UTC$|(?!Etc\/)[A-Z]+\/)/i.test(text)) return undefined;
  try {
    return Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(text).timeZoneId;
  } catch {
    return undefined;
  }
}

export async function changePassword(visit: PersonVisit): Promise<Answer> {
  const { session, form, office } = visit;
  const problem = passwordProblem(form.text('password'), { email: session.email });
  if (problem) throw new WrongFields({ password: entryWords.passwordProblems[problem] });
  await setPassword(office, ownOf(visit), form.text('password'));
  return seeOther('/dashboard/account?done=password');
}

export async function endOthers(visit: PersonVisit): Promise<Answer> {
  await endOtherSessions(visit.office.platform, visit.session);
  return seeOther('/dashboard/account?done=others');
}
