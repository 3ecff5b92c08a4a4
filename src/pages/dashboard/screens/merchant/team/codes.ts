import {
  enrolSecondFactor,
  removeSecondFactor,
} from '../../../../../domain/merchants/second-factor/enrol.ts';
import { findTwoFactor } from '../../../../../domain/merchants/second-factor/queries.ts';
import { type Html, html } from '../../../../html.ts';
import { teamWords } from '../../../../words/dashboard/merchant/team.ts';
import { buttonTo } from '../../../parts/forms.ts';
import { screen } from '../../../parts/frame.ts';
import { notice } from '../../../parts/notices.ts';
import { secretQrCode } from '../../../parts/qr.ts';
import { linkButton, section } from '../../../parts/show.ts';
import { merchantOf } from '../../../requests/acting.ts';
import { type Answer, seeOther } from '../../../requests/answers.ts';
import type { MerchantVisit } from '../../../requests/visit.ts';

const { codes: words } = teamWords;

/** The merchant's own one-time codes, which payouts need. Spec: "Authentication", rule 5. */
export async function codesSection(visit: MerchantVisit): Promise<Html> {
  const enrolled = await findTwoFactor(visit.office.platform, visit.merchantId);
  const address = `${visit.base}/team/codes`;
  return section(
    words.title,
    enrolled
      ? html`<p>${words.on}</p>${buttonTo(visit, { to: `${address}/remove`, label: words.remove, look: 'danger' })}`
      : html`<p>${words.off}</p>${buttonTo(visit, { to: `${address}/enrol`, label: words.enrol })}`,
  );
}

/** The key is on this one answer and on no other. */
export async function enrolCodes(visit: MerchantVisit): Promise<Answer> {
  const enrolled = await enrolSecondFactor(visit.office, merchantOf(visit), false);
  if (!enrolled) return seeOther(`${visit.base}/team`);
  return screen(visit, {
    title: words.title,
    main: html`${notice('warn', words.once)}${secretQrCode(enrolled.address, words.title)}
<p><code class="secret">${enrolled.secret.match(/.{1,4}/g)?.join(' ')}</code></p>
<p>${linkButton(`${visit.base}/team`, words.back)}</p>`,
  });
}

export async function removeCodes(visit: MerchantVisit): Promise<Answer> {
  await removeSecondFactor(visit.office.platform, merchantOf(visit));
  return seeOther(`${visit.base}/team?done=codes-off`);
}
