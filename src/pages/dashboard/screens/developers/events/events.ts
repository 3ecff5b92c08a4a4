import { eventGroups } from '../../../../../../generated/event-registry.ts';
import {
  findTries,
  type Summary,
  summarize,
  type Tries,
} from '../../../../../domain/notices/events/log-queries.ts';
import { type EventRow, findEvents } from '../../../../../domain/notices/events/queries.ts';
import type { DeliveryStatus } from '../../../../../domain/notices/events/status-queries.ts';
import { now } from '../../../../../platform/clock.ts';
import { inNameOf } from '../../../../../platform/db/database.ts';
import { showId, uuidIn } from '../../../../../platform/ids.ts';
import { type Child, type Html, html, url } from '../../../../html.ts';
import { eventsWords as words } from '../../../../words/dashboard/developers/events.ts';
import { frameWords } from '../../../../words/dashboard/frame.ts';
import { dayIn } from '../../../parts/days.ts';
import { filters, listRegion } from '../../../parts/filters.ts';
import { screen } from '../../../parts/frame.ts';
import { notice } from '../../../parts/notices.ts';
import { link, linkButton, moment, state } from '../../../parts/show.ts';
import { pageIn, pager, table, withQuery } from '../../../parts/tables.ts';
import type { Answer } from '../../../requests/answers.ts';
import type { MerchantVisit } from '../../../requests/visit.ts';

const pageSize = 30;
const dayMs = 24 * 60 * 60 * 1000;
const statuses = ['pending', 'delivered', 'exhausted', 'none'] as const;
const looks = { none: 'plain', pending: 'warn', delivered: 'good', exhausted: 'bad' } as const;
const types = eventGroups.flatMap(({ events }) => events.map(({ id }) => ({ value: id, label: id })));

/** The merchant's events, newest first, and what became of those of a day. */
export async function showEvents(visit: MerchantVisit): Promise<Answer> {
  return screen(visit, {
    title: words.title,
    actions: visit.may('develop') && actions(visit),
    main: html`${filters(visit, [
      { name: 'type', label: words.type, options: types },
      {
        name: 'state',
        label: words.state,
        options: statuses.map((value) => ({ value, label: words.states[value] })),
      },
      { name: 'object', label: words.id, kind: 'search' },
      { name: 'from', label: words.from, kind: 'date' },
      { name: 'to', label: words.to, kind: 'date' },
    ])}
${live(visit, await list(visit))}`,
  });
}

function actions({ base }: MerchantVisit): Html {
  return html`${linkButton(`${base}/events/signatures`, words.doctor.title, 'quiet')}
${linkButton(`${base}/events/recover`, words.recover.title, 'quiet')}`;
}

/** A list that loads again when something happens among the events. Without script it has a link that does. */
export function live(visit: MerchantVisit, content: Child): Html {
  const here = withQuery(visit.path, visit.query, {});
  // The asking element is inside the region, so that a filter replaces its address. A change while it asks makes it ask again: a
  // queued request would be lost with the element.
  return html`<div data-live="${visit.base}/events/stream">
${listRegion(html`<p class="small soft" hx-get="${url(here)}" hx-trigger="changed from:body" hx-sync="this:replace" hx-target="#list" hx-select="#list" hx-swap="outerHTML">${words.asOf} ${moment(visit, now())} · ${link(here, frameWords.refresh)}</p>
${content}`)}</div>`;
}

async function list(visit: MerchantVisit): Promise<Html> {
  const { ctx, merchantId, query } = visit;
  const db = inNameOf(ctx.db, merchantId);
  const after = pageIn(visit);
  const [found, summary] = await Promise.all([
    findEvents(db, merchantId, wantedOf(visit), { after, rows: pageSize + 1 }),
    summarize(db, merchantId, new Date(now().getTime() - dayMs)),
  ]);
  const events = found.rows.slice(0, pageSize);
  const older = found.rows.length > pageSize ? events.at(-1)?.event_id : found.resume;
  const tries = await findTries(
    db,
    merchantId,
    events.map((event) => event.event_id),
  );
  const goesOn = found.resume !== undefined;
  return html`${figures(visit, summary)}
${goesOn && events.length > 0 && notice('plain', frameWords.pager.searchGoesOn)}
${table<EventRow>({
  caption: words.title,
  columns: [
    {
      title: words.event,
      cell: (event) => link(`${visit.base}/events/${showId('evt', event.event_id)}`, event.type),
    },
    { title: words.object, cell: objectOf },
    { title: words.time, cell: ({ created_at }) => moment(visit, created_at) },
    {
      title: words.state,
      cell: (event) => standing(event.delivery_status, tries.get(event.event_id)?.next),
    },
    {
      title: words.attempts,
      isNumber: true,
      cell: (event) => String(tries.get(event.event_id)?.attempts ?? 0),
    },
  ],
  rows: events,
  empty: goesOn ? frameWords.pager.searchGoesOn : emptyWords(query),
})}
${pager(visit, { older, isFirst: after === undefined })}`;
}

function emptyWords(query: URLSearchParams): string {
  const isFiltered = [...query.keys()].some((name) => name !== 'page' && name !== 'done');
  return isFiltered ? words.none : words.empty;
}

const card = (label: string, count: number, note?: Child): Html =>
  html`<div class="card"><dt class="soft">${label}</dt><dd><span class="figure">${count}</span>${note !== undefined && html`<span class="small soft">${note}</span>`}</dd></div>`;

function figures(visit: MerchantVisit, { delivered, retried, failed, underWay, more }: Summary): Html {
  const { summary } = words;
  return html`<section aria-label="${summary.title}"><h2>${summary.title}</h2><dl class="cards figures">
${card(summary.delivered, delivered, summary.retried(retried))}
${card(summary.failed, failed, failed > 0 ? link(`${visit.base}/events?state=exhausted`, summary.showFailed) : undefined)}
${card(summary.underWay, underWay)}
</dl>${more && html`<p class="small soft">${summary.more}</p>`}</section>`;
}

/** What became of an event; for one that is tried again, which attempt comes when. */
export function standing(status: DeliveryStatus, next?: Tries['next']): Html {
  if (status !== 'pending' || !next) return state(words.states[status], looks[status]);
  const seconds = Math.ceil((next.at.getTime() - now().getTime()) / 1000);
  return html`${state(words.retrying(next.attempt, next.of), 'warn')} <span class="small soft">${words.next(seconds)}</span>`;
}

export function objectOf({ data, synthetic }: Pick<EventRow, 'data' | 'synthetic'>): Html {
  const { id }: { readonly id: string } = JSON.parse(data);
  return html`<code dir="ltr">${id}</code>${synthetic && html` ${state(words.synthetic)}`}`;
}

function wantedOf(visit: MerchantVisit) {
  const { query, session } = visit;
  // PostgreSQL takes no NUL in a text.
  const given = (name: string) => (query.get(name) ?? '').replaceAll('\0', '').trim();
  const shown = given('object');
  const id = uuidIn(shown);
  const type = given('type');
  return {
    type: type === '' ? undefined : type,
    status: statuses.find((status) => status === query.get('state')),
    // An id that is none finds nothing.
    ...(shown !== '' && { resource: { id: id ?? '00000000-0000-0000-0000-000000000000', shown } }),
    from: dayIn(query.get('from'), session.timeZone),
    before: dayIn(query.get('to'), session.timeZone, 1),
  };
}
