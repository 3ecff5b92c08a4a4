import {
  changeEmail,
  findWantedEmail,
  requestEmail,
} from '../../../../../domain/people/users/change-email.ts';
import { isMailAddress } from '../../../../../platform/mail.ts';
import { type Html, html } from '../../../../html.ts';
import { entryWords } from '../../../../words/dashboard/entry.ts';
import { accountWords } from '../../../../words/dashboard/merchant/account.ts';
import { gone, refuseWrong } from '../../../entry/sign-up.ts';
import { formTo, textField } from '../../../parts/forms.ts';
import { screen } from '../../../parts/frame.ts';
import { section } from '../../../parts/show.ts';
import { typedPlain } from '../../../parts/typed.ts';
import { type Answer, Refusal, seeOther } from '../../../requests/answers.ts';
import { ownOf, type PersonVisit, type Visit } from '../../../requests/visit.ts';

const { newEmail: words } = accountWords;

/** The address with which a person signs in, and a form that asks for another. */
export function emailSection(visit: PersonVisit): Html {
  return section(
    words.title,
    html`<p>${words.now(visit.session.email)}</p>${formTo(visit, {
      to: '/dashboard/account/email',
      button: words.save,
      look: 'quiet',
      fields: textField(visit, {
        name: 'email',
        label: words.next,
        hint: words.hint,
        kind: 'email',
        autocomplete: 'email',
        maxlength: 254,
      }),
    })}`,
  );
}

export async function askEmail(visit: PersonVisit): Promise<Answer> {
  const email = typedPlain(visit.form.value('email'));
  refuseWrong({
    email:
      (!isMailAddress(email) && entryWords.signUp.wrong.email) ||
      (email.toLowerCase() === visit.session.email && words.own),
  });
  const { lockedForMs } = await requestEmail(visit.office, ownOf(visit), email);
  if (lockedForMs > 0) throw new Refusal(words.tooMany(Math.ceil(lockedForMs / 60_000)));
  return seeOther('/dashboard/account?done=email-sent');
}

const tokenIn = (visit: Visit): string => visit.params['link'] ?? '';

/** Mail programs open links by themselves, so that only the button changes the address. */
export async function showNewEmail(visit: Visit): Promise<Answer> {
  const found = await findWantedEmail(visit.office.platform, tokenIn(visit));
  if (!found) return gone(visit, 'email');
  const { title, text, button } = words.confirm;
  return screen(visit, {
    title,
    narrow: true,
    main: html`<p>${text(found.email, found.wanted)}</p>${formTo(visit, {
      to: `/dashboard/email/${tokenIn(visit)}`,
      button,
    })}`,
  });
}

export async function confirmEmail(visit: Visit): Promise<Answer> {
  const changed = await changeEmail(visit.office, { token: tokenIn(visit), ip: visit.ip });
  if (!changed) return gone(visit, 'email');
  const isTheirs = visit.session?.stage === 'full' && visit.session.userId === changed.userId;
  return seeOther(isTheirs ? '/dashboard/account?done=email' : '/dashboard/sign-in?done=email');
}
