import { NoWayBack, wayBackEnds } from '../../../../../domain/merchants/accounts/pin.ts';
import { setApp } from '../../../../../domain/merchants/accounts/set-app.ts';
import { whenLeftVersion } from '../../../../../domain/merchants/changes/queries.ts';
import { noticeOf } from '../../../../../domain/merchants/versions/notify.ts';
import { type Rehearsal, rehearse } from '../../../../../domain/merchants/versions/rehearse.ts';
import { now } from '../../../../../platform/clock.ts';
import { type Html, html } from '../../../../html.ts';
import { appsWords } from '../../../../words/dashboard/developers/apps.ts';
import { formTo } from '../../../parts/forms.ts';
import { screen } from '../../../parts/frame.ts';
import { notice } from '../../../parts/notices.ts';
import { block, linkButton, moment, section } from '../../../parts/show.ts';
import { facts } from '../../../parts/tables.ts';
import { appOf } from '../../../requests/acting.ts';
import { type Answer, Refusal, seeOther } from '../../../requests/answers.ts';
import type { MerchantVisit } from '../../../requests/visit.ts';
import { addressOf, appIn } from './one-app.ts';

const { versions: words } = appsWords;
const days = 30;

/** The move of an app to a later version, rehearsed on the app's own traffic, and the way back. */
export async function showUpgrade(visit: MerchantVisit): Promise<Answer> {
  const app = await appIn(visit);
  const { versions } = visit.ctx;
  const to = versions.supported.find((version) => version === visit.query.get('to')) ?? versions.current;
  const isMove = to > app.api_version;
  const of = { merchantId: visit.merchantId, appId: app.id, pin: app.api_version };
  const rehearsal = isMove ? await rehearse(visit.ctx, of, { to, days }) : undefined;
  return screen(visit, {
    title: rehearsal ? words.rehearsalTitle(to) : words.title,
    up: { label: app.name, to: addressOf(visit, app) },
    done: appsWords.done[visit.query.get('done') ?? ''],
    main: html`${endOf(visit, app.api_version)}
${section(
  words.title,
  facts([
    [words.pinned, app.api_version],
    [words.newest, versions.current],
  ]),
)}
${versions.supported.filter((version) => version > app.api_version && version !== to).map((version) => html`<p>${linkButton(`${addressOf(visit, app)}/version?to=${version}`, words.rehearsalTitle(version), 'quiet')}</p>`)}
${rehearsal ? rehearsed(rehearsal) : notice('good', words.isNewest)}
${rehearsal && formTo(visit, { to: `${addressOf(visit, app)}/version`, button: words.move(to), fields: html`<input type="hidden" name="to" value="${to}">` })}
${await waysBack(visit, app)}`,
  });
}

/** When a version ends, once that is announced. Spec: "Versioning". */
export function endOf({ ctx }: MerchantVisit, version: string): Html | false {
  const ending = noticeOf(ctx.versions, version);
  return ending !== undefined && notice('warn', words.ends(version, ending));
}

function rehearsed({ to, operations, events, others }: Rehearsal): Html {
  const isTouched = operations.length + events.length > 0;
  return html`<p class="soft">${words.rehearsed(days)}</p>
${!isTouched && notice('good', words.nothing)}
${
  operations.length > 0 &&
  section(
    words.touchedCalls,
    html`<ul>${operations.map(
      (one) => html`<li><strong>${one.operation}</strong>: ${words.calls(one.calls)}
<ul>${one.changes.map(({ title }) => html`<li>${title}</li>`)}${goneFrom(one)}${one.answer.map(difference)}${one.failure.map(difference)}</ul></li>`,
    )}</ul>`,
  )
}
${events.map((one) =>
  section(
    one.type,
    html`<p>${words.events(one.events)}</p>
${block(JSON.stringify(one.before, null, 2), words.before)}${block(JSON.stringify(one.after, null, 2), words.after)}`,
  ),
)}
${others.length > 0 && section(words.others, html`<ul>${others.map(({ title }) => html`<li>${title}</li>`)}</ul>`)}
<p>${words.tryFirst(to)}</p>`;
}

/** What the app uses and the later version does not know. */
function goneFrom({ removed, goneFields, goneParameters, goneCodes }: Rehearsal['operations'][number]): Html {
  const gone = [...goneFields, ...goneParameters, ...goneCodes];
  return html`${removed && html`<li><strong>${words.removed}</strong></li>`}${gone.length > 0 && html`<li>${words.gone}: ${gone.map((name) => html`<code>${name}</code> `)}</li>`}`;
}

const difference = ({
  field,
  before,
  after,
}: {
  field: string;
  before: string | null;
  after: string | null;
}): Html => html`<li><code>${field}</code>: ${before ?? '–'} → ${after ?? '–'}</li>`;

/** The versions that the app left in the last 72 hours. */
async function waysBack(visit: MerchantVisit, app: { readonly id: string; readonly api_version: string }) {
  const earlier = visit.ctx.versions.supported.filter((version) => version < app.api_version);
  const left = await Promise.all(
    earlier.map(async (version) => ({
      version,
      at: await whenLeftVersion(visit.office.platform, visit.merchantId, { appId: app.id, version }),
    })),
  );
  return left.map(({ version, at }) => {
    if (at === undefined || wayBackEnds(at) < now()) return false;
    return section(
      words.back(version),
      html`<p>${words.backUntil} ${moment(visit, wayBackEnds(at))}.</p>${formTo(visit, {
        to: `${addressOf(visit, app)}/version`,
        button: words.back(version),
        look: 'quiet',
        fields: html`<input type="hidden" name="to" value="${version}">`,
      })}`,
    );
  });
}

export async function move(visit: MerchantVisit): Promise<Answer> {
  const app = await appIn(visit);
  const deps = { platform: visit.office.platform, versions: visit.ctx.versions };
  try {
    await setApp(deps, appOf(visit, app.id), { apiVersion: visit.form.value('to') });
  } catch (error) {
    if (error instanceof NoWayBack) throw new Refusal(words.noWayBack);
    throw error;
  }
  return seeOther(`${addressOf(visit, app)}/version?done=moved`);
}
