import { changeEmail, findWantedEmail } from '../../../domain/people/users/change-email.ts';
import { html } from '../../html.ts';
import { entryWords } from '../../words/dashboard/entry.ts';
import { formTo } from '../parts/forms.ts';
import { screen } from '../parts/frame.ts';
import { type Answer, seeOther } from '../requests/answers.ts';
import { ownOf, type PersonVisit } from '../requests/visit.ts';
import { gone } from './sign-up.ts';

const { email: words } = entryWords.link;

const tokenIn = (visit: PersonVisit): string => visit.params['link'] ?? '';

/** Mail programs open links by themselves, so that only the button changes the address. */
export async function showNewEmail(visit: PersonVisit): Promise<Answer> {
  const wanted = await findWantedEmail(visit.office.platform, ownOf(visit), tokenIn(visit));
  if (wanted === undefined) return gone(visit, 'email');
  return screen(visit, {
    title: words.title,
    narrow: true,
    main: html`<p>${words.text(visit.session.email, wanted)}</p>${formTo(visit, {
      to: `/dashboard/email/${tokenIn(visit)}`,
      button: words.button,
      cancel: '/dashboard/account',
    })}`,
  });
}

export async function confirmEmail(visit: PersonVisit): Promise<Answer> {
  const isDone = await changeEmail(visit.office, ownOf(visit), tokenIn(visit));
  return isDone ? seeOther('/dashboard/account?done=email') : gone(visit, 'email');
}
