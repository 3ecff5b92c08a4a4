import { type Child, type Html, html, url } from '../html.ts';

const places = [
  ['/docs', 'Start'],
  ['/docs/operations', 'Operations'],
  ['/docs/events', 'Events'],
  ['/docs/errors', 'Errors'],
  ['/docs/testing', 'Testing'],
  ['/docs/changelog', 'Changelog'],
] as const;

type Page = { readonly title: string; readonly main: Child; readonly refreshSeconds?: number };

/** A page that the service writes itself. It has no script, and its style comes from our own host. */
export function docsPage(about: Page): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${about.refreshSeconds !== undefined && html`<meta http-equiv="refresh" content="${about.refreshSeconds}">`}
<title>${about.title} · Merchant Payments</title>
<link rel="stylesheet" href="/docs/docs.css">
<link rel="icon" href="/favicon.ico">
</head>
<body class="docs">
<header><div class="names"><p class="merchant">Merchant Payments</p><nav aria-label="Documentation"><ul>${places.map(([address, name]) => html`<li><a href="${url(address)}">${name}</a></li>`)}</ul></nav></div></header>
<main>
<h1>${about.title}</h1>
${about.main}
</main>
</body>
</html>
`.toString();
}

/** The page to which the examples of the documentation send a customer after a payment in the sandbox. */
export function returnPage(query: readonly (readonly [string, string])[]): string {
  const rows = query.map(
    ([name, value]): Html => html`<tr><th scope="row">${name}</th><td>${value}</td></tr>`,
  );
  const main = html`<p>This is the page that <code>returnUrl</code> named. The payment page added these parameters to its address.</p>
<table><tbody>${rows}</tbody></table>
<p>They are only a hint: anyone can type such an address. The proof is the webhook, or <code>GET /v1/checkout/{id}/status</code>.</p>`;
  return docsPage({ title: 'Back from the payment', main });
}

/** While the documentation is being built: the page that was asked for comes by itself. */
export function buildingPage(): string {
  const main = html`<p>The documentation is being built. That takes about half a minute after an installation or a change. This page then shows it by itself.</p>`;
  return docsPage({ title: 'One moment', main, refreshSeconds: 5 });
}

export function notFoundPage(built: boolean): string {
  const text = built
    ? 'There is no such page in the documentation.'
    : 'The documentation has not been built yet. Build it with: npm run docs';
  return docsPage({ title: 'Page not found', main: html`<p>${text}</p>` });
}
