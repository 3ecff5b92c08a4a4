import { listMails } from '../../../domain/people/mail/mails.ts';
import { chooseMerchant } from '../../../domain/people/sessions/sessions.ts';
import { ApiError } from '../../../platform/errors.ts';
import { readId, showId } from '../../../platform/ids.ts';
import { html, url } from '../../html.ts';
import { entryWords as words } from '../../words/dashboard/entry.ts';
import { frameWords } from '../../words/dashboard/frame.ts';
import { buttonTo } from '../parts/forms.ts';
import { screen } from '../parts/frame.ts';
import { empty } from '../parts/notices.ts';
import { section } from '../parts/show.ts';
import { table } from '../parts/tables.ts';
import { type Answer, seeOther } from '../requests/answers.ts';
import { membershipOf, type PersonVisit, type Visit } from '../requests/visit.ts';

/** `/dashboard`: the merchant's test mode, or for an operator without a merchant the platform. */
export function home(visit: PersonVisit): Answer {
  if (membershipOf(visit.session)) return seeOther('/dashboard/test');
  return seeOther(visit.session.isOperator ? '/dashboard/operators' : '/dashboard/merchants');
}

export function showMerchants(visit: PersonVisit): Answer {
  return screen(visit, {
    title: words.merchants.title,
    main: table({
      caption: words.merchants.title,
      columns: [
        { title: words.merchants.name, cell: ({ merchantName }) => merchantName },
        { title: words.merchants.role, cell: ({ role }) => words.roles[role].name },
        {
          title: frameWords.table.actions,
          cell: ({ merchantId }) =>
            buttonTo(visit, {
              to: `/dashboard/merchants/${showId('mer', merchantId)}`,
              label: words.merchants.choose,
            }),
        },
      ],
      rows: visit.session.memberships,
      empty: words.merchants.none,
    }),
  });
}

export async function choose(visit: PersonVisit): Promise<Answer> {
  const isDone = await chooseMerchant(
    visit.office.platform,
    visit.session,
    readId('mer', visit.params['merchant'] ?? ''),
  );
  if (!isDone) throw new ApiError('NOT_FOUND');
  return seeOther('/dashboard');
}

/** The mails of a development machine, which has no mail server. */
export async function showMails(visit: Visit): Promise<Answer> {
  if (!visit.office.showsMails) throw new ApiError('NOT_FOUND');
  const mails = await listMails(visit.office.platform, 50);
  return screen(visit, {
    title: words.mails.title,
    main: html`<p>${words.mails.text}</p>
${mails.length === 0 && empty(words.mails.empty)}
${mails.map(({ to, subject, text }) => section(subject, html`<p class="soft">${words.mails.to}: ${to}</p>${linked(text)}`))}`,
  });
}

/** The text of a mail, whose addresses can be followed. */
function linked(text: string) {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) =>
      /^https?:\/\/\S+$/.test(line) ? html`<p><a href="${url(line)}">${line}</a></p>` : html`<p>${line}</p>`,
    );
}
