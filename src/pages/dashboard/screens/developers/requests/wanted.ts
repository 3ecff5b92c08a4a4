import { errorCatalogue } from '../../../../../../generated/error-catalogue.ts';
import { operations } from '../../../../../../generated/operations.ts';
import type { ListedApp } from '../../../../../domain/merchants/accounts/app-queries.ts';
import type { AfterDay, UsageOf } from '../../../../../domain/merchants/traffic/usage-queries.ts';
import { showId } from '../../../../../platform/ids.ts';
import { requestsWords as words } from '../../../../words/dashboard/developers/requests.ts';
import { dayIn } from '../../../parts/days.ts';
import type { Filter } from '../../../parts/filters.ts';
import type { MerchantVisit } from '../../../requests/visit.ts';

const operationIds = Object.keys(operations);
const codes = Object.keys(errorCatalogue);

export type Group = keyof typeof words.groups;

export function groupIn({ query }: MerchantVisit): Group {
  const wanted = query.get('group');
  return wanted === 'operation' || wanted === 'code' ? wanted : 'day';
}

/** What the filters say. Anything that they do not offer is left out. */
export function wantedIn({ query, ctx }: MerchantVisit, app: ListedApp): UsageOf {
  const among = (name: string, offered: readonly string[]): string | undefined =>
    offered.find((one) => one === query.get(name));
  return {
    appId: app.id,
    operation: among('operation', operationIds),
    version: among('version', versionsOf(ctx)),
    code: among('code', codes),
    from: dayOf(query.get('from')),
    until: dayOf(query.get('to')),
    onlyFailed: query.get('outcome') === 'failed',
  };
}

/** A real day; the calendar refuses the others. */
const dayOf = (text: string | null): string | undefined =>
  text !== null && dayIn(text, 'UTC') ? text : undefined;

const versionsOf = ({ versions }: MerchantVisit['ctx']): readonly string[] => versions.supported;

const optionsOf = (values: readonly string[]) => values.map((value) => ({ value, label: value }));

/** The list is about one app, and without a choice about the first one. */
export function filtersOf({ ctx }: MerchantVisit, apps: readonly ListedApp[]): readonly Filter[] {
  const [first, ...others] = apps;
  const { day, ...groups } = words.groups;
  return [
    {
      name: 'app',
      label: words.app,
      options: others.map((app) => ({ value: showId('app', app.id), label: app.name })),
      ...(first && { usual: first.name }),
    },
    {
      name: 'group',
      label: words.group,
      options: Object.entries(groups).map(([value, label]) => ({ value, label })),
      usual: day,
    },
    { name: 'operation', label: words.operation, options: optionsOf(operationIds.toSorted()) },
    { name: 'code', label: words.code, options: optionsOf(codes.toSorted()) },
    { name: 'version', label: words.version, options: optionsOf(versionsOf(ctx)) },
    { name: 'outcome', label: words.outcome, options: [{ value: 'failed', label: words.onlyFailed }] },
    { name: 'from', label: words.from, kind: 'date' },
    { name: 'to', label: words.until, kind: 'date' },
  ];
}

/** The place of a row in the list, for the address of the next page. */
export const placeOf = ({ day, operation, api_version: version, by_header: byHeader }: AfterDay): string =>
  [day, operation, version, byHeader ? 'header' : 'pin'].join('~');

export function afterIn({ query }: MerchantVisit): AfterDay | undefined {
  const [day = '', operation = '', version = '', by] = (query.get('page') ?? '').split('~');
  const isPlace = dayOf(day) !== undefined && /^\w{1,80}$/.test(operation) && /^[\d-]{1,20}$/.test(version);
  return isPlace ? { day, operation, api_version: version, by_header: by === 'header' } : undefined;
}
