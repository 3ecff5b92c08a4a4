import { requestHeaders } from '../../../../../domain/notices/deliveries/attempt.ts';
import { findTries } from '../../../../../domain/notices/events/log-queries.ts';
import { type AttemptRow, findDeliveries, findEvent } from '../../../../../domain/notices/events/queries.ts';
import { failureWords, isToCome, statusOf } from '../../../../../domain/notices/events/standing.ts';
import { findReports, type ReportRow } from '../../../../../domain/notices/listening/report-queries.ts';
import { signNow } from '../../../../../domain/notices/signatures/check-signature.ts';
import { notFound, readId, showId } from '../../../../../platform/ids.ts';
import { type Html, html } from '../../../../html.ts';
import { eventsWords as words } from '../../../../words/dashboard/developers/events.ts';
import { buttonTo } from '../../../parts/forms.ts';
import { screen } from '../../../parts/frame.ts';
import { block, exact, link, moment, section, shownReceiver, state } from '../../../parts/show.ts';
import { facts } from '../../../parts/tables.ts';
import { onceOf } from '../../../requests/acting.ts';
import type { Answer } from '../../../requests/answers.ts';
import type { MerchantVisit } from '../../../requests/visit.ts';
import { live, objectOf, standing } from './events.ts';

const mostDeliveries = 20;
const looks = { pending: 'warn', retrying: 'warn', delivered: 'good', exhausted: 'bad' } as const;

type Delivery = NonNullable<Awaited<ReturnType<typeof findDeliveries>>>[number];

/** One event: its payload, and each attempt to deliver it. */
export async function showEvent(visit: MerchantVisit): Promise<Answer> {
  const { ctx, merchantId } = visit;
  const id = readId('evt', visit.params['event'] ?? '');
  const event = await findEvent(ctx.db, merchantId, id);
  if (!event) throw notFound('evt');
  const deliveries =
    (await findDeliveries(ctx.db, merchantId, id, { after: undefined, rows: mostDeliveries })) ?? [];
  const next = (await findTries(ctx.db, merchantId, [id])).get(id)?.next;
  const reports = await findReports(ctx.db, merchantId, id);
  const shown = showId('evt', id);
  const [newest] = deliveries;
  return screen(visit, {
    title: event.type,
    up: { label: words.title, to: `${visit.base}/events` },
    done: words.done[visit.query.get('done') ?? ''],
    actions:
      visit.may('develop') &&
      buttonTo(visit, { to: `${visit.base}/events/${shown}/replay`, label: words.replay, once: onceOf() }),
    main: html`${live(
      visit,
      html`${section(
        words.event,
        facts([
          [words.state, standing(event.delivery_status, next)],
          [words.time, moment(visit, event.created_at)],
          [words.object, objectOf(event)],
          [words.sequence, String(event.sequence)],
          ['ID', exact(shown)],
        ]),
      )}
${section(words.deliveries, deliveries.length === 0 ? html`<p>${words.noDeliveries}</p>` : html`${deliveries.map((one) => deliveryOf(visit, one))}`)}
${reports.length > 0 && section(words.reports, reportsOf(visit, reports))}`,
    )}
${newest ? await payloadOf(visit, newest) : block(readable(event.data), words.stored)}`,
  });
}

async function payloadOf(visit: MerchantVisit, newest: Delivery): Promise<Html> {
  return html`${block(readable(newest.body), words.payload)}
${visit.may('develop') && (await curlOf(visit, newest))}`;
}

const readable = (json: string): string => JSON.stringify(JSON.parse(json), null, 2);

function deliveryOf(visit: MerchantVisit, delivery: Delivery): Html {
  const { url, trigger, api_version: version, next_attempt_at: next, log } = delivery;
  const status = statusOf(delivery);
  return html`<div class="delivery"><h3><code dir="ltr">${shownReceiver(visit, url)}</code> ${state(words.standings[status], looks[status])}</h3>
<p class="small soft">${words.version(version)}${trigger === 'replay' && html` · ${words.replayed}`}</p>
${isToCome(delivery) && html`<p>${words.nextTry} ${moment(visit, next)}</p>`}
<ol class="timeline">${log.map((attempt) => attemptOf(visit, delivery, attempt))}</ol></div>`;
}

function attemptOf(visit: MerchantVisit, delivery: Delivery, attempt: AttemptRow): Html {
  const failure = failureWords(attempt);
  return html`<li>${moment(visit, attempt.started_at)}<strong>${words.attempt(attempt.attempt)}</strong>
${failure === null ? state(words.answered(attempt.status ?? 0), 'good') : html`<span class="error">${failure}</span>`} <span class="soft">${words.took(attempt.duration_ms)}</span>
<details class="more"><summary>${words.exchange}</summary>
${block(linesOf(headersOf(delivery, attempt.attempt)), words.requestHeaders)}
<p class="small soft">${words.signatureHint} ${visit.may('develop') && link(`${visit.base}/events/signatures`, words.signatureLink)}</p>
${block(delivery.body, words.requestBody)}
${attempt.response_headers !== null && block(attempt.response_headers, words.responseHeaders)}
${attempt.status === null ? html`<p>${words.noAnswer}</p>` : block(attempt.response_start ?? '', words.responseBody)}</details></li>`;
}

function headersOf({ delivery_id: deliveryId, api_version: apiVersion }: Delivery, attempt: number) {
  return requestHeaders({ deliveryId, apiVersion, attempt });
}

/** What `mps listen` reported of developers' machines. It is no delivery. */
function reportsOf(visit: MerchantVisit, reports: readonly ReportRow[]): Html {
  return html`<p class="small soft">${words.reportsHint}</p>
<ol class="timeline">${reports.map(
    ({ status, failure, forwarded_to: to, duration_ms: ms, reported_at: at, delivery_id: replay }) =>
      html`<li>${moment(visit, at)}<code dir="ltr">${to}</code>
${status === null ? html`<span class="error">${failureWords({ status, failure })}</span>` : state(words.answered(status), status < 300 ? 'good' : 'bad')} <span class="soft">${words.took(ms)}</span>${replay !== null && html` <span class="soft">${words.replayed}</span>`}</li>`,
  )}</ol>`;
}

const linesOf = (headers: Readonly<Record<string, string>>): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');

/** The delivery as a command, signed now: the signatures that were sent are too old for any receiver. */
async function curlOf({ ctx, merchantId }: MerchantVisit, delivery: Delivery): Promise<Html> {
  const of = { ctx, tx: ctx.db, merchant: { id: merchantId } };
  const signed = await signNow(of, delivery.app_id, delivery.body);
  const headers = {
    ...headersOf(delivery, 1),
    ...(signed !== undefined && { 'Service-Signature': signed }),
  };
  const options = Object.entries(headers).map(([name, value]) => `  -H ${quoted(`${name}: ${value}`)} \\\n`);
  const command = `curl -s http://localhost:4000/webhooks \\\n${options.join('')}  --data-raw ${quoted(delivery.body)}`;
  return html`${block(command, words.curl)}<p class="small soft">${words.curlHint}</p>`;
}

/** As a shell reads it back: between single quotes only they mean something. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
