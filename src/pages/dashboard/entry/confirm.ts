import { confirm } from '../../../domain/people/sessions/sign-in.ts';
import { html } from '../../html.ts';
import { entryWords as words } from '../../words/dashboard/entry.ts';
import { formTo, textField } from '../parts/forms.ts';
import { screen } from '../parts/frame.ts';
import { notice } from '../parts/notices.ts';
import { typedCode } from '../parts/typed.ts';
import { type Answer, Refusal, seeOther } from '../requests/answers.ts';
import type { PersonVisit } from '../requests/visit.ts';
import { nextIn, withNext } from './next.ts';

/** Asks for the second factor if the person has one, else for the password. */
export function showConfirm(visit: PersonVisit): Answer {
  const { hasFactor } = visit.session;
  return screen(visit, {
    title: words.confirm.title,
    narrow: true,
    main: html`${visit.query.has('sent') && !visit.form.sent && notice('warn', words.confirm.notDone)}
<p>${hasFactor ? words.confirm.withCode : words.confirm.withPassword}</p>
${formTo(visit, {
  to: withNext(visit, '/dashboard/confirm'),
  button: words.confirm.button,
  fields: hasFactor
    ? textField(visit, {
        name: 'code',
        label: words.factor.code,
        hint: words.factor.codeHint,
        autocomplete: 'one-time-code',
        maxlength: 40,
        value: '',
      })
    : textField(visit, {
        name: 'password',
        label: words.password,
        kind: 'password',
        autocomplete: 'current-password',
      }),
})}`,
  });
}

export async function tryConfirm(visit: PersonVisit): Promise<Answer> {
  const { form, office, token, session } = visit;
  const proof = session.hasFactor
    ? { code: typedCode(form.value('code')) }
    : { password: form.text('password') };
  const result = await confirm(office, token, session, proof);
  if (result === 'wrong')
    throw new Refusal(session.hasFactor ? words.factor.wrong : words.confirm.wrongPassword);
  if (result === 'locked')
    throw new Refusal(session.hasFactor ? words.factor.locked : words.confirm.lockedPassword);
  return seeOther(nextIn(visit), { session: result });
}
