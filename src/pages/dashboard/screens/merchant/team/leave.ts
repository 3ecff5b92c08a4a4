import { leaveTeam } from '../../../../../domain/people/team/invite.ts';
import { html } from '../../../../html.ts';
import { teamWords as words } from '../../../../words/dashboard/merchant/team.ts';
import { buttonTo } from '../../../parts/forms.ts';
import { screen } from '../../../parts/frame.ts';
import { merchantOf } from '../../../requests/acting.ts';
import { type Answer, seeOther } from '../../../requests/answers.ts';
import type { MerchantVisit } from '../../../requests/visit.ts';
import { refuse } from './team.ts';

export function showLeave(visit: MerchantVisit): Answer {
  return screen(visit, {
    title: words.leave.title,
    up: { label: words.title, to: `${visit.base}/team` },
    main: html`<p>${words.leave.text(visit.merchantName)}</p>
${buttonTo(visit, { to: `${visit.base}/team/leave`, label: words.leave.button, look: 'danger' })}`,
  });
}

export async function leave(visit: MerchantVisit): Promise<Answer> {
  refuse(await leaveTeam(visit.office, merchantOf(visit), visit.session.userId));
  return seeOther('/dashboard');
}
