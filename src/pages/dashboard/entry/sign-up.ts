import { passwordProblem } from '../../../domain/people/users/passwords.ts';
import {
  findLink,
  requestReset,
  resetPassword,
  signUp,
  verifyEmail,
} from '../../../domain/people/users/sign-up.ts';
import { lettersIn } from '../../../platform/contract/letters.ts';
import { isMailAddress } from '../../../platform/mail.ts';
import { html } from '../../html.ts';
import { entryWords as words } from '../../words/dashboard/entry.ts';
import { formTo, textField } from '../parts/forms.ts';
import { failureScreen, screen } from '../parts/frame.ts';
import { link } from '../parts/show.ts';
import { typedPlain } from '../parts/typed.ts';
import { type Answer, Refusal, seeOther, WrongFields } from '../requests/answers.ts';
import type { Visit } from '../requests/visit.ts';

/** The first wrong field of each name. */
export function refuseWrong(fields: Readonly<Record<string, string | false | undefined>>): void {
  const wrong = Object.entries(fields).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  if (wrong.length > 0) throw new WrongFields(Object.fromEntries(wrong));
}

export function passwordFault(
  password: string,
  about: Parameters<typeof passwordProblem>[1],
): string | undefined {
  const problem = passwordProblem(password, about);
  return problem && words.passwordProblems[problem];
}

const isName = (text: string): boolean => text !== '' && lettersIn(text) <= 120;

export function newPassword(visit: Visit, label: string) {
  return textField(visit, {
    name: 'password',
    label,
    hint: words.signUp.passwordHint,
    kind: 'password',
    autocomplete: 'new-password',
  });
}

export function showSignUp(visit: Visit): Answer {
  return screen(visit, {
    title: words.signUp.title,
    narrow: true,
    main: html`${formTo(visit, {
      to: '/dashboard/sign-up',
      button: words.signUp.button,
      fields: html`${textField(visit, { name: 'name', label: words.signUp.name, autocomplete: 'name', maxlength: 120 })}
${textField(visit, { name: 'business', label: words.signUp.business, hint: words.signUp.businessHint, autocomplete: 'organization', maxlength: 120 })}
${textField(visit, { name: 'email', label: words.email, kind: 'email', autocomplete: 'username', maxlength: 254 })}
${newPassword(visit, words.password)}`,
    })}
<p>${link('/dashboard/sign-in', words.signUp.have)}</p>`,
  });
}

export async function trySignUp(visit: Visit): Promise<Answer> {
  const { form } = visit;
  const [name, business] = [form.value('name'), form.value('business')];
  const email = typedPlain(form.value('email'));
  const password = form.text('password');
  refuseWrong({
    name: !isName(name) && words.signUp.wrong.name,
    business: !isName(business) && words.signUp.wrong.business,
    email: !isMailAddress(email) && words.signUp.wrong.email,
    password: passwordFault(password, { email, businessName: business }),
  });
  const wanted = { name, email, password, businessName: business, ip: visit.ip };
  const { lockedForMs } = await signUp(visit.office, wanted);
  if (lockedForMs > 0) throw new Refusal(words.signUp.tooMany(Math.ceil(lockedForMs / 60_000)));
  const { title, text } = words.signUp.sent;
  return sentScreen(visit, title, text(email));
}

/** A development machine shows its mails, since it sends none. */
function sentScreen(visit: Visit, title: string, text: string): Answer {
  const outbox = visit.office.showsMails && html`<p>${link('/dashboard/outbox', words.mails.title)}</p>`;
  return screen(visit, { title, narrow: true, main: html`<p>${text}</p>${outbox}` });
}

/** The link does not work any more; the screen says how to go on without it. */
export const gone = (visit: Visit, kind: keyof typeof words.link.instead): Answer =>
  failureScreen(visit, 410, { title: words.link.gone, text: words.link.instead[kind] });
const tokenIn = (visit: Visit): string => visit.params['link'] ?? '';

/** Mail programs open links by themselves, so that only the button uses the link up. */
export async function showVerify(visit: Visit): Promise<Answer> {
  const found = await findLink(visit.office.platform, tokenIn(visit), 'verify-email');
  if (!found) return gone(visit, 'verify');
  return screen(visit, {
    title: words.link.verify.title,
    narrow: true,
    main: formTo(visit, { to: `/dashboard/verify/${tokenIn(visit)}`, button: words.link.verify.button }),
  });
}

export async function verify(visit: Visit): Promise<Answer> {
  const verified = await verifyEmail(visit.office, tokenIn(visit));
  return verified ? seeOther('/dashboard/sign-in?done=verified') : gone(visit, 'verify');
}

export function showForgot(visit: Visit): Answer {
  return screen(visit, {
    title: words.reset.title,
    narrow: true,
    main: html`<p>${words.reset.text}</p>${formTo(visit, {
      to: '/dashboard/forgot',
      button: words.reset.button,
      fields: textField(visit, {
        name: 'email',
        label: words.email,
        kind: 'email',
        autocomplete: 'username',
        maxlength: 254,
      }),
    })}`,
  });
}

export async function askReset(visit: Visit): Promise<Answer> {
  const email = typedPlain(visit.form.value('email'));
  refuseWrong({ email: !isMailAddress(email) && words.signUp.wrong.email });
  await requestReset(visit.office, email);
  const { title, text } = words.reset.sent;
  return sentScreen(visit, title, text);
}

export async function showReset(visit: Visit): Promise<Answer> {
  const found = await findLink(visit.office.platform, tokenIn(visit), 'reset-password');
  if (!found) return gone(visit, 'reset');
  return screen(visit, {
    title: words.reset.title,
    narrow: true,
    main: formTo(visit, {
      to: `/dashboard/reset/${tokenIn(visit)}`,
      button: words.reset.save,
      fields: newPassword(visit, words.reset.password),
    }),
  });
}

export async function reset(visit: Visit): Promise<Answer> {
  const password = visit.form.text('password');
  refuseWrong({ password: passwordFault(password, {}) });
  const isDone = await resetPassword(visit.office, { token: tokenIn(visit), password, ip: visit.ip });
  return isDone ? seeOther('/dashboard/sign-in?done=reset', { session: 'ended' }) : gone(visit, 'reset');
}
