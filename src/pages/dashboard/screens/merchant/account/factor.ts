import {
  beginFactor,
  finishFactor,
  removeFactor,
  renewRecoveryCodes,
} from '../../../../../domain/people/factors/enrol.ts';
import { html } from '../../../../html.ts';
import { accountWords } from '../../../../words/dashboard/merchant/account.ts';
import { formTo, textField } from '../../../parts/forms.ts';
import { screen } from '../../../parts/frame.ts';
import { notice } from '../../../parts/notices.ts';
import { secretQrCode } from '../../../parts/qr.ts';
import { linkButton } from '../../../parts/show.ts';
import { typedCode } from '../../../parts/typed.ts';
import { type Answer, seeOther, WrongFields } from '../../../requests/answers.ts';
import { ownOf, type PersonVisit } from '../../../requests/visit.ts';

const { factor: words } = accountWords;

/** The key of the second factor is shown until it is turned on, and never again. */
export async function showEnrolment(visit: PersonVisit): Promise<Answer> {
  const begun = await beginFactor(visit.office, ownOf(visit));
  if (!begun) return seeOther('/dashboard/account');
  return screen(visit, {
    title: words.begin,
    up: { label: accountWords.title, to: '/dashboard/account' },
    main: html`<p>${words.scan}</p>${secretQrCode(begun.address, words.qr)}
<p>${words.key}: <code class="secret">${begun.secret.match(/.{1,4}/g)?.join(' ')}</code></p>
${formTo(visit, {
  to: '/dashboard/account/factor',
  button: words.finish,
  cancel: '/dashboard/account',
  fields: textField(visit, {
    name: 'code',
    label: words.code,
    hint: words.codeHint,
    inputmode: 'numeric',
    autocomplete: 'one-time-code',
    maxlength: 12,
    value: '',
  }),
})}`,
  });
}

export async function finish(visit: PersonVisit): Promise<Answer> {
  const { office, session, form } = visit;
  const codes = await finishFactor(office, ownOf(visit), typedCode(form.value('code')));
  if (!codes) throw new WrongFields({ code: words.wrong });
  return shownOnce({ ...visit, session: { ...session, hasFactor: true } }, codes);
}

/** The codes are on this one answer and on no other. */
function shownOnce(visit: PersonVisit, codes: readonly string[]): Answer {
  return screen(visit, {
    title: words.codesTitle,
    main: html`${notice('warn', words.codesText)}<ul>${codes.map((code) => html`<li><code class="secret">${code}</code></li>`)}</ul>
<p>${linkButton('/dashboard/account', words.saved)}</p>`,
  });
}

export async function renewCodes(visit: PersonVisit): Promise<Answer> {
  if (!visit.session.hasFactor) return seeOther('/dashboard/account');
  return shownOnce(visit, await renewRecoveryCodes(visit.office, ownOf(visit)));
}

export async function removeOwnFactor(visit: PersonVisit): Promise<Answer> {
  await removeFactor(visit.office, ownOf(visit));
  return seeOther('/dashboard/account?done=factor-off');
}
