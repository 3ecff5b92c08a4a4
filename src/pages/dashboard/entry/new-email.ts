import { changeEmail, findWantedEmail } from '../../../domain/people/users/change-email.ts';
import { html } from '../../html.ts';
import { entryWords } from '../../words/dashboard/entry.ts';
import { formTo } from '../parts/forms.ts';
import { screen } from '../parts/frame.ts';
import { type Answer, seeOther } from '../requests/answers.ts';
import type { Visit } from '../requests/visit.ts';
import { gone } from './sign-up.ts';

const { email: words } = entryWords.link;

const tokenIn = (visit: Visit): string => visit.params['link'] ?? '';

/** Mail programs open links by themselves, so that only the button changes the address. */
export async function showNewEmail(visit: Visit): Promise<Answer> {
  const found = await findWantedEmail(visit.office.platform, tokenIn(visit));
  if (!found) return gone(visit, 'email');
  return screen(visit, {
    title: words.title,
    narrow: true,
    main: html`<p>${words.text(found.email, found.wanted)}</p>${formTo(visit, {
      to: `/dashboard/email/${tokenIn(visit)}`,
      button: words.button,
    })}`,
  });
}

export async function confirmEmail(visit: Visit): Promise<Answer> {
  const changed = await changeEmail(visit.office, { token: tokenIn(visit), ip: visit.ip });
  if (!changed) return gone(visit, 'email');
  const isTheirs = visit.session?.stage === 'full' && visit.session.userId === changed.userId;
  return seeOther(isTheirs ? '/dashboard/account?done=email' : '/dashboard/sign-in?done=email');
}
