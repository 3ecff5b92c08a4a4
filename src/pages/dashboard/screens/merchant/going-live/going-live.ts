import type { Endpoint } from '../../../../../domain/notices/endpoints/queries.ts';
import { checkGoingLive, liveAppsOf } from '../../../../../domain/payouts/going-live/check-going-live.ts';
import { isBad, type Line } from '../../../../../domain/payouts/going-live/line.ts';
import { monotonicMs } from '../../../../../platform/clock.ts';
import { createRateLimit } from '../../../../../platform/http/limits/rate-limit.ts';
import { notFound, showId } from '../../../../../platform/ids.ts';
import { type Html, html } from '../../../../html.ts';
import { goingLiveWords as words } from '../../../../words/dashboard/merchant/going-live.ts';
import { buttonTo } from '../../../parts/forms.ts';
import { screen } from '../../../parts/frame.ts';
import { notice } from '../../../parts/notices.ts';
import { link, section, state } from '../../../parts/show.ts';
import { table } from '../../../parts/tables.ts';
import { type Answer, Refusal } from '../../../requests/answers.ts';
import type { MerchantVisit, Office } from '../../../requests/visit.ts';
import { nextOf } from './next-steps.ts';

/** What is known without sending anything to anybody: the receiver is not checked, and of gateways the kept results are shown. */
export async function showGoingLive(visit: MerchantVisit): Promise<Answer> {
  return await shown(visit, false);
}

const perMinute = 6;
const minuteMs = 60_000;
const rateLimit = createRateLimit();

/** Sends test events, and answers with the screen itself, since no table keeps what a receiver answered. */
export async function checkAgain(visit: MerchantVisit): Promise<Answer> {
  const { admitted } = rateLimit.take(visit.merchantId, perMinute, minuteMs, monotonicMs());
  if (!admitted) throw new Refusal(words.tooOften);
  return await shown(visit, true);
}

async function shown(visit: MerchantVisit, sends: boolean): Promise<Answer> {
  const { office, merchantId } = visit;
  const apps = await liveAppsOf(office.platform, merchantId);
  const wanted = visit.form.sent ? visit.form.value('app') : visit.query.get('app');
  const app = apps.find(({ app_id }) => showId('app', app_id) === wanted) ?? apps[0];
  const [ofMerchant, ofGateways] = await Promise.all([
    checkGoingLive(office.contexts.live, { merchantId, app, sends }),
    gatewayLines(office, sends),
  ]);
  if (!ofMerchant) throw notFound('mer');
  const lines = [...ofMerchant, ...ofGateways];
  return screen(visit, {
    title: words.title,
    main: html`<p class="soft">${words.text}</p>
${verdictOn(lines)}
${app && appChoice(visit, app, apps)}
${section(words.list, linesTable(visit, lines, app))}
${visit.may('develop') ? html`<p class="soft">${words.sends}</p>${againButton(visit, app)}` : notice('plain', words.onlyDevelopers)}`,
  });
}

function againButton(visit: MerchantVisit, app: Endpoint | undefined): Html {
  const hidden = app ? { app: showId('app', app.app_id) } : {};
  return buttonTo(visit, { to: `${visit.base}/go-live`, label: words.again, look: 'main', hidden });
}

function verdictOn(lines: readonly Line[]): Html {
  const { ready, unchecked, notReady } = words.verdicts;
  const bad = lines.filter(isBad).length;
  if (bad > 0) return notice('warn', notReady(bad).text, notReady(bad).title);
  const isOpen = lines.some((line) => line.state === 'unchecked');
  return isOpen ? notice('plain', unchecked.text, unchecked.title) : notice('good', ready.text, ready.title);
}

/** Which app the list is about, and links to the other live apps. */
function appChoice(visit: MerchantVisit, app: Endpoint, apps: readonly Endpoint[]): Html {
  const others = apps.filter(({ app_id }) => app_id !== app.app_id);
  const to = ({ app_id }: Endpoint) => `${visit.base}/go-live?app=${showId('app', app_id)}`;
  return html`<p>${words.app}: <strong dir="auto">${app.name}</strong></p>
${others.length > 0 && html`<p>${words.otherApps}:</p><ul>${others.map((other) => html`<li>${link(to(other), other.name)}</li>`)}</ul>`}`;
}

const looks = {
  ok: 'good',
  warning: 'warn',
  missing: 'bad',
  wrong: 'bad',
  unchecked: 'plain',
} as const satisfies Record<Line['state'], string>;

function linesTable(visit: MerchantVisit, lines: readonly Line[], app: Endpoint | undefined): Html {
  return table<Line>({
    caption: words.list,
    columns: [
      { title: words.check, cell: ({ check, gateway }) => titleOf(check, gateway) },
      { title: words.state, cell: (line) => state(words.states[line.state], looks[line.state]) },
      { title: words.found, cell: ({ found }) => found !== '' && html`<span dir="auto">${found}</span>` },
      { title: words.next, cell: (line) => nextOf(visit, line, app) },
    ],
    rows: lines,
    empty: '',
  });
}

function titleOf(check: Line['check'], gateway: string | undefined): string {
  const title = words.checks[check];
  return gateway === undefined ? title : words.checkOf(title, gateway);
}

/** Merchants learn only whether a gateway answers: the words of its check are for operators, and may name addresses. */
async function gatewayLines({ contexts, railHealth }: Office, asks: boolean): Promise<readonly Line[]> {
  const { payments, payouts } = contexts.live.gateways.routed;
  const names = [...new Set([...payments, ...payouts])];
  const states = await Promise.all(
    names.map(async (name) => ({ name, ok: asks ? await railHealth.ask(name) : railHealth.known(name) })),
  );
  const hasRail = ({ name }: { readonly name: string }) => railHealth.has(name);
  return states.filter(hasRail).map(({ name, ok }) => gatewayLine(name, ok));
}

function gatewayLine(gateway: string, ok: boolean | undefined): Line {
  const about = { check: 'gateway', gateway } as const;
  if (ok === undefined) return { ...about, state: 'unchecked', found: '' };
  return ok
    ? { ...about, state: 'ok', found: words.gateway.healthy }
    : { ...about, state: 'wrong', found: words.gateway.unhealthy, next: 'check-gateway' };
}
