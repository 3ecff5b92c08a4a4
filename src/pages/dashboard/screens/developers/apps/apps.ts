import { usualLimits } from '../../../../../domain/merchants/access/limits.ts';
import { type ListedApp, listApps } from '../../../../../domain/merchants/accounts/app-queries.ts';
import { createApp } from '../../../../../domain/merchants/accounts/set-app.ts';
import { TooMany } from '../../../../../domain/merchants/changes/change-merchant.ts';
import { lastCalls } from '../../../../../domain/merchants/traffic/queries.ts';
import { lettersIn } from '../../../../../platform/contract/letters.ts';
import { showId } from '../../../../../platform/ids.ts';
import { html } from '../../../../html.ts';
import { appsWords as words } from '../../../../words/dashboard/developers/apps.ts';
import { webhookWords } from '../../../../words/dashboard/developers/webhooks.ts';
import { formTo, textField } from '../../../parts/forms.ts';
import { screen } from '../../../parts/frame.ts';
import { notice } from '../../../parts/notices.ts';
import { block, exact, link, linkButton, moment, section, state } from '../../../parts/show.ts';
import { facts, table } from '../../../parts/tables.ts';
import { merchantOf, onceOf } from '../../../requests/acting.ts';
import { type Answer, Refusal, WrongFields } from '../../../requests/answers.ts';
import type { MerchantVisit } from '../../../requests/visit.ts';
import { featuresSection } from './features.ts';
import { keysSection } from './keys-list.ts';
import { addressOf, appIn, shownWebhookUrl } from './one-app.ts';
import { endOf } from './versions.ts';

export async function showApps(visit: MerchantVisit): Promise<Answer> {
  const [all, calls] = await Promise.all([
    listApps(visit.office.platform, visit.merchantId),
    lastCalls(visit.ctx.db, visit.merchantId),
  ]);
  const apps = all.filter(({ mode }) => mode === visit.mode);
  return screen(visit, {
    title: words.title,
    actions: visit.may('develop') && linkButton(`${visit.base}/apps/new`, words.create.title),
    main: html`<p class="soft">${words.intro}</p>
${table<ListedApp>({
  caption: words.title,
  columns: [
    { title: words.name, cell: (app) => link(addressOf(visit, app), app.name) },
    { title: words.version, cell: ({ api_version }) => api_version },
    { title: words.webhook, cell: (app) => shownWebhookUrl(visit, app) ?? words.noWebhook },
    { title: words.created, cell: ({ created_at }) => moment(visit, created_at) },
    { title: words.lastCall, cell: ({ id }) => lastCallOf(visit, calls.get(id)) },
  ],
  rows: apps,
  empty: words.empty,
})}
<p>${link(`${visit.base}/go-live`, words.goLive)}</p>`,
  });
}

const lastCallOf = (visit: MerchantVisit, at: Date | undefined) =>
  at === undefined ? words.noCall : moment(visit, at);

export function showCreate(visit: MerchantVisit): Answer {
  return screen(visit, {
    title: words.create.title,
    up: { label: words.title, to: `${visit.base}/apps` },
    main: html`${visit.mode === 'live' && notice('plain', words.liveNeedsKyc)}
${formTo(visit, {
  to: `${visit.base}/apps/new`,
  button: words.create.button,
  cancel: `${visit.base}/apps`,
  once: onceOf(),
  fields: textField(visit, { name: 'name', label: words.name, hint: words.create.nameHint, maxlength: 60 }),
})}`,
  });
}

/** The keys are on this one answer and on no other. */
export async function create(visit: MerchantVisit): Promise<Answer> {
  const { office, mode, form, ctx } = visit;
  const name = form.value('name');
  if (name === '' || lettersIn(name) > 60) throw new WrongFields({ name: words.create.wrongName });
  if (mode === 'live' && !visit.may('apps-live')) throw new Refusal(words.liveNeedsOwner);
  const wanted = { name, mode, rateLimit: usualLimits.default.limit, webhookUrl: null };
  const { platform, contexts, secrets } = office;
  const databases = { platform, live: contexts.live.db };
  const made = await createApp(databases, secrets, merchantOf(visit), wanted).catch((error: unknown) => {
    throw error instanceof TooMany ? new Refusal(words.create.tooMany(error.most)) : error;
  });
  const api = ctx.addresses.dashboard;
  return screen(visit, {
    title: words.made.title,
    main: html`${notice('warn', words.made.once)}
${section(
  name,
  facts([
    [words.made.secretKey, exact(made.secretKey)],
    [words.made.restrictedKey, exact(made.restrictedKey)],
    [words.made.publicKey, exact(made.publicKey)],
    [words.made.webhookSecret, exact(made.webhookSecret)],
  ]),
)}
${block(`curl -s ${api}/v1/account/balance -H "Authorization: Bearer ${made.secretKey}"`, words.made.curl)}
<p>${linkButton(addressOf(visit, { id: made.appId }), words.made.next)}</p>`,
  });
}

export async function showApp(visit: MerchantVisit): Promise<Answer> {
  const app = await appIn(visit);
  const address = addressOf(visit, app);
  return screen(visit, {
    title: app.name,
    up: { label: words.title, to: `${visit.base}/apps` },
    done: words.done[visit.query.get('done') ?? ''],
    main: html`${endOf(visit, app.api_version)}
${section(
  words.versions.title,
  facts([
    [words.versions.pinned, app.api_version],
    [words.versions.newest, visit.ctx.versions.current],
    [words.rateLimit, words.rateLimitOf(app.rate_limit)],
    ['ID', exact(showId('app', app.id))],
  ]),
  visit.may('develop') && link(`${address}/version`, words.versions.upgrade),
)}
${section(
  webhookWords.title,
  facts([
    [words.webhook, shownWebhookUrl(visit, app) ?? words.noWebhook],
    app.paused_at !== null && [words.state, state(webhookWords.pause, 'warn')],
  ]),
  link(`${address}/webhook`, webhookWords.title),
)}
${await keysSection(visit, app)}
${featuresSection(visit, app)}`,
  });
}
