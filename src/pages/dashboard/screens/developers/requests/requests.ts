import { operations } from '../../../../../../generated/operations.ts';
import { type ListedApp, listApps } from '../../../../../domain/merchants/accounts/app-queries.ts';
import {
  type DayOfCalls,
  type GroupOfCalls,
  listUsage,
  usageByCode,
  usageByOperation,
} from '../../../../../domain/merchants/traffic/usage-queries.ts';
import { showId } from '../../../../../platform/ids.ts';
import { type Child, type Html, html } from '../../../../html.ts';
import { requestsWords as words } from '../../../../words/dashboard/developers/requests.ts';
import { filters, listRegion } from '../../../parts/filters.ts';
import { screen } from '../../../parts/frame.ts';
import { empty } from '../../../parts/notices.ts';
import { link, linkButton, moment } from '../../../parts/show.ts';
import { type Column, pager, table } from '../../../parts/tables.ts';
import type { Answer } from '../../../requests/answers.ts';
import type { MerchantVisit } from '../../../requests/visit.ts';
import { afterIn, filtersOf, type Group, groupIn, placeOf, wantedIn } from './wanted.ts';

const pageSize = 50;
const mostGroups = 200;

/** The calls of one app: by day, by operation or by code. */
export async function showRequests(visit: MerchantVisit): Promise<Answer> {
  const all = await listApps(visit.office.platform, visit.merchantId);
  const apps = all.filter(({ mode }) => mode === visit.mode);
  const app = apps.find(({ id }) => showId('app', id) === visit.query.get('app')) ?? apps[0];
  const list =
    app &&
    listRegion(
      html`<p>${link(`${visit.base}/apps/${showId('app', app.id)}`, app.name)}: ${words.settings}</p>${await lists[groupIn(visit)](visit, app)}`,
    );
  return screen(visit, {
    title: words.title,
    main: list
      ? html`<p class="soft">${words.intro}</p>
${filters(visit, filtersOf(visit, apps))}
${list}`
      : empty(words.noApps, visit.may('develop') && linkButton(`${visit.base}/apps/new`, words.createApp)),
  });
}

const lists: Readonly<Record<Group, (visit: MerchantVisit, app: ListedApp) => Promise<Html>>> = {
  day: byDay,
  operation: async (visit, app) =>
    groupTable(
      visit,
      'operation',
      await usageByOperation(visit.ctx.db, visit.merchantId, wantedIn(visit, app), mostGroups),
    ),
  code: async (visit, app) =>
    html`<p class="soft">${words.countsAll}</p>${groupTable(visit, 'code', await usageByCode(visit.ctx.db, visit.merchantId, wantedIn(visit, app), mostGroups))}`,
};

async function byDay(visit: MerchantVisit, app: ListedApp): Promise<Html> {
  const after = afterIn(visit);
  const found = await listUsage(visit.ctx.db, visit.merchantId, wantedIn(visit, app), {
    after,
    rows: pageSize + 1,
  });
  const rows = found.slice(0, pageSize);
  const last = rows.at(-1);
  return html`${table<DayOfCalls>({
    caption: words.title,
    columns: [
      { title: words.day, cell: ({ day }) => day },
      { title: words.operation, cell: ({ operation }) => operationLink(operation) },
      {
        title: words.version,
        cell: ({ api_version: version, by_header: byHeader }) =>
          html`${version} <span class="soft">${byHeader ? words.byHeader : words.pinned}</span>`,
      },
      ...counts<DayOfCalls>(),
      { title: words.codes, cell: ({ codes }) => all(codes, codeLink) },
      { title: words.lastAt, cell: ({ last_at: at }) => moment(visit, at) },
    ],
    rows,
    empty: words.empty,
  })}
${pager(visit, { older: found.length > pageSize && last ? placeOf(last) : undefined, isFirst: after === undefined })}`;
}

function groupTable(visit: MerchantVisit, by: 'operation' | 'code', rows: readonly GroupOfCalls[]): Html {
  const [nameLink, otherLink] = by === 'operation' ? [operationLink, codeLink] : [codeLink, operationLink];
  return table<GroupOfCalls>({
    caption: words.groups[by],
    columns: [
      { title: by === 'operation' ? words.operation : words.code, cell: ({ name }) => nameLink(name) },
      ...counts<GroupOfCalls>(),
      { title: words.days, isNumber: true, cell: ({ days }) => String(days) },
      {
        title: by === 'operation' ? words.codes : words.operations,
        cell: ({ others }) => all(others, otherLink),
      },
      { title: words.version, cell: ({ versions }) => versions.join(', ') },
      { title: words.lastAt, cell: ({ last_at: at }) => moment(visit, at) },
    ],
    rows,
    empty: words.empty,
  });
}

type Counted = { readonly calls: bigint; readonly failures: bigint };

const counts = <Row extends Counted>(): readonly Column<Row>[] => [
  { title: words.calls, isNumber: true, cell: ({ calls }) => String(calls) },
  {
    title: words.failures,
    isNumber: true,
    cell: ({ calls, failures }) =>
      html`${String(failures)} <span class="soft">${words.rate(percent(failures, calls))}</span>`,
  },
];

/** With one decimal. */
function percent(part: bigint, whole: bigint): string {
  const tenths = whole === 0n ? 0n : (part * 1000n) / whole;
  return `${tenths / 10n}.${tenths % 10n}`;
}

const all = (names: readonly string[], show: (name: string) => Child): Html | string =>
  names.length === 0 ? '–' : html`${names.map((name, at) => html`${at > 0 && ', '}${show(name)}`)}`;

/** An operation of an older version may have no page of its own any more. */
function operationLink(id: string): Child {
  const facts = Object.entries(operations).find(([name]) => name === id)?.[1];
  return facts ? link(`/docs/operations/${facts.tag}/${id}`, id) : id;
}

const codeLink = (code: string): Child => link(`/docs/errors/${code}`, code);
