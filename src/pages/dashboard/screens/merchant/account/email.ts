import { requestEmail } from '../../../../../domain/people/users/change-email.ts';
import { isMailAddress } from '../../../../../platform/mail.ts';
import { type Html, html } from '../../../../html.ts';
import { entryWords } from '../../../../words/dashboard/entry.ts';
import { accountWords } from '../../../../words/dashboard/merchant/account.ts';
import { formTo, textField } from '../../../parts/forms.ts';
import { section } from '../../../parts/show.ts';
import { typedPlain } from '../../../parts/typed.ts';
import { type Answer, Refusal, seeOther, WrongFields } from '../../../requests/answers.ts';
import { ownOf, type PersonVisit } from '../../../requests/visit.ts';

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
  if (!isMailAddress(email)) throw new WrongFields({ email: entryWords.signUp.wrong.email });
  if (email.toLowerCase() === visit.session.email) throw new WrongFields({ email: words.own });
  const { lockedForMs } = await requestEmail(visit.office, ownOf(visit), email);
  if (lockedForMs > 0) throw new Refusal(words.tooMany(Math.ceil(lockedForMs / 60_000)));
  return seeOther('/dashboard/account?done=email-sent');
}
