import { may, roleIn, roles } from '../../../../../domain/people/roles/roles.ts';
import { listInvitations } from '../../../../../domain/people/team/invitation-queries.ts';
import {
  invite,
  removeMember,
  revokeInvitation,
  setRole,
  type TeamChange,
} from '../../../../../domain/people/team/invite.ts';
import { findMember, listMembers } from '../../../../../domain/people/team/queries.ts';
import { now } from '../../../../../platform/clock.ts';
import { isUuid, notFound, readId, showId } from '../../../../../platform/ids.ts';
import { isMailAddress } from '../../../../../platform/mail.ts';
import { type Html, html } from '../../../../html.ts';
import { entryWords } from '../../../../words/dashboard/entry.ts';
import { frameWords } from '../../../../words/dashboard/frame.ts';
import { teamWords as words } from '../../../../words/dashboard/merchant/team.ts';
import { radios } from '../../../parts/choices.ts';
import { buttonTo, formTo, textField } from '../../../parts/forms.ts';
import { screen } from '../../../parts/frame.ts';
import { link, linkButton, moment, section } from '../../../parts/show.ts';
import { table } from '../../../parts/tables.ts';
import { typedPlain } from '../../../parts/typed.ts';
import { merchantOf } from '../../../requests/acting.ts';
import { type Answer, Refusal, seeOther, WrongFields } from '../../../requests/answers.ts';
import type { MerchantVisit } from '../../../requests/visit.ts';
import { codesSection } from './codes.ts';

type Member = Awaited<ReturnType<typeof listMembers>>[number];
type Invitation = Awaited<ReturnType<typeof listInvitations>>[number];

const roleChoices = roles.map((value) => ({
  value,
  label: entryWords.roles[value].name,
  hint: entryWords.roles[value].can,
}));

export async function showTeam(visit: MerchantVisit): Promise<Answer> {
  const { platform } = visit.office;
  const [members, invitations] = await Promise.all([
    listMembers(platform, visit.merchantId),
    listInvitations(platform, visit.merchantId, now()),
  ]);
  return screen(visit, {
    title: words.title,
    done: words.done[visit.query.get('done') ?? ''],
    actions: visit.may('team') && linkButton(`${visit.base}/team/invite`, words.invite.title),
    main: html`${section(words.members, membersTable(visit, members))}
${runsTeam(visit) && section(words.invitations.title, invitationsTable(visit, invitations))}
${visit.may('team') && (await codesSection(visit))}
<p>${link(`${visit.base}/team/leave`, words.leave.title)}</p>`,
  });
}

/** Whether the person may take others out of the team: also while the merchant is suspended. */
const runsTeam = ({ role }: MerchantVisit): boolean => may(role, 'team');

function membersTable(visit: MerchantVisit, members: readonly Member[]): Html {
  return table<Member>({
    caption: words.members,
    columns: [
      {
        title: words.name,
        cell: ({ id, name }) =>
          html`${runsTeam(visit) ? link(`${visit.base}/team/members/${showId('usr', id)}`, name) : name}${id === visit.session.userId && ` (${words.you})`}`,
      },
      { title: words.email, cell: ({ email }) => email },
      { title: words.role, cell: ({ role }) => entryWords.roles[role].name },
      { title: words.twoStep, cell: ({ enrolled_at }) => (enrolled_at === null ? words.off : words.on) },
    ],
    rows: members,
    empty: '',
  });
}

function invitationsTable(visit: MerchantVisit, invitations: readonly Invitation[]): Html {
  const to = (id: string) => `${visit.base}/team/invitations/${id}/revoke`;
  return table<Invitation>({
    caption: words.invitations.title,
    columns: [
      { title: words.email, cell: ({ email }) => email },
      { title: words.role, cell: ({ role }) => entryWords.roles[role].name },
      { title: words.invitations.expires, cell: ({ expires_at }) => moment(visit, expires_at) },
      {
        title: frameWords.table.actions,
        cell: ({ id }) => buttonTo(visit, { to: to(id), label: words.invitations.revoke }),
      },
    ],
    rows: invitations,
    empty: words.invitations.none,
  });
}

export function showInvite(visit: MerchantVisit): Answer {
  return screen(visit, {
    title: words.invite.title,
    up: { label: words.title, to: `${visit.base}/team` },
    main: formTo(visit, {
      to: `${visit.base}/team/invite`,
      button: words.invite.button,
      cancel: `${visit.base}/team`,
      fields: html`${textField(visit, { name: 'email', label: words.email, hint: words.invite.hint, kind: 'email', maxlength: 254 })}
${radios(visit, { name: 'role', label: words.role, options: roleChoices, value: 'developer' })}`,
    }),
  });
}

export async function inviteSomebody(visit: MerchantVisit): Promise<Answer> {
  const email = typedPlain(visit.form.value('email'));
  const role = roleIn(visit.form.value('role'));
  if (!isMailAddress(email)) throw new WrongFields({ email: words.invite.wrongEmail });
  if (!role) throw new WrongFields({ role: words.invite.wrongRole });
  const wanted = { email, role, userId: visit.session.userId };
  const invited = await invite(visit.office, merchantOf(visit), wanted);
  if (invited.kind !== 'invited') throw new Refusal(words.invite.refused[invited.kind](invited.most));
  return seeOther(`${visit.base}/team?done=invited`);
}

export async function revoke(visit: MerchantVisit): Promise<Answer> {
  const id = visit.params['invitation'] ?? '';
  if (!isUuid(id) || !(await revokeInvitation(visit.office, merchantOf(visit), id))) throw notFound('usr');
  return seeOther(`${visit.base}/team?done=revoked`);
}

async function memberIn(visit: MerchantVisit) {
  const id = readId('usr', visit.params['user'] ?? '');
  const found = await findMember(visit.office.platform, visit.merchantId, id);
  if (!found) throw notFound('usr');
  return found;
}

export async function showMember(visit: MerchantVisit): Promise<Answer> {
  const { id, name, email, role } = await memberIn(visit);
  const address = `${visit.base}/team/members/${showId('usr', id)}`;
  return screen(visit, {
    title: words.memberTitle(name),
    up: { label: words.title, to: `${visit.base}/team` },
    main: html`<p>${email}</p>
${visit.may('team') && formTo(visit, { to: `${address}/role`, button: words.setRole, fields: radios(visit, { name: 'role', label: words.role, options: roleChoices, value: role }) })}
${section(words.remove, html`<p>${words.removeText}</p>${buttonTo(visit, { to: `${address}/remove`, label: words.remove, look: 'danger' })}`)}`,
  });
}

export async function saveRole(visit: MerchantVisit): Promise<Answer> {
  const { id } = await memberIn(visit);
  const role = roleIn(visit.form.value('role'));
  if (!role) throw new WrongFields({ role: words.invite.wrongRole });
  refuse(await setRole(visit.office, merchantOf(visit), id, role));
  return seeOther(`${visit.base}/team?done=role`);
}

export async function removeFromTeam(visit: MerchantVisit): Promise<Answer> {
  const { id } = await memberIn(visit);
  refuse(await removeMember(visit.office, merchantOf(visit), id));
  return id === visit.session.userId ? seeOther('/dashboard') : seeOther(`${visit.base}/team?done=removed`);
}

/** @throws Refusal */
export function refuse(change: TeamChange): void {
  if (change === 'last owner') throw new Refusal(words.lastOwner);
  if (change === 'no member') throw new Refusal(words.gone);
}
