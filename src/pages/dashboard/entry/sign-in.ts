import { endSession } from '../../../domain/people/sessions/sessions.ts';
import { passFactor, signIn } from '../../../domain/people/sessions/sign-in.ts';
import { type Html, html } from '../../html.ts';
import { entryWords as words } from '../../words/dashboard/entry.ts';
import { formTo, textField } from '../parts/forms.ts';
import { screen } from '../parts/frame.ts';
import { notice } from '../parts/notices.ts';
import { link } from '../parts/show.ts';
import { typedCode, typedPlain } from '../parts/typed.ts';
import { type Answer, Refusal, seeOther } from '../requests/answers.ts';
import type { PersonVisit, Visit } from '../requests/visit.ts';
import { homeOf, nextIn, withNext } from './next.ts';

const notes: Readonly<Record<string, string>> = {
  'signed-out': words.signIn.signedOut,
  verified: words.signUp.verified,
  reset: words.reset.done,
  joined: words.invitation.joined,
};

export function showSignIn(visit: Visit): Answer {
  if (visit.session?.stage === 'full' && !visit.form.sent) return seeOther(homeOf(visit));
  return screen(visit, {
    title: words.signIn.title,
    narrow: true,
    done: notes[visit.query.get('done') ?? ''],
    main: html`${!visit.form.sent && endedNotice(visit)}
${formTo(visit, {
  to: withNext(visit, '/dashboard/sign-in'),
  button: words.signIn.button,
  fields: html`${textField(visit, { name: 'email', label: words.email, kind: 'email', autocomplete: 'username', maxlength: 254 })}
${textField(visit, { name: 'password', label: words.password, kind: 'password', autocomplete: 'current-password' })}`,
})}
<p>${link('/dashboard/forgot', words.signIn.forgot)}</p>
<p>${link('/dashboard/sign-up', words.signIn.signUp)}</p>`,
  });
}

function endedNotice({ query }: Visit): Html | false {
  if (query.has('sent')) return notice('warn', words.signIn.notDone);
  return query.has('ended') && notice('plain', words.signIn.ended);
}

export async function trySignIn(visit: Visit): Promise<Answer> {
  const { form, ip, userAgent, office } = visit;
  const result = await signIn(office, {
    email: typedPlain(form.value('email')),
    password: form.text('password'),
    ip,
    userAgent,
  });
  if (result.kind === 'wrong') throw new Refusal(words.signIn.wrong);
  if (result.kind === 'locked')
    throw new Refusal(words.signIn.locked(Math.ceil(result.retryAfterSeconds / 60)));
  // A session of somebody else in the same browser must not stay valid behind the new one.
  if (visit.session) await endSession(office.platform, visit.session);
  const { token, stage } = result;
  const to = stage === 'full' ? nextIn(visit) : withNext(visit, '/dashboard/second-factor');
  return seeOther(to, { session: { token } });
}

export function showFactor(visit: PersonVisit): Answer {
  if (visit.session.stage === 'full') return seeOther(nextIn(visit));
  return screen(visit, {
    title: words.factor.title,
    narrow: true,
    main: html`<p>${words.factor.text}</p>
${formTo(visit, {
  to: withNext(visit, '/dashboard/second-factor'),
  button: words.factor.button,
  fields: textField(visit, {
    name: 'code',
    label: words.factor.code,
    hint: words.factor.codeHint,
    autocomplete: 'one-time-code',
    maxlength: 40,
    value: '',
  }),
})}
${formTo(visit, { to: '/dashboard/sign-out', button: words.factor.stop, look: 'quiet' })}`,
  });
}

export async function passSecondFactor(visit: PersonVisit): Promise<Answer> {
  const result = await passFactor(
    visit.office,
    visit.token,
    visit.session.userId,
    typedCode(visit.form.value('code')),
  );
  if (result === 'wrong') throw new Refusal(words.factor.wrong);
  if (result === 'locked') throw new Refusal(words.factor.locked);
  return seeOther(nextIn(visit), { session: result });
}

export async function signOut(visit: PersonVisit): Promise<Answer> {
  await endSession(visit.office.platform, visit.session);
  return seeOther('/dashboard/sign-in?done=signed-out', { session: 'ended' });
}
