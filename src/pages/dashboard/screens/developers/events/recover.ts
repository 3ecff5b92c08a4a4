import { type ListedApp, listApps } from '../../../../../domain/merchants/accounts/app-queries.ts';
import { continueRecovery, recoverRange } from '../../../../../domain/notices/replay/recover.ts';
import { listRecoveries, type OpenRecovery } from '../../../../../domain/notices/replay/recovery-queries.ts';
import { replayEvent } from '../../../../../domain/notices/replay/replay.ts';
import { findByForm } from '../../../../../domain/people/audit/queries.ts';
import { isUuid, readId, showId } from '../../../../../platform/ids.ts';
import { type Html, html } from '../../../../html.ts';
import { eventsWords } from '../../../../words/dashboard/developers/events.ts';
import { checkboxes } from '../../../parts/choices.ts';
import { momentIn } from '../../../parts/days.ts';
import { buttonTo, formTo, selectField, textField } from '../../../parts/forms.ts';
import { screen } from '../../../parts/frame.ts';
import { link, section, shownMoment, state } from '../../../parts/show.ts';
import { acting, onceOf } from '../../../requests/acting.ts';
import { type Answer, Refusal, seeOther, WrongFields } from '../../../requests/answers.ts';
import type { MerchantVisit } from '../../../requests/visit.ts';
import { live } from './events.ts';

const words = eventsWords.recover;
const action = 'events.recovered';

export async function showRecover(visit: MerchantVisit): Promise<Answer> {
  const address = `${visit.base}/events/recover`;
  const open = await listRecoveries(visit.ctx.db, visit.merchantId);
  const apps = (await appsOf(visit)).map(({ id, name }) => ({ value: showId('app', id), label: name }));
  return screen(visit, {
    title: words.title,
    up: { label: eventsWords.title, to: `${visit.base}/events` },
    done: eventsWords.done[visit.query.get('done') ?? ''] ?? (await endedWords(visit, open)),
    main: html`<p>${words.text}</p>
${open.length > 0 && live(visit, section(words.open, html`${open.map((one) => progressOf(visit, one))}`))}
${formTo(visit, {
  to: address,
  button: words.button,
  cancel: `${visit.base}/events?state=exhausted`,
  once: onceOf(),
  fields: html`${textField(visit, { name: 'from', label: words.from, hint: words.hint, kind: 'datetime-local', optional: true })}
${selectField(visit, { name: 'app', label: words.app, options: [{ value: '', label: words.allApps }, ...apps] })}
${checkboxes(visit, { name: 'latest', label: words.which, options: [{ value: 'yes', label: words.latest }], values: [] })}`,
})}
<p>${link(`${visit.base}/events?state=exhausted`, words.seeFailed)}</p>`,
  });
}

async function appsOf({ office, merchantId, mode }: MerchantVisit): Promise<readonly ListedApp[]> {
  return (await listApps(office.platform, merchantId)).filter((app) => app.mode === mode);
}

/** A recovery whose job has gone has ended. What the form began is in the audit log. */
async function endedWords(visit: MerchantVisit, open: readonly OpenRecovery[]): Promise<string | undefined> {
  const form = visit.query.get('begun') ?? '';
  const entry = isUuid(form) ? await findByForm(visit.ctx.db, visit.merchantId, form) : undefined;
  if (entry?.action !== action) return undefined;
  const { recovery, events }: { readonly recovery?: string; readonly events?: number } = Object(
    entry.details,
  );
  const isOpen = open.some((one) => one.recovery.recoveryId === recovery);
  return isOpen || events === undefined ? undefined : words.ended(events);
}

function progressOf(visit: MerchantVisit, { state: stands, recovery }: OpenRecovery): Html {
  const { recoveryId, from, sent = 0, total = sent } = recovery;
  const text = words.progress(sent, total);
  const begin = new Date(from);
  const to = `${visit.base}/events/recover/${recoveryId}/continue`;
  return html`<div class="recovery"><p>${begin.getTime() === 0 ? words.everything : words.since(shownMoment(visit, begin))}: ${text}</p>
<progress max="${Math.max(total, 1)}" value="${sent}" aria-label="${text}"></progress>
${stands === 'failed' && html`<p>${state(words.stopped, 'bad')} ${buttonTo(visit, { to, label: words.continue, once: onceOf() })}</p>`}</div>`;
}

/** Sends one event again to every destination that it was sent to, and to those that it would have today. */
export async function replay(visit: MerchantVisit): Promise<Answer> {
  const id = readId('evt', visit.params['event'] ?? '');
  const object = showId('evt', id);
  await acting(visit, 'event.replayed', async (act) => {
    const replays = await replayEvent(act, id);
    return { result: undefined, object, details: { deliveries: replays.length } };
  });
  return seeOther(`${visit.base}/events/${object}?done=replayed`);
}

/** A job sends the events batch by batch, so that neither many of them nor the end of a process matters. */
export async function recover(visit: MerchantVisit): Promise<Answer> {
  const { form } = visit;
  const begin = fromIn(visit);
  const from = begin.toISOString();
  const appId = await appIn(visit);
  const latest = form.has('latest');
  const filter = { from, before: null, types: null, latest, ...(appId !== undefined && { appId }) };
  await acting(visit, action, async (act) => {
    // Events have the time of the merchant's clock, which may have been turned.
    if (begin > act.ctx.now(act.merchant)) throw new WrongFields({ from: words.wrongFrom });
    const { events, recoveryId } = await recoverRange(act, filter);
    if (recoveryId === undefined) throw new Refusal(words.nothing);
    return { result: undefined, details: { recovery: recoveryId, from, latest, events, app: appId ?? null } };
  });
  return seeOther(`${visit.base}/events/recover?begun=${encodeURIComponent(form.value('once'))}`);
}

function fromIn({ form, session }: MerchantVisit): Date {
  const text = form.value('from');
  const from = text === '' ? new Date(0) : momentIn(text, session.timeZone);
  if (!from) throw new WrongFields({ from: words.wrongFrom });
  return from;
}

async function appIn(visit: MerchantVisit): Promise<string | undefined> {
  const shown = visit.form.value('app');
  if (shown === '') return undefined;
  const app = (await appsOf(visit)).find(({ id }) => showId('app', id) === shown);
  if (!app) throw new WrongFields({ app: words.wrongApp });
  return app.id;
}

/** Goes on with a recovery that has stopped after several failures. */
export async function goOn(visit: MerchantVisit): Promise<Answer> {
  const recovery = visit.params['recovery'] ?? '';
  if (isUuid(recovery))
    await acting(visit, 'events.recovery-continued', async (act) => {
      if (!(await continueRecovery(act, recovery))) throw new Refusal(words.nothing);
      return { result: undefined, details: { recovery } };
    });
  return seeOther(`${visit.base}/events/recover?done=continued`);
}
