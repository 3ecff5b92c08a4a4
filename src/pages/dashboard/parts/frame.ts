import { showId } from '../../../platform/ids.ts';
import { asset } from '../../assets/assets.ts';
import { type Child, type Html, html, url } from '../../html.ts';
import { frameWords as words } from '../../words/dashboard/frame.ts';
import { type Answer, page } from '../requests/answers.ts';
import { type MerchantVisit, membershipOf, type Visit } from '../requests/visit.ts';
import { currentItem, isIn, navGroups } from './nav.ts';
import { errorSummary, notice, type Result, resultNotice } from './notices.ts';

export type Screen = {
  readonly title: string;
  readonly main: Child;
  /** Beside the title: buttons and links. */
  readonly actions?: Child;
  /** Above the title: where this screen belongs. */
  readonly up?: { readonly label: string; readonly to: string };
  readonly status?: number;
  /** What the last form did, in words. Where that may change, the screen derives it from the present state. */
  readonly done?: Result | undefined;
  /** Narrow screens are for one form. */
  readonly narrow?: boolean;
};

const isMember = (visit: Visit): visit is MerchantVisit => 'merchantId' in visit;

/** A whole screen: menu, mode, title, what the last form did, and the content. */
export function screen(visit: Visit, about: Screen): Answer {
  const member = isMember(visit) ? visit : undefined;
  const name = member ? `${member.merchantName} · ` : '';
  return page(
    html`<!doctype html>
<html lang="en">
${head(`${about.title} · ${name}${words.product}`)}
<body${about.narrow === true && html` class="narrow"`}${member && ofMerchant(member)}>
<a class="skip" href="#main">${words.skip}</a>
${header(visit)}
<div class="columns">
${member && menu(member)}
<main id="main" tabindex="-1">
${heading(about)}
${notices(visit, about)}
${about.main}
</main>
</div>
<p id="announce" role="status" class="hidden" data-not-copied="${words.notCopied}" data-rows="${words.table.rows}"></p>
</body>
</html>
`,
    about.status ?? statusOf(visit),
  );
}

/** Htmx says of which merchant the page is that it asks for a part of. */
const ofMerchant = ({ merchantId }: MerchantVisit): Html =>
  html` hx-headers="${JSON.stringify({ 'X-Merchant': showId('mer', merchantId) })}"`;

function head(title: string): Html {
  return html`<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<meta name="htmx-config" content='{"allowEval":false,"includeIndicatorStyles":false,"selfRequestsOnly":true,"historyCacheSize":0,"refreshOnHistoryMiss":true}'>
<title>${title}</title>
<link rel="stylesheet" href="${url(asset.style.path)}" integrity="${asset.style.integrity}">
<link rel="icon" href="/favicon.ico">
<script src="${url(asset.htmx.path)}" integrity="${asset.htmx.integrity}" defer></script>
<script src="${url(asset.script.path)}" integrity="${asset.script.integrity}" defer></script>
</head>`;
}

function heading({ up, title, actions }: Screen): Html {
  return html`${up && html`<p class="up"><a href="${url(up.to)}">${up.label}</a></p>`}
<div class="title"><h1>${title}</h1>${actions !== undefined && html`<div class="actions">${actions}</div>`}</div>`;
}

function notices(visit: Visit, { done }: Screen): Html {
  return html`${done !== undefined && resultNotice(done)}
${isMember(visit) && visit.suspended && notice('warn', words.suspended)}
${errorSummary(visit)}`;
}

function statusOf({ wrong, refusal }: Visit): number {
  if (Object.keys(wrong).length > 0) return 422;
  return refusal === undefined ? 200 : 409;
}

function modeBar(visit: MerchantVisit): Html {
  const { mode } = visit;
  return html`<p class="mode ${mode}"><strong>${mode === 'sandbox' ? words.testBar : words.liveBar}</strong></p>`;
}

function header(visit: Visit): Html {
  const { session } = visit;
  return html`<header>${isMember(visit) && modeBar(visit)}<div class="top">
<a class="brand" href="${url(homeOf(visit))}">${words.product}</a>
${isMember(visit) && html`<p class="who">${visit.merchantName}</p><nav class="modes" aria-label="${words.test} / ${words.live}">${modeLink(visit, 'sandbox')}${modeLink(visit, 'live')}</nav>`}
${session?.stage === 'full' ? personMenu(visit) : false}
</div></header>`;
}

/** The overview of the mode in which the person works: they must not be led from live to test without asking for it. */
const homeOf = ({ path }: Visit): string =>
  /^\/dashboard\/(?:test|live)(?=\/|$)/.exec(path)?.[0] ?? '/dashboard';

function modeLink(visit: MerchantVisit, mode: 'sandbox' | 'live'): Html {
  const is = visit.mode === mode;
  const label = mode === 'sandbox' ? words.test : words.live;
  const to = `/dashboard/${mode === 'sandbox' ? 'test' : 'live'}${currentItem(below(visit), mode) ?? ''}`;
  return html`<a href="${url(to)}"${is && html` aria-current="true"`}>${label}</a>`;
}

/** The path below the mode. */
function below(visit: Visit): string {
  return visit.path.replace(/^\/dashboard\/(?:test|live)/, '').replace(/\/$/, '');
}

function personMenu(visit: Visit): Html {
  const { session } = visit;
  return html`<details class="person"><summary>${session?.name}</summary>
<ul>
<li>${words.signedInAs(session?.email ?? '')}</li>
<li><a href="/dashboard/account">${words.account}</a></li>
${(session?.memberships.length ?? 0) > 1 && html`<li><a href="/dashboard/merchants">${words.merchants}</a></li>`}
${session?.isOperator === true && html`<li><a href="/dashboard/operators">${words.operators}</a></li>`}
<li><a href="/docs">${words.docs}</a></li>
<li><form method="post" action="/dashboard/sign-out"><input type="hidden" name="token" value="${visit.formToken}"><button class="link">${words.signOut}</button></form></li>
</ul></details>`;
}

function menu(visit: MerchantVisit): Html {
  const current = currentItem(below(visit), visit.mode);
  const groups = navGroups.map(({ title, items }) => ({
    title,
    items: items.filter((item) => visit.may(item.right) && isIn(item, visit.mode)),
  }));
  return html`<nav class="menu" aria-label="${words.menu}"><details data-menu><summary>${words.menu}</summary>
${groups
  .filter(({ items }) => items.length > 0)
  .map(
    ({ title, items }) => html`<h2>${title}</h2><ul>
${items.map(({ label, path }) => html`<li><a href="${url(visit.base + path)}"${path === current && html` aria-current="page"`}>${label}</a></li>`)}
</ul>`,
  )}</details></nav>`;
}

/** A screen that says why something is not shown or was not done. */
export function failureScreen(
  visit: Visit,
  status: number,
  { title, text }: { readonly title: string; readonly text: string },
): Answer {
  const calm = { ...visit, wrong: {}, refusal: undefined };
  const home = visit.session && membershipOf(visit.session) ? homeOf(visit) : '/dashboard/sign-in';
  return screen(calm, {
    title,
    status,
    narrow: true,
    main: html`<p>${text}</p><p>${words.quote(visit.requestId)}</p><p><a href="${url(home)}">${words.product}</a></p>`,
  });
}
