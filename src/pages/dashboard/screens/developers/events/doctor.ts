import { type ListedApp, listApps } from '../../../../../domain/merchants/accounts/app-queries.ts';
import {
  checkSignature,
  checkWithSecret,
  type Reason,
} from '../../../../../domain/notices/signatures/check-signature.ts';
import { readSignature } from '../../../../../domain/notices/signatures/signature.ts';
import { lettersIn } from '../../../../../platform/contract/letters.ts';
import { showId } from '../../../../../platform/ids.ts';
import { type Html, html } from '../../../../html.ts';
import { eventsWords } from '../../../../words/dashboard/developers/events.ts';
import { formTo, selectField, textField } from '../../../parts/forms.ts';
import { screen } from '../../../parts/frame.ts';
import { notice } from '../../../parts/notices.ts';
import { moment, section, state } from '../../../parts/show.ts';
import { facts } from '../../../parts/tables.ts';
import { type Answer, WrongFields } from '../../../requests/answers.ts';
import type { MerchantVisit } from '../../../requests/visit.ts';

const words = eventsWords.doctor;
const longestBody = 200_000;

export async function showDoctor(visit: MerchantVisit): Promise<Answer> {
  return show(visit, await appsOf(visit));
}

function show(visit: MerchantVisit, apps: readonly ListedApp[], result?: Html): Answer {
  return screen(visit, {
    title: words.title,
    up: { label: eventsWords.title, to: `${visit.base}/events` },
    main: html`${result}<p>${words.text}</p>
${formTo(visit, {
  to: `${visit.base}/events/signatures`,
  button: words.button,
  fields: html`${textField(visit, { name: 'header', label: words.header, hint: words.headerHint, rows: 2, maxlength: 2000, dir: 'ltr' })}
${textField(visit, { name: 'body', label: words.body, hint: words.bodyHint, rows: 8, maxlength: longestBody, dir: 'ltr' })}
${selectField(visit, { name: 'app', label: words.app, hint: words.appHint, options: [...apps.map((app) => ({ value: showId('app', app.id), label: words.ofApp(app.name) })), { value: '', label: words.own }] })}
${textField(visit, { name: 'secret', label: words.secret, hint: words.secretHint, kind: 'password', optional: true, dir: 'ltr' })}`,
})}`,
  });
}

async function appsOf({ office, merchantId, mode }: MerchantVisit): Promise<readonly ListedApp[]> {
  return (await listApps(office.platform, merchantId)).filter((app) => app.mode === mode);
}

/** Says which part of a received delivery is wrong. It writes nothing, so the answer is the screen itself. */
export async function examine(visit: MerchantVisit): Promise<Answer> {
  const apps = await appsOf(visit);
  const header = headerIn(visit.form.text('header'));
  const body = visit.form.text('body');
  const wrong = {
    ...(header === '' && { header: words.wrongHeader }),
    ...(body === '' && { body: words.wrongBody }),
    ...(lettersIn(body) > longestBody && { body: words.longBody }),
  };
  if (Object.keys(wrong).length > 0) throw new WrongFields(wrong);
  const judge = judgeOf(visit, apps);
  const trimmed = withoutLastBreaks(body);
  const asIs = await judge({ header, body: Buffer.from(body) });
  const better =
    trimmed === body || isSettled(asIs) ? asIs : await judge({ header, body: Buffer.from(trimmed) });
  return show(visit, apps, resultOf(visit, header, { reason: better, isTrimmed: better !== asIs }));
}

/** Not by `/\n+$/`: its time grows with the square of how many line breaks stand elsewhere. */
function withoutLastBreaks(text: string): string {
  let end = text.length;
  while (text[end - 1] === '\n') end -= 1;
  return text.slice(0, end);
}

/** What is copied from a log or a terminal has the name of the header before it. */
const headerIn = (text: string): string => text.trim().replace(/^service-signature\s*[:=]\s*/i, '');

const isSettled = (reason: Reason): boolean => reason !== 'wrong_secret' && reason !== 'body_changed';

type Judge = (received: { readonly header: string; readonly body: Buffer }) => Promise<Reason>;

/** By the secret of the chosen app, which is never shown, or by the pasted one. */
function judgeOf({ form, ctx, merchantId }: MerchantVisit, apps: readonly ListedApp[]): Judge {
  const of = { ctx, tx: ctx.db, merchant: { id: merchantId } };
  const chosen = form.value('app');
  const secret = form.value('secret');
  if (chosen === '') {
    if (secret === '') throw new WrongFields({ secret: words.wrongSecret });
    return (received) => checkWithSecret(of, secret, received);
  }
  const app = apps.find(({ id }) => showId('app', id) === chosen);
  if (!app) throw new WrongFields({ app: words.wrongApp });
  return (received) => checkSignature(of, app.id, received);
}

type Part = 'fine' | 'wrong' | 'unknown';

/** Which of secret and body is wrong. The time is judged by itself. */
const partsOf: Readonly<Record<Reason, { readonly secret: Part; readonly body: Part }>> = {
  ok: { secret: 'fine', body: 'fine' },
  timestamp_skew: { secret: 'fine', body: 'fine' },
  malformed_header: { secret: 'unknown', body: 'unknown' },
  other_app: { secret: 'wrong', body: 'fine' },
  body_changed: { secret: 'fine', body: 'wrong' },
  wrong_secret: { secret: 'unknown', body: 'unknown' },
};

const looks = { fine: 'good', wrong: 'bad', unknown: 'plain' } as const;
const shown = (part: Part): Html => state(words[part], looks[part]);

type Verdict = { readonly reason: Reason; readonly isTrimmed: boolean };

function resultOf(visit: MerchantVisit, header: string, { reason, isTrimmed }: Verdict): Html {
  const verdict = words.verdicts[reason];
  const signed = readSignature(header);
  const at = new Date(Number(signed?.time) * 1000);
  const { parts } = words;
  return html`${notice(reason === 'ok' ? 'good' : 'bad', verdict.text, verdict.title)}
${section(
  words.result,
  html`${facts([
    [parts.header, shown(signed ? 'fine' : 'wrong')],
    [parts.secret, shown(partsOf[reason].secret)],
    [parts.body, shown(partsOf[reason].body)],
    reason === 'ok' || reason === 'timestamp_skew'
      ? [parts.time, shown(reason === 'ok' ? 'fine' : 'wrong')]
      : false,
    signed !== undefined && !Number.isNaN(at.getTime()) && [words.signedAt, moment(visit, at)],
  ])}${isTrimmed && html`<p>${words.trimmed}</p>`}`,
)}`;
}
