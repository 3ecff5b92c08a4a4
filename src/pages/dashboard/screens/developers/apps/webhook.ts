import { eventGroups } from '../../../../../../generated/event-registry.ts';
import type { ListedApp } from '../../../../../domain/merchants/accounts/app-queries.ts';
import { remembering } from '../../../../../domain/merchants/changes/change-merchant.ts';
import { triggerEvent } from '../../../../../domain/merchants/sandbox/trigger-event.ts';
import { endpointHealth } from '../../../../../domain/notices/endpoints/health.ts';
import { pauseEndpoint, resumeEndpoint } from '../../../../../domain/notices/endpoints/pause-endpoint.ts';
import type { LockedEndpoint } from '../../../../../domain/notices/endpoints/queries.ts';
import { setEndpoint } from '../../../../../domain/notices/endpoints/set-endpoint.ts';
import { inNameOf } from '../../../../../platform/db/database.ts';
import { type Html, html } from '../../../../html.ts';
import { appsWords } from '../../../../words/dashboard/developers/apps.ts';
import { webhookWords as words } from '../../../../words/dashboard/developers/webhooks.ts';
import { checkboxes } from '../../../parts/choices.ts';
import { buttonTo, formTo, textField } from '../../../parts/forms.ts';
import { screen } from '../../../parts/frame.ts';
import { notice } from '../../../parts/notices.ts';
import { section, shownMoment } from '../../../parts/show.ts';
import { facts } from '../../../parts/tables.ts';
import { acting, appOf, onceOf } from '../../../requests/acting.ts';
import { type Answer, Refusal, seeOther, WrongFields } from '../../../requests/answers.ts';
import { refuseChanged } from '../../../requests/seen.ts';
import type { MerchantVisit } from '../../../requests/visit.ts';
import { addressOf, appIn, shownWebhookUrl } from './one-app.ts';
import { receiversTable } from './receivers.ts';
import { secretSection } from './webhook-secret.ts';

const everything = '*';
const longestUrl = 2048;

/** Where an app receives events, which ones, and how its receivers do. Spec: "Events", "Delivery and retry". */
export async function showWebhook(visit: MerchantVisit): Promise<Answer> {
  const app = await appIn(visit);
  const address = `${addressOf(visit, app)}/webhook`;
  return screen(visit, {
    title: words.title,
    up: { label: app.name, to: addressOf(visit, app) },
    done: appsWords.done[visit.query.get('done') ?? ''],
    actions: visit.may('develop') && actions(visit, app, address),
    main: html`${app.paused_at !== null && notice('warn', words.paused(shownMoment(visit, app.paused_at)))}
${visit.may('develop') ? settings(visit, app, address) : section(words.url, facts([[words.url, shownWebhookUrl(visit, app) ?? appsWords.noWebhook]]))}
${section(words.health, await health(visit, app))}
${visit.may('develop') && secretSection(visit, app, address)}`,
  });
}

/** The settings are shown, and can be changed, also while this cannot be read. */
async function health(visit: MerchantVisit, app: ListedApp): Promise<Html> {
  const { ctx, merchantId } = visit;
  try {
    const { receivers } = await endpointHealth(inNameOf(ctx.db, merchantId), { merchantId, appId: app.id });
    const counts =
      receivers.some(({ countsEnd }) => countsEnd) && html`<p class="small soft">${words.countsEnd}</p>`;
    return html`${receiversTable(visit, receivers)}${counts}`;
  } catch (error) {
    ctx.log.warn({ err: error, app_id: app.id }, 'the health of receivers was not read');
    return html`<p>${words.noHealth}</p>`;
  }
}

function actions(visit: MerchantVisit, app: ListedApp, address: string): Html {
  const isPaused = app.paused_at !== null;
  return html`${visit.mode === 'sandbox' && buttonTo(visit, { to: `${address}/test`, label: words.test, once: onceOf() })}
${buttonTo(visit, { to: `${address}/${isPaused ? 'resume' : 'pause'}`, label: isPaused ? words.resume : words.pause })}`;
}

function settings(visit: MerchantVisit, app: ListedApp, address: string): Html {
  const options = eventGroups.flatMap(({ group, events }) =>
    events.map(({ id, description, implemented }) => ({
      group: group.toLowerCase().replaceAll('_', ' '),
      value: id,
      label: id,
      hint: implemented ? description : `${description} (${words.planned})`,
    })),
  );
  return section(
    words.title,
    formTo(visit, {
      to: address,
      button: words.save,
      seen: shownOf({ url: app.webhook_url, event_types: app.event_types }),
      fields: html`${textField(visit, { name: 'url', label: words.url, hint: words.urlHint, kind: 'url', maxlength: longestUrl, value: app.webhook_url ?? '', optional: true, dir: 'ltr' })}
${checkboxes(visit, { name: 'all', label: words.events, options: [{ value: everything, label: words.everything }], values: app.event_types })}
<details class="more"${!app.event_types.includes(everything) && html` open`}><summary>${words.events}: ${app.event_types.includes(everything) ? words.everything : String(app.event_types.length)}</summary>
${checkboxes(visit, { name: 'events', label: words.events, options, values: app.event_types })}</details>`,
    }),
  );
}

/** What the form shows of an endpoint. */
const shownOf = ({ url, event_types }: Pick<LockedEndpoint, 'url' | 'event_types'>) => ({
  url: url ?? '',
  all: event_types.includes(everything) ? everything : '',
  events: event_types
    .filter((type) => type !== everything)
    .toSorted()
    .join(', '),
});

export async function saveWebhook(visit: MerchantVisit): Promise<Answer> {
  const app = await appIn(visit);
  const url = urlIn(visit);
  const eventTypes = visit.form.has('all')
    ? [everything]
    : visit.form.all('events').filter((type) => known.has(type));
  // A query may contain a secret of the merchant.
  const details = { webhook_url: url?.replace(/\?.*$/s, '?…') ?? null, event_types: eventTypes };
  const of = remembering(appOf(visit, app.id), 'webhook.set', details);
  const wanted = shownOf({ url, event_types: eventTypes });
  const changed = await setEndpoint(visit.ctx, of, { url, eventTypes }, (endpoint) =>
    refuseChanged(visit, { present: shownOf(endpoint), wanted }),
  );
  return after(visit, app, changed.length === 0 ? 'same' : 'webhook');
}

const known = new Set<string>(eventGroups.flatMap(({ events }) => events.map(({ id }) => id)));

/** Null: the field is empty. Marks that nobody sees, which were copied with an address, would lead to another path. */
function urlIn({ form, ctx }: MerchantVisit): string | null {
  const url = form.value('url').replaceAll(/\p{Cf}/gu, '');
  if (url === '') return null;
  const { protocol = '', username = '', password = '' } = URL.parse(url) ?? {};
  if (!['https:', 'http:'].includes(protocol)) throw new WrongFields({ url: words.wrongUrl });
  if (username + password !== '') throw new WrongFields({ url: words.withPassword });
  if (ctx.egress.judge(url) === 'allowed') return url;
  throw new WrongFields({ url: protocol === 'http:' ? words.wrongUrl : words.notAllowed });
}

const after = (visit: MerchantVisit, app: ListedApp, done: string): Answer =>
  seeOther(`${addressOf(visit, app)}/webhook?done=${done}`);

export async function pause(visit: MerchantVisit): Promise<Answer> {
  const app = await appIn(visit);
  await pauseEndpoint(visit.office.platform, remembering(appOf(visit, app.id), 'webhook.paused'));
  return after(visit, app, 'paused');
}

export async function resume(visit: MerchantVisit): Promise<Answer> {
  const app = await appIn(visit);
  await resumeEndpoint(visit.office.platform, remembering(appOf(visit, app.id), 'webhook.resumed'));
  return after(visit, app, 'resumed');
}

/** Sends a made-up event to every endpoint that subscribes to it; in the sandbox only. */
export async function sendTest(visit: MerchantVisit): Promise<Answer> {
  const app = await appIn(visit);
  if (app.webhook_url === null || visit.mode !== 'sandbox') throw new Refusal(words.noUrl);
  const [first] = app.event_types;
  if (first === undefined) throw new Refusal(words.noEvents);
  const type = first === everything ? 'payment.capture.completed' : first;
  await acting(visit, 'webhook.tested', async (act) => {
    const { eventId } = triggerEvent(act, type);
    return { result: eventId, details: { type } };
  });
  return after(visit, app, 'test');
}
