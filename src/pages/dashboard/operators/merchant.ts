import { type ListedApp, listApps } from '../../../domain/merchants/accounts/app-queries.ts';
import { kycOf } from '../../../domain/merchants/onboarding/kyc.ts';
import { listChanges } from '../../../domain/people/audit/queries.ts';
import { listMembers } from '../../../domain/people/team/queries.ts';
import type { MerchantId } from '../../../engine/principal.ts';
import { showId } from '../../../platform/ids.ts';
import { type Html, html } from '../../html.ts';
import { entryWords } from '../../words/dashboard/entry.ts';
import { operatorsWords } from '../../words/dashboard/operators.ts';
import { exact, link, moment, section, state } from '../parts/show.ts';
import { facts, pageIn, pager, table } from '../parts/tables.ts';
import type { Answer } from '../requests/answers.ts';
import type { PersonVisit } from '../requests/visit.ts';
import { merchantState } from './merchants.ts';
import { base, kycStates, operatorScreen } from './operator-screen.ts';
import { addressOf, type Merchant, merchantIn, standing } from './standing.ts';

const { merchant: words, merchants: listWords } = operatorsWords;
const changesShown = 25;

type Member = Awaited<ReturnType<typeof listMembers>>[number];
type Change = Awaited<ReturnType<typeof listChanges>>[number];

/** One merchant: who they are, their apps and people, what was changed, and whether they are suspended. */
export async function showMerchant(visit: PersonVisit): Promise<Answer> {
  const { id, merchant } = await merchantIn(visit);
  const { platform } = visit.office;
  const [members, apps] = await Promise.all([listMembers(platform, id), listApps(platform, id)]);
  return operatorScreen(visit, {
    title: merchant.business_name,
    up: { label: listWords.title, to: base },
    done: words.done[visit.query.get('done') ?? ''],
    main: html`${section(words.facts, merchantFacts(visit, merchant))}
${section(words.money, html`<p>${words.moneyText}</p>`, link(`${addressOf(id)}/money`, words.moneyTitle))}
${section(words.kyc, await tiers(visit, id, merchant), link(`${base}/kyc?merchant=${showId('mer', id)}`, words.submissions))}
${section(words.people, membersTable(members))}
${section(words.apps, appsTable(visit, apps))}
${section(words.changes, await changes(visit, id))}
${standing(visit, merchant)}`,
  });
}

function merchantFacts(visit: PersonVisit, merchant: Merchant): Html {
  return facts([
    ['ID', exact(showId('mer', merchant.id))],
    [listWords.email, merchant.email],
    [listWords.country, merchant.country],
    [listWords.state, merchantState(merchant.status)],
    [listWords.created, moment(visit, merchant.created_at)],
    [words.secondFactor, merchant.enrolled_at === null ? words.off : words.on],
  ]);
}

async function tiers(visit: PersonVisit, id: MerchantId, { kyc_tier: own }: Merchant): Promise<Html> {
  const { live, sandbox } = visit.office.contexts;
  const [inLive, inTest] = await Promise.all([kycOf(live.db, id, own), kycOf(sandbox.db, id, own)]);
  return facts([
    [words.live, words.tier(inLive.tier, kycStates[inLive.status])],
    [words.test, words.tier(inTest.tier, kycStates[inTest.status])],
  ]);
}

function membersTable(members: readonly Member[]): Html {
  return table<Member>({
    caption: words.people,
    columns: [
      { title: listWords.name, cell: ({ name }) => name },
      { title: listWords.email, cell: ({ email }) => email },
      { title: words.role, cell: ({ role }) => entryWords.roles[role].name },
    ],
    rows: members,
    empty: words.nobody,
  });
}

function appsTable(visit: PersonVisit, apps: readonly ListedApp[]): Html {
  return table<ListedApp>({
    caption: words.apps,
    columns: [
      { title: listWords.name, cell: ({ name }) => name },
      {
        title: words.mode,
        cell: ({ mode }) => (mode === 'live' ? state(words.live, 'warn') : state(words.test)),
      },
      { title: words.version, cell: ({ api_version }) => api_version },
      { title: words.features, cell: ({ features }) => features.join(', ') },
      { title: 'ID', cell: ({ id }) => exact(showId('app', id)) },
      { title: listWords.created, cell: ({ created_at }) => moment(visit, created_at) },
    ],
    rows: apps,
    empty: words.noApps,
  });
}

async function changes(visit: PersonVisit, id: MerchantId): Promise<Html> {
  const before = pageIn(visit);
  const found = await listChanges(visit.office.platform, id, before, changesShown + 1);
  const rows = found.slice(0, changesShown);
  const columns = words.changesColumns;
  return html`${table<Change>({
    caption: words.changes,
    columns: [
      { title: columns.when, cell: ({ created_at }) => moment(visit, created_at) },
      { title: columns.who, cell: ({ by }) => by },
      { title: columns.from, cell: ({ ip }) => ip ?? words.commandLine },
      { title: columns.action, cell: ({ action }) => action },
      { title: columns.object, cell: ({ object }) => (object === null ? '' : showId('app', object)) },
      { title: columns.details, cell: ({ details }) => html`<code>${JSON.stringify(details)}</code>` },
    ],
    rows,
    empty: words.noChanges,
  })}${pager(visit, { older: found.length > changesShown ? rows.at(-1)?.id : undefined, isFirst: before === undefined })}`;
}
