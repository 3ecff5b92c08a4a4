import { acceptAsNew, acceptInvitation, findInvitation } from '../../../domain/people/team/accept.ts';
import { lettersIn } from '../../../platform/contract/letters.ts';
import { html } from '../../html.ts';
import { entryWords as words } from '../../words/dashboard/entry.ts';
import { teamWords } from '../../words/dashboard/merchant/team.ts';
import { buttonTo, formTo, textField } from '../parts/forms.ts';
import { screen } from '../parts/frame.ts';
import { link } from '../parts/show.ts';
import { type Answer, Refusal, seeOther } from '../requests/answers.ts';
import type { Visit } from '../requests/visit.ts';
import { gone, newPassword, passwordFault, refuseWrong } from './sign-up.ts';

const tokenIn = (visit: Visit): string => visit.params['link'] ?? '';
const addressOf = (visit: Visit): string => `/dashboard/invitation/${tokenIn(visit)}`;

/** What an invited person sees: join with one button, sign in first, or choose a password. */
export async function showInvitation(visit: Visit): Promise<Answer> {
  const found = await findInvitation(visit.office.platform, tokenIn(visit));
  if (!found) return gone(visit, 'invitation');
  const { merchantName, role, email, hasAccount } = found;
  const session = visit.session?.stage === 'full' ? visit.session : undefined;
  const way = () => {
    if (session && session.email !== email)
      return html`<p>${words.invitation.other(email)}</p>${buttonTo(visit, { to: '/dashboard/sign-out', label: words.factor.stop })}`;
    if (session) return formTo(visit, { to: addressOf(visit), button: words.invitation.join });
    if (hasAccount) {
      const next = new URLSearchParams({ next: addressOf(visit) }).toString();
      return html`<p>${words.invitation.signIn(email)}</p><p>${link(`/dashboard/sign-in?${next}`, words.signIn.button)}</p>`;
    }
    return formTo(visit, {
      to: addressOf(visit),
      button: words.invitation.join,
      fields: html`<p>${email}</p>
${textField(visit, { name: 'name', label: words.signUp.name, autocomplete: 'name', maxlength: 120 })}
${newPassword(visit, words.password)}`,
    });
  };
  return screen(visit, {
    title: words.invitation.title(merchantName),
    narrow: true,
    main: html`<p>${words.invitation.text(merchantName, words.roles[role].name)}</p>${way()}`,
  });
}

/** Only a whole session joins: one that lacks its second factor is as good as none. */
export async function join(visit: Visit): Promise<Answer> {
  const found = await findInvitation(visit.office.platform, tokenIn(visit));
  if (!found) return gone(visit, 'invitation');
  const { session } = visit;
  if (session?.stage === 'full') {
    const joined = await acceptInvitation(visit.office, { token: tokenIn(visit), session, ip: visit.ip });
    if (joined === 'last owner') throw new Refusal(teamWords.lastOwner);
    if (joined === 'refused') throw new Refusal(words.invitation.other(found.email));
    return seeOther('/dashboard');
  }
  if (found.hasAccount) throw new Refusal(words.invitation.signIn(found.email));
  const [name, password] = [visit.form.value('name'), visit.form.text('password')];
  refuseWrong({
    name: (name === '' || lettersIn(name) > 120) && words.signUp.wrong.name,
    password: passwordFault(password, { email: found.email, businessName: found.merchantName }),
  });
  const isDone = await acceptAsNew(visit.office, { token: tokenIn(visit), name, password, ip: visit.ip });
  return isDone ? seeOther('/dashboard/sign-in?done=joined') : gone(visit, 'invitation');
}
